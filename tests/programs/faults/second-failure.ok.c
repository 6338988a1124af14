// It takes two failures in one run to come here, and nothing leaks.
//@ check: --fail malloc=2
#include <stdlib.h>

int main(void)
{
    char *spare = malloc(1);
    char *large = malloc(100);
    if (!large)
        large = malloc(10);
    if (!large) {
        free(spare);
        return 1;
    }
    free(large);
    free(spare);
    return 0;
}
