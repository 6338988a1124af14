// LevelDB's list and arena beside a set of the standard library.
#include "db/skiplist.h"
#include "util/arena.h"
#include "util/random.h"
#include <cassert>
#include <cstdio>
#include <set>
using namespace leveldb;
struct Cmp {
  int operator()(const unsigned long &a, const unsigned long &b) const { return a < b ? -1 : a > b; }
};
int main() {
  Arena arena;
  Cmp cmp;
  SkipList<unsigned long, Cmp> list(cmp, &arena);
  std::set<unsigned long> keys;
  Random rnd(1000);
  for (int i = 0; i < 300; i++) {
    unsigned long k = rnd.Next() % 1000;
    if (keys.insert(k).second)
      list.Insert(k);
  }
  for (unsigned long k = 0; k < 1000; k++)
    assert(list.Contains(k) == (keys.count(k) == 1));
  SkipList<unsigned long, Cmp>::Iterator it(&list);
  it.SeekToFirst();
  for (auto k : keys) {
    assert(it.Valid() && it.key() == k);
    it.Next();
  }
  assert(!it.Valid());
  printf("%zu keys, %zu bytes\n", keys.size(), arena.MemoryUsage());
}
