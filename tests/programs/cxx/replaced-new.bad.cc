// A program's own operators are used by those that it does not replace.
//@ check
//@ violation: memory-leak
#include <cstdlib>
#include <new>

static int live;

void *operator new(std::size_t size) {
  live++;
  if (void *at = std::malloc(size))
    return at;
  throw std::bad_alloc();
}

void operator delete(void *at) noexcept {
  live--;
  std::free(at);
}

int main() {
  int *one = new int(1), *many = new int[3], *none = new (std::nothrow) int;
  delete one;
  (void) many;
  delete none;
  return live;
}
