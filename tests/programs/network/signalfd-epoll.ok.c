// An event loop over a pipe and signals: a signal that the process sends to itself waits in the file.
#include <assert.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    struct signalfd_siginfo got;
    struct epoll_event event = {.events = EPOLLIN};
    int ends[2], signals, pipes = 0, loop = epoll_create1(0);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signals = signalfd(-1, &set, 0);
    assert(pipe(ends) == 0);
    event.data.fd = signals;
    assert(epoll_ctl(loop, EPOLL_CTL_ADD, signals, &event) == 0);
    event.data.fd = ends[0];
    assert(epoll_ctl(loop, EPOLL_CTL_ADD, ends[0], &event) == 0);
    if (fork() == 0) {
        assert(write(ends[1], "x", 1) == 1);
        kill(getppid(), SIGTERM);
        _exit(0);
    }
    for (;;) {
        char c;
        assert(epoll_wait(loop, &event, 1, -1) == 1);
        if (event.data.fd == signals) {
            assert(read(signals, &got, sizeof got) == sizeof got && got.ssi_signo == SIGTERM);
            break;
        }
        pipes += read(ends[0], &c, 1);
    }
    assert(pipes <= 1);
    return 0;
}
