// Two mutexes, locked in either order.
#include <mutex>
#include <thread>

static std::mutex one, two;
static int count;

static void forth() {
  std::scoped_lock both(one, two);
  count++;
}

static void back() {
  std::scoped_lock both(two, one);
  count++;
}

int main() {
  std::thread thread(forth);
  back();
  thread.join();
  return count - 2;
}
