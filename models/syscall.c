/* unistd.h, sys/syscall.h: `syscall`, which does what the function of the same name does. What has no such function, or
   can be switched off in Linux (io_uring), is not there: ENOSYS. The rest is not modelled. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int *__errno_location(void);
void __gmc_not_modelled(const char *);

enum { NOT_THERE = 38 };

static long absent(void)
{
    *__errno_location() = NOT_THERE;
    return -1;
}

/* Calls of the kernel return -1 and set errno, as their functions do; so what these return is passed on. */
long syscall(long number, ...)
{
    va_list all;
    va_start(all, number);
#define INT va_arg(all, int)
#define SIZE va_arg(all, size_t)
#define POINTER va_arg(all, void *)
    int first;
    void *place;
    size_t count;
    switch (number) {
    case SYS_getpid:
        return getpid();
    case SYS_getppid:
        return getppid();
    case SYS_getuid:
        return getuid();
    case SYS_geteuid:
        return geteuid();
    case SYS_getgid:
        return getgid();
    case SYS_getegid:
        return getegid();
    case SYS_gettid:
        return gettid();
    case SYS_sched_yield:
        return sched_yield();
    case SYS_close:
        return close(INT);
    case SYS_dup:
        return dup(INT);
    case SYS_pipe2:
        place = POINTER;
        return pipe2(place, INT);
    case SYS_read:
        first = INT;
        place = POINTER;
        return read(first, place, SIZE);
    case SYS_write:
        first = INT;
        place = POINTER;
        return write(first, place, SIZE);
    case SYS_getrandom:
        place = POINTER;
        count = SIZE;
        return getrandom(place, count, (unsigned)INT);
    case SYS_kill:
        first = INT;
        return kill(first, INT);
    case SYS_exit_group:
        _exit(INT);
    case SYS_io_uring_setup:
    case SYS_io_uring_enter:
    case SYS_io_uring_register:
    case SYS_statx:
    case SYS_copy_file_range:
#ifdef SYS__sysctl
    case SYS__sysctl:
#endif
        return absent();
    default:
        __gmc_not_modelled("`syscall` of a number that is not modelled");
        return absent();
    }
}
