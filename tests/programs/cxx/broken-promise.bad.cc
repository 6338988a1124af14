// A promise that ends without a value.
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread thread([](std::promise<int> mine) {  }, std::move(promise));
  thread.join();
  return future.get() - 7; //~ uncaught-exception: std::future_error
}
