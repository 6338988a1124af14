// Pages that were mapped to find an aligned place are given back, at the start and at the end: the rest lives, and what
// was written there stays.
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, PAGES = 4 };

static char *aligned(size_t size, size_t alignment) {
  char *room = mmap(NULL, size + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED)
    return NULL;
  memset(room, 7, size + alignment);
  size_t before = -(uintptr_t)room % alignment;
  if (before == 0)
    before = PAGE;
  munmap(room, before);
  munmap(room + before + size, alignment - before);
  return room + before;
}

int main(void) {
  char *room = aligned(PAGES * PAGE, 2 * PAGE);
  assert(room && room[0] == 7 && room[PAGES * PAGE - 1] == 7);
  room[0] = 1;
  room[PAGES * PAGE - 1] = 2;
  assert(room[0] + room[PAGES * PAGE - 1] == 3);
  // Of the rest, the contents of a page are forgotten, and then all of it goes.
  assert(madvise(room + PAGE, PAGE, MADV_DONTNEED) == 0);
  assert(room[PAGE - 1] == 7 && room[PAGE] == 0 && room[2 * PAGE - 1] == 0 && room[2 * PAGE] == 7);
  assert(munmap(room + PAGE, (PAGES - 1) * PAGE) == 0 && munmap(room + PAGE, PAGE) == 0);
  assert(room[5] == 7);
  return munmap(room, PAGE);
}
