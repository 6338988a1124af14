/* unistd.h, sys/syscall.h: `syscall`, which does what the function of the same name does. What has no such function, or
   can be switched off in Linux (io_uring), is not there: ENOSYS. The rest is not modelled. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int *__errno_location(void);
void __gmc_not_modelled(const char *);

enum { AGAIN = 11, NOT_THERE = 38, TIMED_OUT = 110 };

static long absent(void)
{
    *__errno_location() = NOT_THERE;
    return -1;
}

/* Threads that wait for a futex, in the order in which they came. */
struct waiter {
    int *word;
    int is_woken;
    pthread_cond_t woken;
    struct waiter *next;
};

static struct waiter *waiters;
static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;

static int fail(int code)
{
    *__errno_location() = code;
    return -1;
}

static int futex_wait(int *word, int value, const struct timespec *limit)
{
    struct waiter mine = {word, 0, PTHREAD_COND_INITIALIZER, NULL};
    struct waiter **end = &waiters;
    int error = 0;
    pthread_mutex_lock(&queue);
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) {
        pthread_mutex_unlock(&queue);
        return fail(AGAIN);
    }
    while (*end)
        end = &(*end)->next;
    *end = &mine;
    while (!mine.is_woken && !error)
        error = limit ? pthread_cond_timedwait(&mine.woken, &queue, limit) : pthread_cond_wait(&mine.woken, &queue);
    if (!mine.is_woken) {
        for (end = &waiters; *end != &mine;)
            end = &(*end)->next;
        *end = mine.next;
    }
    pthread_mutex_unlock(&queue);
    pthread_cond_destroy(&mine.woken);
    return mine.is_woken ? 0 : fail(TIMED_OUT);
}

static int futex_wake(int *word, int most)
{
    int count = 0;
    pthread_mutex_lock(&queue);
    for (struct waiter **at = &waiters; *at && count < most;) {
        struct waiter *it = *at;
        if (it->word != word) {
            at = &it->next;
            continue;
        }
        *at = it->next;
        it->is_woken = 1;
        pthread_cond_signal(&it->woken);
        count++;
    }
    pthread_mutex_unlock(&queue);
    return count;
}

/* Only who waits has a limit; who wakes others may leave that argument out. */
static long futex(int *word, int what, int value, va_list *rest)
{
    const struct timespec *limit;
    struct timespec until;
    switch (what & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT:
        limit = va_arg(*rest, void *);
        if (!limit)
            return futex_wait(word, value, NULL);
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += limit->tv_sec;
        until.tv_nsec += limit->tv_nsec;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        return futex_wait(word, value, &until);
    case FUTEX_WAIT_BITSET:
        return futex_wait(word, value, va_arg(*rest, void *));
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
        return futex_wake(word, value);
    default:
        __gmc_not_modelled("`syscall(SYS_futex)` with an operation that is not modelled");
        return absent();
    }
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
    case SYS_futex: {
        int *word = POINTER;
        first = INT;
        int value = INT;
        return futex(word, first, value, &all);
    }
    /* Memory is sequentially consistent: a barrier for all threads orders nothing more. The first command asks which
       there are. */
    case SYS_membarrier:
        return INT == 0 ? 1 | 1 << 3 | 1 << 4 : 0;
    case SYS_clock_gettime:
        first = INT;
        return clock_gettime(first, POINTER);
    case SYS_nanosleep:
        place = POINTER;
        return nanosleep(place, POINTER);
    case SYS_getcpu: {
        unsigned *cpu = POINTER, *node = POINTER;
        if (cpu) *cpu = 0;
        if (node) *node = 0;
        return 0;
    }
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
