// Two nodes tell each other their numbers, and one that hears nothing in time leads: then both may.
//@ check: --lose 1 --clock ordered
#include "link.h"

static int leads[2];

static void elect(int own, int end, char number)
{
    char other = 0;
    put(end, &number, 1);
    if (waits(end, 100))
        get(end, &other, 1);
    leads[own] = number > other;
}

static void *node(void *unused)
{
    elect(1, right, 2);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, node, NULL);
    elect(0, left, 1);
    pthread_join(thread, NULL);
    assert(leads[0] + leads[1] <= 1); //~ assertion
    close_link();
    return 0;
}
