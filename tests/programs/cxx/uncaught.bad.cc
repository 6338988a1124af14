// An exception that nothing catches is reported where it is thrown, with all calls, before anything is unwound.
#include <stdexcept>
//@ note: open_door(key = 3)

struct Door {
  ~Door() {}
};

static int open_door(int key) {
  Door door;
  if (key == 3)
    throw std::runtime_error("no such key"); //~ uncaught-exception: std::runtime_error` ("no such key")
  return key;
}

int main() { return open_door(2) - open_door(3); }
