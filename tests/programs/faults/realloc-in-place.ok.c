// What realloc cannot make larger stays, and is freed.
//@ check: --fail malloc=1
#include <stdlib.h>

int main(void)
{
    char *text = malloc(4);
    if (!text)
        return 1;
    char *longer = realloc(text, 8);
    if (!longer) {
        free(text);
        return 1;
    }
    text = longer;
    free(text);
    return 0;
}
