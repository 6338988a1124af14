// What realloc cannot make larger is forgotten.
//@ check: --fail malloc=1
#include <stdlib.h>

int main(void)
{
    char *text = malloc(4); //~ memory-leak
    if (!text)
        return 1;
    text = realloc(text, 8);
    if (!text)
        return 1;
    free(text);
    return 0;
}
