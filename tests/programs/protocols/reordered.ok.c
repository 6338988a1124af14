// The value with the highest number is the last one, in whatever order they come.
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
    char value, last = 0;
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 0; i < 2; i++) {
        get(right, &value, 1);
        last = value > last ? value : last;
    }
    assert(last == '2');
    pthread_join(thread, NULL);
    close_link();
    return 0;
}
