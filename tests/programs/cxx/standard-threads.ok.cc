// std::thread, mutex, condition_variable, future, async, call_once.
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

int main() {
  int count = 0;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&, i] {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return count == i; });
      count++;
      changed.notify_all();
    });
  for (auto &thread : threads)
    thread.join();
  if (count != 3)
    return 1;
  auto failed = std::async(std::launch::async, []() -> int { throw std::logic_error("in a thread"); });
  try {
    failed.get();
    return 2;
  } catch (const std::logic_error &e) {
    if (e.what() != std::string("in a thread"))
      return 3;
  }
  if (std::async(std::launch::deferred, [] { return 7; }).get() != 7)
    return 4;
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread setter([&] { promise.set_value(9); });
  int got = future.get();
  setter.join();
  std::promise<void> broken;
  std::future<void> waits = broken.get_future();
  { std::promise<void> gone = std::move(broken); }
  try {
    waits.get();
    return 5;
  } catch (const std::future_error &e) {
    if (e.code() != std::future_errc::broken_promise)
      return 6;
  }
  return got - 9;
}
