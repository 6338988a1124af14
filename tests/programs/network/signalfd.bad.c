// Two children end, and one signal waits for both of them: who reads once and waits once has seen only one.
#include <assert.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    struct signalfd_siginfo got;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int file = signalfd(-1, &set, 0);
    for (int i = 0; i < 2; i++)
        if (fork() == 0)
            _exit(0);
    for (int i = 0; i < 2; i++) {
        if (read(file, &got, sizeof got) != sizeof got) //~ deadlock
            return 1;
        wait(NULL);
    }
    close(file);
    return 0;
}
