// What a private mapping writes does not show in the file.
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/shared", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 4096) != 0)
        return 0;
    char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED)
        return 0;
    char byte;
    memory[2] = 1;
    if (pread(file, &byte, 1, 2) != 1)
        return 0;
    assert(byte == 0 && memory[2] == 1);
    return 0;
}
