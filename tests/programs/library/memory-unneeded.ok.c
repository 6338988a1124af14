// sys/mman.h: memory whose contents the program gives up some time gets no verdict.
//@ unknown: takes the contents of memory away some time
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory[0] = 1;
    if (madvise(memory, 4096, MADV_DONTNEED) || memory[0] != 0)
        return 1;
    return madvise(memory, 4096, MADV_FREE);
}
