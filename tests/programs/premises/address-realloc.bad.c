// `realloc` may leave a block where it is: who takes a pointer that is equal for the old one misses the move.
//@ check: --addresses any
#include <stdlib.h>

int main(void)
{
    int *start = malloc(sizeof *start);
    *start = 1;
    int *cursor = start;
    int *moved = realloc(start, 100 * sizeof *moved);
    if (cursor != moved)
        cursor = moved;
    int value = *cursor; //~ use-after-free
    free(moved);
    return value != 1;
}
