// Sorting takes nothing for granted.
//@ check: --strict
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

int main(void)
{
    char text[] = "cba";
    qsort(text, 3, 1, compare);
    assert(text[0] == 'a');
    return 0;
}
