// A page at the end was given back, and is written to.
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
  char *room = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  room[0] = room[5000] = 1;
  munmap(room + 4096, 4096);
  room[0] = 2;
  room[5000] = 2; //~ use-after-scope: a part that `munmap` gave back
  return 0;
}
