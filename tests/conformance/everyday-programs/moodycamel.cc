// A producer and a consumer at moodycamel's ConcurrentQueue.
#include "concurrentqueue.h"
#include <cassert>
#include <thread>
int main() {
  moodycamel::ConcurrentQueue<int> q;
  std::thread p([&] {
    for (int i = 1; i <= 2; i++)
      q.enqueue(i);
  });
  int got = 0, sum = 0, v;
  if (q.try_dequeue(v)) {
    got++;
    sum += v;
  }
  p.join();
  while (q.try_dequeue(v)) {
    got++;
    sum += v;
  }
  assert(got == 2 && sum == 3);
}
