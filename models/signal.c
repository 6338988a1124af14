/* signal.h and string.h: what signals are called, and the older ways to hold them back. */

#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>

extern struct file *stderr;
int fprintf(struct file *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int *__errno_location(void);

enum { INVALID = 22 };

static const char *const names[] = {
    [1] = "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error",
    "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault", "User defined signal 2", "Broken pipe",
    "Alarm clock", "Terminated", "Stack fault", "Child exited", "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)",
    "Stopped (tty output)", "Urgent I/O condition", "CPU time limit exceeded", "File size limit exceeded", "Virtual timer expired",
    "Profiling timer expired", "Window changed", "I/O possible", "Power failure", "Bad system call",
};

char *strsignal(int number)
{
    static __thread char text[40];
    if (number > 0 && number < (int)(sizeof names / sizeof *names))
        return (char *)names[number];
    if (number >= 34 && number <= 64)
        snprintf(text, sizeof text, "Real-time signal %d", number - 34);
    else
        snprintf(text, sizeof text, "Unknown signal %d", number);
    return text;
}

void psignal(int number, const char *message)
{
    int has = message && *message;
    fprintf(stderr, "%s%s%s\n", has ? message : "", has ? ": " : "", strsignal(number));
}

void psiginfo(const siginfo_t *info, const char *message)
{
    psignal(info->si_signo, message);
}

static int change(int how, int number)
{
    sigset_t set;
    sigemptyset(&set);
    if (sigaddset(&set, number) < 0)
        return -1;
    return sigprocmask(how, &set, NULL);
}

int sighold(int number)
{
    return change(SIG_BLOCK, number);
}

int sigrelse(int number)
{
    return change(SIG_UNBLOCK, number);
}

int sigignore(int number)
{
    struct sigaction action = { .sa_handler = SIG_IGN };
    return sigaction(number, &action, NULL);
}

sighandler_t sigset(int number, sighandler_t handler)
{
    struct sigaction action = { .sa_handler = handler }, before;
    sigset_t set, old;
    sigemptyset(&set);
    if (sigaddset(&set, number) < 0)
        return SIG_ERR;
    if (handler == SIG_HOLD) {
        if (sigaction(number, NULL, &before) < 0 || sigprocmask(SIG_BLOCK, &set, &old) < 0)
            return SIG_ERR;
    } else if (sigaction(number, &action, &before) < 0 || sigprocmask(SIG_UNBLOCK, &set, &old) < 0)
        return SIG_ERR;
    return sigismember(&old, number) ? SIG_HOLD : before.sa_handler;
}

int sigpause(int number)
{
    sigset_t set;
    sigprocmask(SIG_BLOCK, NULL, &set);
    if (sigdelset(&set, number) < 0)
        return -1;
    return sigsuspend(&set);
}
