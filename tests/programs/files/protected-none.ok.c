// Memory is set aside, and accessed when it may be; it keeps its contents.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void)
{
    volatile int *memory = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)memory == MAP_FAILED)
        return 0;
    mprotect((void *)memory, 4096, PROT_READ | PROT_WRITE);
    memory[3] = 1;
    mprotect((void *)memory, 4096, PROT_NONE);
    mprotect((void *)memory, 4096, PROT_READ);
    assert(memory[3] == 1 && memory[0] == 0);
    munmap((void *)memory, 4096);
    return 0;
}
