// Memory ends with munmap.
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
  char *room = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(room, 4096);
  return room[0]; //~ use-after-scope
}
