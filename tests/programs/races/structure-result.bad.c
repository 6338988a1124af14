// A result that is a structure goes to a variable that another thread writes.
#include <pthread.h>
#include <stdlib.h>

static ldiv_t result;
static volatile int number = 7;

static void *one(void *unused)
{
    result = ldiv(number, 2); //~| data-race
    return unused;
}

static void *two(void *unused)
{
    result = ldiv(number, 3); //~| data-race
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
