// Calls of a function that does nothing visible: they are seen all the same.
//@ violation: ltl
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int result;

gmc_ltl("exclusive", "G !({at(critical, 1)} && {at(critical, 2)})");

// Does nothing that another thread could notice.
static int __attribute__((noinline)) critical(int number) {
    int sum = 0;
    for (int i = 0; i < number; i++)
        sum += i;
    return sum;
}

static void *run(void *number) {
    int sum = critical(2 + (int)(long)number);
    return (void *)(long)sum;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, (void *)0);
    pthread_create(&b, 0, run, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
