// A server that learns by a file of the end of its child, and of a signal that the child sends, whichever is first.
#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;
    struct signalfd_siginfo got;
    int sent = 0, ended = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGUSR1);
    assert(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
    int file = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    assert(file >= 0);
    assert(read(file, &got, sizeof got) == -1);
    pid_t child = fork();
    if (child == 0) {
        kill(getppid(), SIGUSR1);
        _exit(3);
    }
    while (!sent || !ended) {
        struct pollfd wait = {.fd = file, .events = POLLIN};
        assert(poll(&wait, 1, -1) == 1 && wait.revents == POLLIN);
        while (read(file, &got, sizeof got) == sizeof got) {
            assert((pid_t)got.ssi_pid == child);
            sent += got.ssi_signo == SIGUSR1;
            ended += got.ssi_signo == SIGCHLD;
        }
    }
    int status;
    assert(sent == 1 && ended == 1 && waitpid(child, &status, WNOHANG) == child);
    assert(WEXITSTATUS(status) == 3);
    close(file);
    return 0;
}
