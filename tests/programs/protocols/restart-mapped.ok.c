// Two words of a file in memory that belong together, and a third one that says whether they do: it is written first and
// last.
//@ check: --restart 1
//@ native: no
#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

struct pair {
    int first, second, under_way;
};

int main(void)
{
    int file = open("/tmp/pair", O_RDWR | O_CREAT, 0600);
    assert(file >= 0 && ftruncate(file, sizeof(struct pair)) == 0);
    struct pair *pair = mmap(NULL, sizeof *pair, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    assert(pair != MAP_FAILED);
    if (pair->under_way)
        pair->first = pair->second = 0;
    assert(pair->first == pair->second);
    pair->under_way = 1;
    pair->first++;
    pair->second++;
    pair->under_way = 0;
    munmap(pair, sizeof *pair);
    close(file);
    return 0;
}
