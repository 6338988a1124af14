// sys/mman.h: memory whose contents the program gives up, at once or some time.
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory[0] = memory[4096] = 1;
    if (madvise(memory, 4096, MADV_DONTNEED) || memory[0] != 0 || memory[4096] != 1)
        return 1;
    if (madvise(memory, 4096, MADV_FREE))
        return 2;
    memory[0] = 2;
    return memory[0] + memory[4096] != 3;
}
