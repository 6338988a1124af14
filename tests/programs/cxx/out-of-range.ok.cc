// The last element.
#include <vector>

int main() {
  std::vector<int> numbers(3);
  return numbers.at(2) + numbers[0];
}
