// Functions of on_exit get the status and what they were registered with, which nothing else points to.
//@ exit: 3
#include <assert.h>
#include <stdlib.h>

static void last(int status, void *text)
{
    assert(status == 3 && *(char *)text == 'x');
    free(text);
}

int main(void)
{
    char *text = malloc(1);
    *text = 'x';
    on_exit(last, text);
    return 3;
}
