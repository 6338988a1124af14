// Who has the token may write, and who waits for it waits until it comes, however late.
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
    while (!waits(left, 100))
        ;
    get(left, &token, 1);
    int before = writers++;
    assert(before == 0);
    writers--;
    tell_over();
    pthread_join(thread, NULL);
    close_link();
    return 0;
}
