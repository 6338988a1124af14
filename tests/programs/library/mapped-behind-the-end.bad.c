// There is nothing behind the last page of a file.
//@ check
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  int file = open("/tmp/file", O_RDWR | O_CREAT, 0600);
  if (write(file, "abc", 3) != 3) return 1;
  char *text = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, file, 0);
  return text[5000]; //~ out-of-bounds
}
