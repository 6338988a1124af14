// Two mutexes, locked in either order.
//@ check
//@ violation: deadlock
#include <mutex>
#include <thread>

static std::mutex one, two;
static int count;

static void forth() {
  std::lock_guard<std::mutex> first(one);
  std::lock_guard<std::mutex> second(two);
  count++;
}

static void back() {
  std::lock_guard<std::mutex> first(two);
  std::lock_guard<std::mutex> second(one);
  count++;
}

int main() {
  std::thread thread(forth);
  back();
  thread.join();
  return count - 2;
}
