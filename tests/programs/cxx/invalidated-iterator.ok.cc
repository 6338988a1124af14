// With room for it, they stay.
#include <vector>

int main() {
  std::vector<int> numbers{1, 2};
  numbers.reserve(3);
  int &first = numbers[0];
  numbers.push_back(3);
  return first - 1;
}
