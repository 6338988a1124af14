// push_back moves the elements; the old ones are gone.
#include <vector>

int main() {
  std::vector<int> numbers{1, 2};
  int &first = numbers[0];
  numbers.push_back(3);
  return first - 1; //~ use-after-free
}
