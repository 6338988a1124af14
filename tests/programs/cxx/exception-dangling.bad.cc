// The exception is gone when its handler ends.
#include <stdexcept>

static const std::exception *last;

static void keep() {
  try {
    throw std::runtime_error("gone");
  } catch (const std::exception &e) {
    last = &e;
  }
}

int main() {
  keep();
  return last->what()[0] == 0; //~ use-after-free
}
