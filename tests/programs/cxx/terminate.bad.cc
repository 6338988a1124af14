// The program ends itself.
#include <exception>
//@ violation: abort

int main() {
  try {
    std::terminate();
  } catch (...) {
    return 0;
  }
}
