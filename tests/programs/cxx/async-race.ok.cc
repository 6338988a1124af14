// Two tasks that count.
#include <atomic>
#include <future>

int main() {
  std::atomic<int> count{0};
  auto other = std::async(std::launch::async, [&] { count = count + 0; });
  count = count + 0;
  other.get();
  return count;
}
