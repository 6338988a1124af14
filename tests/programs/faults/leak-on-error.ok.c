// The second allocation fails, and the first is given back.
//@ check: --fail malloc=1
#include <stdlib.h>

struct pair {
    char *name, *value;
};

static struct pair *make(void)
{
    struct pair *new = malloc(sizeof *new);
    if (!new)
        return NULL;
    new->name = malloc(4);
    new->value = malloc(4);
    if (!new->name || !new->value) {
        free(new->name);
        free(new->value);
        free(new);
        return NULL;
    }
    return new;
}

int main(void)
{
    struct pair *pair = make();
    if (!pair)
        return 1;
    free(pair->name);
    free(pair->value);
    free(pair);
    return 0;
}
