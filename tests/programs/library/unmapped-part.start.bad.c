// The first page was given back; a copy begins there.
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
  char *room = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), copy[8];
  memset(room, 1, 8192);
  munmap(room, 4096);
  memcpy(copy, room + 4096, 8);
  memcpy(copy, room + 4090, 8); //~ use-after-scope: a part that `munmap` gave back
  return 0;
}
