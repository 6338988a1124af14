// Two replicas of a counter, and one that takes for granted that the other has heard of each change.
//@ check: --partition 1
#include "link.h"

static int copy;

int main(void)
{
    char change;
    open_link();
    for (int i = 0; i < 2; i++)
        put(left, "+", 1);
    while (recv(right, &change, 1, MSG_DONTWAIT) == 1)
        copy++;
    assert(copy == 2); //~ assertion
    close_link();
    return 0;
}
