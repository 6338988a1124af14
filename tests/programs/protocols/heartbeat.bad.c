// A failure detector that suspects at the first heartbeat that does not come in time.
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
    pthread_t thread;
    open_link();
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) {
        int alive = waits(left, 100);
        assert(alive); //~ assertion
        get(left, &beat, 1);
    }
    close_link();
    return 0;
}
