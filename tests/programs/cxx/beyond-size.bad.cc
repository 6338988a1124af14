// An element behind the last one, where the vector has room: the headers notice with -D_GLIBCXX_ASSERTIONS.
//@ flags: -D_GLIBCXX_ASSERTIONS
//@ native: no
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> numbers;
  numbers.reserve(10);
  numbers.push_back(1);
  numbers[5] = 3; //~ assertion
  std::printf("%d\n", numbers[5]);
}
