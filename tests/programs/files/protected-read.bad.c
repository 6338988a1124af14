// Memory that may only be read any more.
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
    memory[0] = 'c'; //~ read-only-write
    return 0;
}
