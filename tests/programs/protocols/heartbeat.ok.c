// A failure detector that suspects when two heartbeats have not come, over a link that loses one.
//@ check: --lose 1 --clock ordered
#include "link.h"

static void *worker(void *unused)
{
    put(right, "h", 1);
    put(right, "h", 1);
    return NULL;
}

int main(void)
{
    char beat;
    int missed = 0;
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) {
        if (waits(left, 100))
            get(left, &beat, 1);
        else
            missed++;
    }
    assert(missed < 2);
    close_link();
    return 0;
}
