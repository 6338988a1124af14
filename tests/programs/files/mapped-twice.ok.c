// Two mappings that share a file show the same, and lie apart.
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    int file = open("/tmp/shared", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 8192) != 0)
        return 0;
    int *first = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    int *second = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 4096);
    if (first == MAP_FAILED || second == MAP_FAILED)
        return 0;
    assert(first != second);
    for (int i = 0; i < 4; i++) {
        first[1024 + i] = i;
        assert(second[i] == i);
        second[i]++;
        assert(first[1024 + i] == i + 1);
    }
    strcpy((char *)second, "text");
    assert(strcmp((char *)(first + 1024), "text") == 0);
    munmap(first, 8192);
    assert(strcmp((char *)second, "text") == 0);
    munmap(second, 4096);
    close(file);
    return 0;
}
