// A thread that nobody waits for uses an object with static storage that is destroyed meanwhile.
#include <pthread.h>

struct Log {
    int *lines = new int(0);
    ~Log() { delete lines; }
};

static Log log;

static void *work(void *unused)
{
    *log.lines = 1; //~ use-after-free
    return unused;
}

int main()
{
    pthread_t worker;
    pthread_create(&worker, nullptr, work, nullptr);
    pthread_detach(worker);
}
