// A result that is a structure goes to a variable, with a lock.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ldiv_t result;
static volatile int number = 7;

static void *one(void *unused)
{
    pthread_mutex_lock(&mutex);
    result = ldiv(number, 2);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *two(void *unused)
{
    pthread_mutex_lock(&mutex);
    result = ldiv(number, 3);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
