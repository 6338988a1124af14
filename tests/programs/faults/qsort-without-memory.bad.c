// Sorting works without memory for a copy, too, and who says otherwise is wrong.
//@ check: --fail malloc=1
#include <assert.h>
#include <stdlib.h>

static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int numbers[5] = { 3, 1, 4, 1, 5 };
    qsort(numbers, 5, sizeof *numbers, order);
    assert(numbers[0] == 1 && numbers[1] == 1 && numbers[4] == 3); //~ assertion
    return 0;
}
