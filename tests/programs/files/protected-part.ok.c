// What is protected of a mapping is all of it, or the answer is not known.
//@ unknown: `mprotect` of a part of a mapping
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 0;
    mprotect(memory + 4096, 4096, PROT_NONE);
    memory[0] = 1;
    return 0;
}
