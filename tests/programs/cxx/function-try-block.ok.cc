// A constructor's handler cannot keep the exception from going on; a function's can.
#include <stdexcept>

struct Part {
  explicit Part(int size) {
    if (size > 2)
      throw std::length_error("too large");
  }
};

struct Whole {
  Part part;
  explicit Whole(int size) try : part(size) {
  } catch (const std::length_error &) {
    failures++;
  }
  static int failures;
};

int Whole::failures = 0;

static int make(int size) try {
  Whole whole(size);
  return 0;
} catch (const std::exception &) { return 1; }

int main() { return make(3) - 1 + Whole::failures - 1; }
