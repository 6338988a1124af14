// Who sets the locale races with who uses it: with a lock, that is in order.
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *one(void *unused)
{
    pthread_mutex_lock(&mutex);
    localeconv();
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *two(void *unused)
{
    pthread_mutex_lock(&mutex);
    setlocale(LC_ALL, "C");
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
