// A static local variable is initialised by one thread, and the other waits until it is.
#include <assert.h>
#include <pthread.h>

static int made;

struct Counter {
    int value;
    Counter() : value(0)
    {
        made++;
        value = 3;
    }
};

static int get()
{
    static Counter counter;
    return counter.value;
}

static void *use(void *unused)
{
    assert(get() == 3);
    return unused;
}

int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, use, 0);
    assert(get() == 3);
    pthread_join(thread, 0);
    assert(made == 1);
}
