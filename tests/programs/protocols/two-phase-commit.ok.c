// A participant that has voted and hears no decision asks again and stays undecided until it hears one.
//@ check: --lose 1 --clock ordered
#include "link.h"

static char decided;

static void *participant(void *unused)
{
    char what;
    if (!waits(right, 100) || get(right, &what, 1) != 1)
        return NULL;
    for (int tries = 0; tries < 2 && !decided; tries++) {
        put(right, "y", 1);
        if (waits(right, 100) && get(right, &what, 1) == 1)
            decided = what;
    }
    return NULL;
}

int main(void)
{
    char vote = 'n', decision;
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, participant, NULL);
    put(left, "p", 1);
    if (waits(left, 100))
        get(left, &vote, 1);
    decision = vote == 'y' ? 'c' : 'a';
    put(left, &decision, 1);
    if (waits(left, 100))
        put(left, &decision, 1);
    pthread_join(thread, NULL);
    assert(!decided || decided == decision);
    close_link();
    return 0;
}
