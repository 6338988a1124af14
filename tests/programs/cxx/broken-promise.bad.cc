// A promise that ends without a value.
//@ violation: uncaught-exception
//@ note: std::future_error
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([](std::promise<int> mine) {  }, std::move(promise));
  thread.join();
  return future.get() - 7;
}
