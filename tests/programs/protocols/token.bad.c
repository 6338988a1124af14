// Who has the token may write. One that does not come in time is taken for lost, and made anew: then there may be two.
//@ check: --delay --clock ordered
#include "link.h"
#include <stdatomic.h>

static atomic_int writers;

static void *node(void *unused)
{
    char token;
    if (message(right)) {
        get(right, &token, 1);
        writers++;
        writers--;
        put(right, &token, 1);
    }
    return NULL;
}

int main(void)
{
    char token = 't';
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, node, NULL);
    put(left, &token, 1);
    if (waits(left, 100))
        get(left, &token, 1);
    int before = writers++;
    assert(before == 0); //~ assertion
    writers--;
    tell_over();
    pthread_join(thread, NULL);
    close_link();
    return 0;
}
