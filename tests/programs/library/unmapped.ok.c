// Memory ends with munmap.
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
  char *room = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  return room[0];
}
