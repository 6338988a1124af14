/* Calls of a program that it is linked with (ld --wrap): with CRASH_AT=N in the environment, the process ends without a
   word before the call with this number, counted from 0, with 77. The last one is the end of the program. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static long left = -2;

static void count(void)
{
    if (left == -2) {
        const char *at = getenv("CRASH_AT");
        left = at ? atol(at) : -1;
    }
    if (left == 0)
        _exit(77);
    if (left > 0)
        left--;
}

__attribute__((destructor)) static void end(void)
{
    count();
}

int __real_open(const char *name, int flags, ...);

int __wrap_open(const char *name, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    count();
    return __real_open(name, flags, mode);
}

#define WRAP(result, name, parameters, arguments)                                                                      \
    result __real_##name parameters;                                                                                   \
    result __wrap_##name parameters                                                                                    \
    {                                                                                                                  \
        count();                                                                                                       \
        return __real_##name arguments;                                                                                \
    }

WRAP(ssize_t, write, (int file, const void *from, size_t size), (file, from, size))
WRAP(ssize_t, read, (int file, void *to, size_t size), (file, to, size))
WRAP(int, close, (int file), (file))
WRAP(int, mkdir, (const char *name, mode_t mode), (name, mode))
WRAP(int, unlink, (const char *name), (name))
WRAP(int, rename, (const char *from, const char *to), (from, to))
WRAP(int, link, (const char *from, const char *to), (from, to))
WRAP(int, access, (const char *name, int mode), (name, mode))
WRAP(int, ftruncate, (int file, off_t size), (file, size))
