// Two tasks that count.
//@ check
#include <atomic>
#include <future>

int main() {
  int count{0};
  auto other = std::async(std::launch::async, [&] { count = count + 0; }); //~| data-race: count
  count = count + 0; //~| data-race: count
  other.get();
  return count;
}
