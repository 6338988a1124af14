// A participant that has voted and hears no decision decides by itself: the others may have decided otherwise.
//@ check: --lose 1 --clock ordered
#include "link.h"

static char decided;

static void *participant(void *unused)
{
    char what;
    if (waits(right, 100) && get(right, &what, 1) == 1) {
        put(right, "y", 1);
        decided = waits(right, 100) && get(right, &what, 1) == 1 ? what : 'a';
    } else {
        decided = 'a';
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
    pthread_join(thread, NULL);
    assert(decided == decision); //~ assertion
    close_link();
    return 0;
}
