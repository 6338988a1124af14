// Memory may be read, and written again when it may be.
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return 0;
    strcpy(memory, "table");
    mprotect(memory, 4096, PROT_READ);
    int first = memory[0];
    mprotect(memory, 4096, PROT_READ | PROT_WRITE);
    memory[0] = first + 1;
    return 0;
}
