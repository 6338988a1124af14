// A view of a string that is gone.
#include <string>
#include <string_view>

static std::string name(int number) { return "a name that is longer than fifteen, with " + std::to_string(number); }

int main() {
  std::string it = name(7);
  std::string_view view = it;
  return view[0] - 'a';
}
