// Concepts are checked while functions are instantiated: a comparison of a view with a string.
//@ flags: -std=gnu++20
#include <sstream>
#include <string>

int main() {
  std::string text("a");
  std::stringbuf buffer(text);
  return buffer.view() == text ? 0 : 1;
}
