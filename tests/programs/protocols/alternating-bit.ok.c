// The alternating bit protocol over a link that loses one datagram and repeats one: messages come once, in order.
//@ check: --lose 1 --duplicate 1 --clock ordered
#include "link.h"

static int delivered;

static void *receiver(void *unused)
{
    char data[2], expected = 0;
    while (message(right)) {
        get(right, data, 2);
        if (data[0] == expected) {
            delivered += data[1] == 'a' + delivered;
            expected = !expected;
        }
        put(right, data, 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int next = 0;
    char bit = 0, answer;
    open_link();
    pthread_create(&thread, NULL, receiver, NULL);
    for (int tries = 0; tries < 3 && next < 2; tries++) {
        char data[2] = { bit, 'a' + next };
        put(left, data, 2);
        if (waits(left, 100) && get(left, &answer, 1) == 1 && answer == bit) {
            bit = !bit;
            next++;
        }
    }
    tell_over();
    pthread_join(thread, NULL);
    assert(delivered >= next);
    close_link();
    return 0;
}
