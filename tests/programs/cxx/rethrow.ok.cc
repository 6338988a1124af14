// `throw;` throws the exception itself, a copy by value only what it was caught as.
#include <stdexcept>

struct Failure : std::runtime_error {
  int code;
  explicit Failure(int code) : std::runtime_error("failed"), code(code) {}
};

static void work() {
  try {
    throw Failure(3);
  } catch (const std::runtime_error &error) {
    throw;
  }
}

int main() {
  try {
    work();
  } catch (const Failure &failure) {
    return failure.code - 3;
  }
}
