// An exception_ptr keeps the exception.
#include <exception>
#include <stdexcept>

static std::exception_ptr last;

static void keep() {
  try {
    throw std::runtime_error("kept");
  } catch (...) {
    last = std::current_exception();
  }
}

int main() {
  keep();
  try {
    std::rethrow_exception(last);
  } catch (const std::exception &e) {
    return e.what()[0] == 0;
  }
}
