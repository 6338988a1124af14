// A program's own handler runs where nothing catches an exception; what was thrown can be looked at.
#include <cstdlib>
#include <exception>

static void finish() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (int n) {
    std::exit(n == 4 ? 0 : 1);
  } catch (...) {
    std::exit(2);
  }
}

int main() {
  std::set_terminate(finish);
  throw 4;
}
