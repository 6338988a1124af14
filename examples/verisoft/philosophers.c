/* Philosophers who take the left fork first, until all wait: each is a process, each fork a semaphore. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef N
#define N 3
#endif

void semcreate(int number, int value);
void semwait(int number);
void semsignal(int number);

static void philosopher(int me) {
    for (;;) {
        semwait(me);
        semwait((me + 1) % N);
        semsignal(me);
        semsignal((me + 1) % N);
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        semcreate(i, 1);
    for (int i = 0; i < N; i++)
        if (fork() == 0) {
            philosopher(i);
            exit(0);
        }
    for (int i = 0; i < N; i++)
        wait(0);
}
