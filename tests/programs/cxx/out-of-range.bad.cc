// vector::at checks, and nothing catches what it throws.
//@ violation: uncaught-exception
//@ note: main() at
#include <vector>

int main() {
  std::vector<int> numbers(3);
  return numbers.at(3);
}
