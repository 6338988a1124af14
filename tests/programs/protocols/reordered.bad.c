// The last value that comes is taken for the last one that was sent.
//@ check: --reorder
#include "link.h"

static void *sender(void *unused)
{
    put(left, "1", 1);
    put(left, "2", 1);
    return NULL;
}

int main(void)
{
    char value;
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, sender, NULL);
    get(right, &value, 1);
    get(right, &value, 1);
    assert(value == '2'); //~ assertion
    pthread_join(thread, NULL);
    close_link();
    return 0;
}
