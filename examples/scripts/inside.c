// Two threads that must not be in `inside` at once, and a flag that does not keep them out.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static atomic_int work;

static void inside(void)
{
    work++;
    work--;
}

static void *visit(void *unused)
{
    if (!taken) {
        taken = 1;
        inside();
        taken = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t thread[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread[i], NULL, visit, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(thread[i], NULL);
    }
    return 0;
}
