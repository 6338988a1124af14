// Of two mappings of a file one is gone.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/shared", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 4096) != 0)
        return 0;
    char *first = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    char *second = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (first == MAP_FAILED || second == MAP_FAILED)
        return 0;
    *first = 1;
    munmap(first, 4096);
    *first = 2; //~ use-after-scope
    return *second != 1;
}
