// Who sets the locale races with who uses it.
#define _GNU_SOURCE
#include <locale.h>
#include <pthread.h>

static void *one(void *unused)
{
    localeconv(); //~| data-race
    return unused;
}

static void *two(void *unused)
{
    setlocale(LC_ALL, "C"); //~| data-race
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
