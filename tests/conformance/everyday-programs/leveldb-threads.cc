// A reader walks over LevelDB's list while a writer inserts.
#include "db/skiplist.h"
#include "util/arena.h"
#include <cassert>
#include <thread>
using namespace leveldb;
struct Cmp {
  int operator()(const int &a, const int &b) const { return a < b ? -1 : a > b; }
};
int main() {
  Arena arena;
  Cmp cmp;
  SkipList<int, Cmp> list(cmp, &arena);
  list.Insert(5);
  std::thread t([&] {
    list.Insert(3);
    list.Insert(7);
  });
  SkipList<int, Cmp>::Iterator it(&list);
  int last = 0;
  bool five = false;
  for (it.SeekToFirst(); it.Valid(); it.Next()) {
    assert(it.key() > last);
    last = it.key();
    five |= last == 5;
  }
  assert(five);
  t.join();
  assert(list.Contains(3) && list.Contains(7));
}
