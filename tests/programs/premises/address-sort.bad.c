// Blocks that are sorted by their addresses need not be in the order in which they were made.
//@ check: --addresses any
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t)*(char *const *)a, right = (uintptr_t)*(char *const *)b;
    return left < right ? -1 : left > right;
}

int main(void)
{
    char *blocks[3], *sorted[3];
    for (int i = 0; i < 3; i++)
        sorted[i] = blocks[i] = malloc(8);
    qsort(sorted, 3, sizeof *sorted, compare);
    assert(sorted[0] == blocks[0] && sorted[2] == blocks[2]); //~ assertion
    for (int i = 0; i < 3; i++)
        free(blocks[i]);
    return 0;
}
