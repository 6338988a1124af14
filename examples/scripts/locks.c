/* Two locks that are taken in both orders, one of them by way of a function. */
#include <pthread.h>

static pthread_mutex_t in = PTHREAD_MUTEX_INITIALIZER, out = PTHREAD_MUTEX_INITIALIZER;
static int here, there;

static void arrive(void)
{
    pthread_mutex_lock(&in);
    here++;
    pthread_mutex_unlock(&in);
}

static void *leave(void *unused)
{
    pthread_mutex_lock(&out);
    there++;
    arrive();
    pthread_mutex_unlock(&out);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, leave, 0);
    pthread_mutex_lock(&in);
    pthread_mutex_lock(&out);
    here--;
    pthread_mutex_unlock(&out);
    pthread_mutex_unlock(&in);
    return pthread_join(thread, 0);
}
