// Two may enter, which exclude nobody.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter, inside;

static void *worker(void *unused)
{
    uint64_t one = 0;
    assert(read(counter, &one, sizeof one) == sizeof one && one == 1);
    inside++; //~| data-race
    assert(inside == 1); //~| data-race
    inside--; //~| data-race
    assert(write(counter, &one, sizeof one) == sizeof one);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    counter = eventfd(2, EFD_SEMAPHORE);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    close(counter);
    return 0;
}
