// operator[] does not check; the memory does.
#include <vector>
//@ violation: out-of-bounds

int main() {
  std::vector<int> numbers(3);
  return numbers[3];
}
