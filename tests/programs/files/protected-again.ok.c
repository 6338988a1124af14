// A thread takes the right to access memory away when the other one has ended.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static volatile int *memory;

static void *work(void *unused)
{
    memory[0] = 1;
    return unused;
}

int main(void)
{
    pthread_t worker;
    memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((void *)memory == MAP_FAILED)
        return 0;
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    mprotect((void *)memory, 4096, PROT_NONE);
    return 0;
}
