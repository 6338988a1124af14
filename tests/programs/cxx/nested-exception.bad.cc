// An exception that keeps the one that it was made of.
//@ violation: uncaught-exception
//@ note: cannot open file
#include <exception>
#include <stdexcept>
#include <string>

static void open(const std::string &name) { throw std::runtime_error("cannot open " + name); }

static void load(const std::string &name) {
  try {
    open(name);
  } catch (...) {
    std::throw_with_nested(std::logic_error("cannot load"));
  }
}

static int depth(const std::exception &error) {
  try {
    std::rethrow_if_nested(error);
  } catch (const std::logic_error &inner) {
    return 1 + depth(inner);
  }
  return 1;
}

int main() {
  try {
    load("file");
  } catch (const std::exception &error) {
    return depth(error) - 2;
  }
}
