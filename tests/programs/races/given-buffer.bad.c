// A thread writes to the buffer that the stream has.
#include <pthread.h>
#include <stdio.h>

static char buffer[64];

static void *one(void *unused)
{
    putchar('a'); //~| data-race
    return unused;
}

static void *two(void *unused)
{
    buffer[0] = 'c'; //~| data-race
    return unused;
}

int main(void)
{
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
