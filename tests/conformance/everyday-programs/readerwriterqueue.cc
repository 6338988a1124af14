// A producer and a consumer at moodycamel's ReaderWriterQueue: in order, and all of them.
#include "readerwriterqueue.h"
#include <cassert>
#include <thread>
int main() {
  moodycamel::ReaderWriterQueue<int> q(2);
  std::thread p([&] {
    for (int i = 1; i <= 3; i++)
      q.enqueue(i);
  });
  int last = 0, v, got = 0;
  for (int i = 0; i < 3; i++)
    if (q.try_dequeue(v)) {
      assert(v == last + 1);
      last = v;
      got++;
    }
  p.join();
  while (q.try_dequeue(v)) {
    assert(v == last + 1);
    last = v;
    got++;
  }
  assert(got == 3);
}
