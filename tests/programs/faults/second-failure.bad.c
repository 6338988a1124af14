// It takes two failures in one run to leak.
//@ check: --fail malloc=2
#include <stdlib.h>

int main(void)
{
    char *spare = malloc(1); //~ memory-leak
    char *large = malloc(100);
    if (!large)
        large = malloc(10);
    if (!large) {
        return 1;
    }
    free(large);
    free(spare);
    return 0;
}
