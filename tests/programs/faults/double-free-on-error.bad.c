// When an allocation fails, both the function and its caller free what came before.
//@ check: --fail malloc=1
#include <stdlib.h>
#include <string.h>

static char *append(char *text, const char *more)
{
    char *new = malloc(strlen(text) + strlen(more) + 1);
    if (!new) {
        free(text);
        return NULL;
    }
    strcpy(new, text);
    strcat(new, more);
    free(text);
    return new;
}

int main(void)
{
    char *text = malloc(2);
    if (!text)
        return 1;
    strcpy(text, "a");
    char *longer = append(text, "b");
    if (!longer) {
        free(text); //~ double-free
        return 1;
    }
    free(longer);
    return 0;
}
