// `new` without memory calls the handler that the program has set, and then throws.
//@ check: --fail malloc=2
#include <cassert>
#include <memory>
#include <new>
#include <vector>

static int called;

struct alignas(64) Wide {
  int value;
};

int main() {
  std::set_new_handler([] {
    if (++called == 2)
      std::set_new_handler(nullptr);
  });
  int caught = 0;
  try {
    std::unique_ptr<int> one(new int(1));
    std::unique_ptr<Wide> wide(new Wide{2});
    assert(*one + wide->value == 3);
  } catch (const std::bad_alloc &error) {
    caught++;
  }
  assert(caught == 0 && called <= 2);
  std::set_new_handler(nullptr);
  std::vector<int> numbers;
  try {
    numbers.push_back(1);
    assert(numbers[0] == 1);
  } catch (const std::bad_alloc &error) {
    assert(numbers.empty());
  }
  if (int *many = new (std::nothrow) int[10]) {
    many[9] = 1;
    delete[] many;
  }
  return 0;
}
