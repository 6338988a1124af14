// One message and its answer, and no timer: where either is lost, the sender waits for ever.
//@ check: --lose 1
#include "link.h"

static void *receiver(void *unused)
{
    char data;
    if (message(right)) {
        get(right, &data, 1);
        put(right, "a", 1);
    }
    return NULL;
}

int main(void)
{
    char answer;
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, receiver, NULL);
    put(left, "1", 1);
    recv(left, &answer, 1, 0); //~ deadlock
    tell_over();
    pthread_join(thread, NULL);
    close_link();
    return 0;
}
