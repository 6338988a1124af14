// Two words of a file in memory that belong together are written one after the other: a crash comes in between.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

struct pair {
    int first, second;
};

int main(void)
{
    int file = open("/tmp/pair", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && ftruncate(file, sizeof(struct pair)) == 0);
    struct pair *pair = mmap(NULL, sizeof *pair, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(pair != MAP_FAILED);
    assert(pair->first == pair->second); //~ assertion
    pair->first++;
    pair->second++;
    munmap(pair, sizeof *pair);
    close(file);
    return 0;
}
