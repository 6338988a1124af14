// A promise that ends without a value.
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([](std::promise<int> mine) { mine.set_value(7); }, std::move(promise));
  thread.join();
  return future.get() - 7;
}
