// Two replicas of a counter: the whole state goes over, and who was answered knows that it has come.
//@ check: --partition 1 --clock ordered
#include "link.h"

static char copy;

static void *replica(void *unused)
{
    while (message(right)) {
        get(right, &copy, 1);
        put(right, &copy, 1);
    }
    return NULL;
}

int main(void)
{
    char counter = 2, answer = 0;
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, replica, NULL);
    for (int tries = 0; tries < 3 && answer != counter; tries++) {
        put(left, &counter, 1);
        if (waits(left, 100))
            get(left, &answer, 1);
    }
    tell_over();
    pthread_join(thread, NULL);
    assert(answer != counter || copy == counter);
    close_link();
    return 0;
}
