// `realloc` may move a block or leave it where it is. All pointers are renewed, whichever it does.
//@ check: --addresses any
#include <stdlib.h>

int main(void)
{
    int *start = malloc(sizeof *start), moves = 0;
    *start = 1;
    int *cursor = start;
    int *moved = realloc(start, 100 * sizeof *moved);
    if (cursor != moved)
        moves = 1;
    cursor = moved;
    int value = *cursor + moves;
    free(moved);
    return value != 1 + moves;
}
