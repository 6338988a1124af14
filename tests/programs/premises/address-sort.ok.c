// The order of blocks by their addresses is a total one: six orders of three, and each of them holds.
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
    assert((uintptr_t)sorted[0] < (uintptr_t)sorted[1]);
    assert((uintptr_t)sorted[1] < (uintptr_t)sorted[2]);
    assert((uintptr_t)sorted[0] < (uintptr_t)sorted[2]);
    for (int i = 0; i < 3; i++)
        free(blocks[i]);
    return 0;
}
