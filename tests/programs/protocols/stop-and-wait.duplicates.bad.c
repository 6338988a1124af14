// One message at a time, sent again until it is answered: the receiver takes what comes again for new.
//@ check: --lose 1 --clock ordered
#include "link.h"

static int delivered;

static void *receiver(void *unused)
{
    char data;
    while (message(right)) {
        get(right, &data, 1);
        delivered++;
        put(right, &data, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char next = '0';
    open_link();
    pthread_create(&thread, NULL, receiver, NULL);
    for (int tries = 0; tries < 3 && next < '2'; tries++) {
        char answer;
        put(left, &next, 1);
        if (waits(left, 100) && get(left, &answer, 1) == 1 && answer == next)
            next++;
    }
    tell_over();
    pthread_join(thread, NULL);
    assert(delivered >= next - '0' && delivered <= next - '0' + 1 && delivered <= 2); //~ assertion
    close_link();
    return 0;
}
