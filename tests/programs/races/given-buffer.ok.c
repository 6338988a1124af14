// Two threads write to a stream, which has a buffer of the program's: the stream has a lock.
#include <pthread.h>
#include <stdio.h>

static char buffer[64], other[64];

static void *one(void *unused)
{
    putchar('a');
    return unused;
}

static void *two(void *unused)
{
    putchar('b');
    other[0] = 'c';
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
