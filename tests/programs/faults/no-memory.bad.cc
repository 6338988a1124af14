// Nobody thinks of `new` that throws: what was allocated before is lost.
//@ check: --fail malloc=1
//@ violation: memory-leak
#include <new>

struct Pair {
  int *first, *second;
};

static bool make(Pair &pair) {
  try {
    pair.first = new int(1);
    pair.second = new int(2);
    return true;
  } catch (const std::bad_alloc &) {
    pair.first = nullptr;
    return false;
  }
}

int main() {
  Pair pair;
  if (make(pair)) {
    delete pair.first;
    delete pair.second;
  }
  return 0;
}
