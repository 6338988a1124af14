// sys/mman.h: memory whose contents the program gives up gets no verdict.
//@ unknown: takes the contents of memory away
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return madvise(memory, 4096, MADV_DONTNEED);
}
