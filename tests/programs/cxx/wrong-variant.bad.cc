// A value of another type than the one that is there.
//@ violation: uncaught-exception
//@ note: std::bad_variant_access
#include <variant>

int main() {
  std::variant<int, double> number = 2.5;
  return std::get<int>(number) > 3;
}
