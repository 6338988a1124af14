// Calls that are made at most once: the server knows by its number a call that comes again, and answers as before.
//@ check: --lose 1 --clock ordered
#include "link.h"

static int executed;

static void *server(void *unused)
{
    char call, known = 0;
    while (message(right)) {
        get(right, &call, 1);
        if (call != known) {
            executed++;
            known = call;
        }
        put(right, &call, 1);
    }
    return NULL;
}

int main(void)
{
    char call = 1, answer = 0;
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, server, NULL);
    for (int tries = 0; tries < 2 && answer != call; tries++) {
        put(left, &call, 1);
        if (waits(left, 100))
            get(left, &answer, 1);
    }
    tell_over();
    pthread_join(thread, NULL);
    assert(executed <= 1);
    close_link();
    return 0;
}
