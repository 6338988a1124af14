/* sys/prctl.h, sys/sysinfo.h, sys/sysmacros.h, gnu/libc-version.h: what Linux tells of itself. */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <time.h>

void *memset(void *, int, size_t);
size_t strlen(const char *);
void *memcpy(void *, const void *, size_t);
void __gmc_not_modelled(const char *);
int *__errno_location(void);

/* What nobody sees is remembered nowhere: that a process may be traced, that it is killed with its parent's debugger. */
int prctl(int what, ...)
{
    va_list all;
    va_start(all, what);
    char name[16] = "";
    switch (what) {
    case PR_SET_NAME: {
        const char *from = va_arg(all, const char *);
        size_t length = strlen(from);
        memcpy(name, from, length < 15 ? length : 15);
        return pthread_setname_np(pthread_self(), name);
    }
    case PR_GET_NAME:
        return pthread_getname_np(pthread_self(), va_arg(all, char *), 16);
    case PR_SET_DUMPABLE:
    case PR_SET_KEEPCAPS:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_TIMERSLACK:
    case PR_SET_PTRACER:
        return 0;
    default:
        __gmc_not_modelled("`prctl` with an option that is not modelled");
        *__errno_location() = 22;
        return -1;
    }
}

/* A small machine that does nothing else. */
int sysinfo(struct sysinfo *to)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    memset(to, 0, sizeof *to);
    to->uptime = now.tv_sec;
    to->totalram = 1ul << 30;
    to->freeram = 1ul << 29;
    to->procs = 1;
    to->mem_unit = 1;
    return 0;
}

unsigned gnu_dev_major(dev_t device)
{
    return (device >> 8 & 0xfff) | (unsigned)(device >> 32 & ~0xfffull);
}

unsigned gnu_dev_minor(dev_t device)
{
    return (device & 0xff) | (unsigned)(device >> 12 & ~0xffull);
}

dev_t gnu_dev_makedev(unsigned major, unsigned minor)
{
    return (dev_t)(major & 0xfffu) << 8 | (dev_t)(major & ~0xfffu) << 32 | (minor & 0xffu) | (dev_t)(minor & ~0xffu) << 12;
}

const char *gnu_get_libc_version(void)
{
    return "2.36";
}
