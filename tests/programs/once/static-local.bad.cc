// A static local variable that is initialised by hand is initialised by both threads.
#include <assert.h>
#include <pthread.h>

static int made;

struct Counter {
    int value;
    void make()
    {
        made++; //~| data-race
        value = 3; //~| data-race
    }
};

static int get()
{
    static Counter counter;
    if (!made) //~| data-race
        counter.make();
    return counter.value; //~| data-race
}

static void *use(void *unused)
{
    assert(get() == 3); //~| assertion
    return unused;
}

int main()
{
    pthread_t thread;
    pthread_create(&thread, 0, use, 0);
    assert(get() == 3); //~| assertion
    pthread_join(thread, 0);
    assert(made == 1); //~| assertion
}
