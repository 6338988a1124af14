// Two owners of one object.
//@ violation: double-free
#include <memory>

int main() {
  std::unique_ptr<int> one(new int(3));
  std::unique_ptr<int> two(one.get());
  return *two - 3;
}
