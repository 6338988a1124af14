// An exception that one thread has caught is thrown in another one, after that has waited for it.
//@ check
//@ violation: data-race
#include <exception>
#include <stdexcept>
#include <thread>

static std::exception_ptr caught;

static void work() {
  try {
    throw std::runtime_error("in the thread");
  } catch (...) {
    caught = std::current_exception();
  }
}

int main() {
  std::thread thread(work);

  bool any = caught != nullptr;
  thread.join();
  if (!any)
    return 0;
  try {
    std::rethrow_exception(caught);
  } catch (const std::runtime_error &error) {
    return error.what()[0] != 'i';
  }
}
