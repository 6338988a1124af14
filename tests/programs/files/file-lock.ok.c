// Open files of one file exclude each other, until they are closed.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static int count;

static void *add(void *unused)
{
    int file = open("/tmp/lock", O_RDWR | O_CREAT, 0600);
    flock(file, LOCK_EX);
    count++;
    close(file);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(count == 2);
    return 0;
}
