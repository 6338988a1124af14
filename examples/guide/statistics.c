// A server counts its requests without a lock, on purpose, and its money with one.
#include <pthread.h>

static int requests; // gmc_allow: data-race
static int money;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *serve(void *arg)
{
    requests++;
    pthread_mutex_lock(&lock);
    money += 10;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, serve, NULL);
    serve(NULL);
    pthread_join(thread, NULL);
    return money - 20;
}
