// Waiting without looking at what is waited for.
//@ check
//@ violation: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable changed;
static bool ready;

int main() {
  std::thread thread([] {
    std::lock_guard<std::mutex> lock(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock);
  }
  thread.join();
  return !ready;
}
