// A function object that outlives what it refers to.
#include <functional>

static std::function<int()> counter() {
  int count = 41;
  return [count]() mutable { return ++count; };
}

int main() { return counter()() - 42; }
