// Memory that was asked for to be read.
//@ check
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  int file = open("/tmp/file", O_RDWR | O_CREAT, 0600);
  if (write(file, "abc", 3) != 3) return 1;
  char *text = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  text[0] = 'x';
  return munmap(text, 3);
}
