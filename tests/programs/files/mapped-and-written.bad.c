// What is written to a file shows in memory that shares it, also where that may only be read.
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/shared", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 4096) != 0)
        return 0;
    char *memory = mmap(0, 4096, PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        return 0;
    if (pwrite(file, "x", 1, 2) != 1)
        return 0;
    assert(memory[2] == 0); //~ assertion
    return 0;
}
