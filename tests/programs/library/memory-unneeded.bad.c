// sys/mman.h: contents that the kernel may have taken away are read.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory[0] = 'a';
    if (madvise(memory, 4096, MADV_FREE))
        return 1;
    if (memory[0] == 'a') //~ uninitialized-read
        puts("still there");
    return 0;
}
