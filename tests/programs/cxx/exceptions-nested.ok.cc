// Exceptions in flight at once, nested handlers, exception_ptr, nested_exception, counting of uncaught ones.
#include <exception>
#include <stdexcept>
#include <string>

static int during = -1;

struct Counts {
  ~Counts() { during = std::uncaught_exceptions(); }
};

static std::exception_ptr keep() {
  try {
    throw std::logic_error("kept");
  } catch (...) {
    return std::current_exception();
  }
}

static int depth(const std::exception &e, int level) {
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception &inner) {
    return depth(inner, level + 1);
  }
  return level;
}

int main() {
  try {
    Counts counts;
    throw 1;
  } catch (int) {
    if (during != 1 || std::uncaught_exceptions() != 0)
      return 1;
  }
  std::exception_ptr kept = keep(), copy = kept;
  for (int i = 0; i < 2; i++) {
    try {
      std::rethrow_exception(i ? copy : kept);
    } catch (std::logic_error &e) {
      if (std::string(e.what()) != "kept" || std::current_exception() != kept)
        return 2;
    }
  }
  try {
    try {
      throw std::runtime_error("inner");
    } catch (...) {
      std::throw_with_nested(std::runtime_error("outer"));
    }
  } catch (const std::exception &e) {
    if (depth(e, 0) != 1)
      return 3;
  }
  int caught = 0;
  try {
    try {
      throw 1;
    } catch (int) {
      try {
        throw 2L;
      } catch (long) {
        caught++;
      }
      throw;
    }
  } catch (int n) {
    caught += n;
  }
  try {
    std::rethrow_exception(std::make_exception_ptr(7));
  } catch (int n) {
    caught += n;
  }
  return caught == 9 ? 0 : 4;
}
