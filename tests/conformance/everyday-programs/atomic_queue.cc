// A producer and a consumer at each kind of atomic_queue's.
#include "atomic_queue/atomic_queue.h"
#include <cassert>
#include <thread>
int main() {
  atomic_queue::AtomicQueue<int, 4> q;
  std::thread p([&] {
    for (int i = 1; i <= 2; i++)
      q.push(i);
  });
  int a = q.pop(), b = q.pop();
  p.join();
  assert(a == 1 && b == 2);
  atomic_queue::AtomicQueue2<int, 4> q2;
  std::thread p2([&] { q2.push(1); });
  int c;
  bool ok = q2.try_pop(c);
  p2.join();
  if (!ok) {
    ok = q2.try_pop(c);
  }
  assert(ok && c == 1);
}
