// Two threads count in a file, one at a time.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *file)
{
    unsigned char n;
    int number = *(int *)file;
    pthread_mutex_lock(&lock);
    pread(number, &n, 1, 0);
    n++;
    pwrite(number, &n, 1, 0);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int file = open("/tmp/gmc-count", O_RDWR | O_CREAT, 0600);
    unsigned char n = 0;
    pwrite(file, &n, 1, 0);
    pthread_t one, other;
    pthread_create(&one, NULL, count, &file);
    pthread_create(&other, NULL, count, &file);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    pread(file, &n, 1, 0);
    assert(n == 2);
    return 0;
}
