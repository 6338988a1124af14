// A virtual call on an object that was never made.
#include <cstdlib>
#include <new>

struct Base {
  virtual int f() { return 1; }
};

int main() {
  void *room = std::malloc(sizeof(Base));
  if (!room)
    return 2;
  Base *b = new (room) Base;
  int r = b->f();
  std::free(room);
  return r - 1;
}
