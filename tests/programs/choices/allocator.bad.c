// Some sequence of allocations and releases breaks an allocator, if one can.
// Here a released block may be handed out twice.
#include <assert.h>
#include <gmc.h>

#define BLOCKS 3

static int next_free[BLOCKS] = {1, 2, -1}, first_free;
static int used[BLOCKS];

static int take(void) {
  int block = first_free;
  if (block >= 0)
    first_free = next_free[block];
  return block;
}

static void give_back(int block) {
  next_free[block] = first_free;
  first_free = block;
}

int main(void) {
  for (;;) {
    if (gmc_choose(2)) {
      int block = take();
      if (block >= 0) {
        assert(!used[block]); //~ assertion
        used[block] = 1;
      }
    } else {
      int block = (int)gmc_choose(BLOCKS);
      used[block] = 0;
      give_back(block);
    }
  }
}
