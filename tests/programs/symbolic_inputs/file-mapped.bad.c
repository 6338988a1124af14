// A byte of a file that is mapped is what nobody expects.
//@ native: no
//@ check: --file-any data:4
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  int file = open("data", O_RDWR);
  unsigned char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), byte;
  assert(file >= 0 && memory != MAP_FAILED);
  memory[1] = memory[0] ^ 1;
  assert(pread(file, &byte, 1, 1) == 1 && byte == (memory[0] ^ 1));
  assert(byte + memory[3] != 300); //~ assertion
  munmap(memory, 4096);
  close(file);
  return 0;
}
