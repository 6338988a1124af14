// The same exception, caught by a base class.
#include <stdexcept>

struct Door {
  ~Door() {}
};

static int open_door(int key) {
  Door door;
  if (key == 3)
    throw std::runtime_error("no such key");
  return key;
}

int main() {
  try {
    return open_door(2) - open_door(3);
  } catch (const std::exception &e) {
    return e.what()[0] == 'n' ? 0 : 1;
  }
}
