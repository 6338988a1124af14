// Memory that may not be accessed.
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void)
{
    volatile int *memory = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)memory == MAP_FAILED)
        return 0;
    memory[3] = 1; //~ invalid-dereference: PROT_NONE
    return 0;
}
