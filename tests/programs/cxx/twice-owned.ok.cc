// Two owners of one object.
#include <memory>

int main() {
  std::unique_ptr<int> one(new int(3));
  std::unique_ptr<int> two(one.release());
  return *two - 3;
}
