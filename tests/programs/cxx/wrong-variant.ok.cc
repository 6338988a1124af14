// A value of another type than the one that is there.
#include <variant>

int main() {
  std::variant<int, double> number = 2.5;
  return std::get<double>(number) > 3;
}
