/* unistd.h: the functions that execute a program, in terms of the two that say all. */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

char *getenv(const char *);
char *strchr(const char *, int);
size_t strlen(const char *);
void *memcpy(void *, const void *, size_t);
int *__errno_location(void);

enum { NO_ENTRY = 2, TOO_LONG = 7, NO_ACCESS = 13, NOT_DIRECTORY = 20, NAME_TOO_LONG = 36, LONGEST = 256, MOST = 256 };

int execv(const char *path, char *const argv[])
{
    return execve(path, argv, environ);
}

/* Where a program is looked for whose name has no slash. The first error that is not that there is none counts. */
int execvpe(const char *file, char *const argv[], char *const envp[])
{
    char name[LONGEST];
    int denied = 0;
    if (strchr(file, '/'))
        return execve(file, argv, envp);
    if (!*file) {
        *__errno_location() = NO_ENTRY;
        return -1;
    }
    const char *path = getenv("PATH");
    if (!path)
        path = "/bin:/usr/bin";
    for (;;) {
        size_t length = 0, rest = strlen(file);
        while (path[length] && path[length] != ':')
            length++;
        if (length + rest + 2 > sizeof name) {
            *__errno_location() = NAME_TOO_LONG;
            return -1;
        }
        memcpy(name, path, length);
        if (length)
            name[length++] = '/';
        memcpy(name + length, file, rest + 1);
        execve(name, argv, envp);
        int error = *__errno_location();
        if (error == NO_ACCESS)
            denied = 1;
        else if (error != NO_ENTRY && error != NOT_DIRECTORY)
            return -1;
        path += length ? length - 1 : 0;
        if (!*path)
            break;
        path++;
    }
    *__errno_location() = denied ? NO_ACCESS : NO_ENTRY;
    return -1;
}

int execvp(const char *file, char *const argv[])
{
    return execvpe(file, argv, environ);
}

/* The arguments of a call up to the null pointer; none where there are too many. */
static int gather(const char *first, va_list *rest, char **to)
{
    int count = 0;
    for (const char *at = first; at; at = va_arg(*rest, char *)) {
        if (count == MOST) {
            *__errno_location() = TOO_LONG;
            return 0;
        }
        to[count++] = (char *)at;
    }
    to[count] = NULL;
    return 1;
}

int execl(const char *path, const char *arg, ...)
{
    char *argv[MOST + 1];
    va_list rest;
    va_start(rest, arg);
    int all = gather(arg, &rest, argv);
    va_end(rest);
    return all ? execve(path, argv, environ) : -1;
}

int execlp(const char *file, const char *arg, ...)
{
    char *argv[MOST + 1];
    va_list rest;
    va_start(rest, arg);
    int all = gather(arg, &rest, argv);
    va_end(rest);
    return all ? execvpe(file, argv, environ) : -1;
}

int execle(const char *path, const char *arg, ...)
{
    char *argv[MOST + 1];
    va_list rest;
    va_start(rest, arg);
    int all = gather(arg, &rest, argv);
    char *const *envp = va_arg(rest, char *const *);
    va_end(rest);
    return all ? execve(path, argv, envp) : -1;
}
