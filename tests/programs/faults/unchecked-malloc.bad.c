// Nobody looks whether there is memory.
//@ check: --fail malloc=1
#include <stdlib.h>

int main(void)
{
    int *numbers = calloc(4, sizeof *numbers);
    numbers[1] = 3; //~| null-dereference //~| invalid-pointer-operation
    free(numbers);
    return 0;
}
