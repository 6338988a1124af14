// What an object owns is given back where an exception passes.
//@ check
#include <memory>

static void work(bool fail) {
  std::unique_ptr<int[]> numbers(new int[4]());
  if (fail)
    throw numbers[0];
}

int main() {
  try {
    work(true);
  } catch (int n) {
    return n;
  }
}
