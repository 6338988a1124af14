// The end of a thread destroys its object, which another one still uses.
#include <pthread.h>
#include <semaphore.h>

static int *shared;
static sem_t ready;

struct Box {
    int *value = new int(1);
    ~Box() { delete value; }
};

static Box &box()
{
    static thread_local Box own;
    return own;
}

static void *work(void *unused)
{
    shared = box().value;
    sem_post(&ready);
    return unused;
}

int main()
{
    pthread_t worker;
    sem_init(&ready, 0, 0);
    pthread_create(&worker, nullptr, work, nullptr);
    sem_wait(&ready);
    *shared = 2; //~| data-race //~| use-after-free
    pthread_join(worker, nullptr);
}
