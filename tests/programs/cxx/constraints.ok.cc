// Concepts are checked while functions are instantiated: the constructor of a view from two iterators.
//@ flags: -std=gnu++20
#include <string_view>

std::string_view between(const char *start, const char *end) { return std::string_view(start, end); }

int main() {
  const char text[] = "text";
  return between(text, text + 2) == "te" ? 0 : 1;
}
