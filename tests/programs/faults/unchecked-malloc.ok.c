// Whether there is memory is looked at.
//@ check: --fail malloc=1
#include <stdlib.h>

int main(void)
{
    int *numbers = calloc(4, sizeof *numbers);
    if (!numbers)
        return 1;
    numbers[1] = 3;
    free(numbers);
    return 0;
}
