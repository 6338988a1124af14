// The thread has ended before objects with static storage are destroyed.
#include <pthread.h>

struct Log {
    int *lines = new int(0);
    ~Log() { delete lines; }
};

static Log log;

static void *work(void *unused)
{
    *log.lines = 1;
    return unused;
}

int main()
{
    pthread_t worker;
    pthread_create(&worker, nullptr, work, nullptr);
    pthread_join(worker, nullptr);
}
