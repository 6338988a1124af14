// Two mappings of a file in several threads are not modelled.
//@ unknown: several mappings that share one file
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile int *first, *second;

static void *work(void *unused)
{
    *second = 1;
    return unused;
}

int main(void)
{
    pthread_t worker;
    int file = open("/tmp/shared", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, 4096) != 0)
        return 0;
    first = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    second = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if ((void *)first == MAP_FAILED || (void *)second == MAP_FAILED)
        return 0;
    pthread_create(&worker, 0, work, 0);
    *first = 2;
    pthread_join(worker, 0);
    return 0;
}
