// Two mappings that share a file show the same.
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/shared", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 4096) != 0)
        return 0;
    int *first = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    int *second = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (first == MAP_FAILED || second == MAP_FAILED)
        return 0;
    *first = 1;
    assert(*second == 0); //~ assertion
    return 0;
}
