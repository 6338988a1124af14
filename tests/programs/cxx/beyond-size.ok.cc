// The same, with as many elements as are used.
//@ flags: -D_GLIBCXX_ASSERTIONS
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> numbers;
  numbers.reserve(10);
  numbers.resize(6);
  numbers[5] = 3;
  std::printf("%d\n", numbers[5]);
}
