/* sys/socket.h, sys/uio.h and sys/select.h: transfers in several parts, and properties of sockets. Sockets
   are pairs: there is no network. */

#define _GNU_SOURCE
#include <stddef.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int *__errno_location(void);
void __gmc_not_modelled(const char *);

enum { INVALID = 22, NO_MEMORY = 12, NOT_SOCKET = 88, NO_OPTION = 92, NO_FAMILY = 97, NO_OPERATION = 95, CONNECTED = 106, MOST = 1024 };

static int fail(int code)
{
    *__errno_location() = code;
    return -1;
}

/* How many bytes there are in all; -1 for what cannot be. */
static ssize_t total(const struct iovec *parts, int count)
{
    size_t size = 0;
    if (count < 0 || count > MOST)
        return fail(INVALID);
    for (int i = 0; i < count; i++) {
        size += parts[i].iov_len;
        if ((ssize_t)size < 0 || size < parts[i].iov_len)
            return fail(INVALID);
    }
    return size;
}

static char *gather(const struct iovec *parts, int count, size_t size)
{
    char *all = malloc(size ? size : 1), *to = all;
    if (!all)
        *__errno_location() = NO_MEMORY;
    for (int i = 0; all && i < count; i++) {
        memcpy(to, parts[i].iov_base, parts[i].iov_len);
        to += parts[i].iov_len;
    }
    return all;
}

static void scatter(const struct iovec *parts, const char *from, size_t size)
{
    for (; size > 0; parts++) {
        size_t some = parts->iov_len < size ? parts->iov_len : size;
        memcpy(parts->iov_base, from, some);
        from += some;
        size -= some;
    }
}

ssize_t writev(int file, const struct iovec *parts, int count)
{
    ssize_t size = total(parts, count);
    char *all = size < 0 ? NULL : gather(parts, count, size);
    ssize_t done = all ? write(file, all, size) : -1;
    free(all);
    return done;
}

ssize_t readv(int file, const struct iovec *parts, int count)
{
    ssize_t size = total(parts, count);
    char *all = size < 0 ? NULL : malloc(size ? size : 1);
    ssize_t done = all ? read(file, all, size) : -1;
    if (done > 0)
        scatter(parts, all, done);
    free(all);
    return done;
}

ssize_t sendto(int file, const void *from, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    return to ? fail(CONNECTED) : send(file, from, size, flags);
}

ssize_t recvfrom(int file, void *restrict to, size_t size, int flags, struct sockaddr *restrict from, socklen_t *restrict length)
{
    ssize_t done = recv(file, to, size, flags);
    if (done >= 0 && from && length)
        *length = 0;
    return done;
}

ssize_t sendmsg(int file, const struct msghdr *message, int flags)
{
    if (message->msg_controllen)
        return fail(NO_OPERATION);
    ssize_t size = total(message->msg_iov, message->msg_iovlen);
    char *all = size < 0 ? NULL : gather(message->msg_iov, message->msg_iovlen, size);
    ssize_t done = all ? send(file, all, size, flags) : -1;
    free(all);
    return done;
}

ssize_t recvmsg(int file, struct msghdr *message, int flags)
{
    ssize_t size = total(message->msg_iov, message->msg_iovlen);
    char *all = size < 0 ? NULL : malloc(size ? size : 1);
    ssize_t done = all ? recv(file, all, size, flags) : -1;
    if (done > 0)
        scatter(message->msg_iov, all, done);
    free(all);
    if (done >= 0) {
        message->msg_namelen = 0;
        message->msg_controllen = 0;
        message->msg_flags = 0;
    }
    return done;
}

/* Whether it is a socket; otherwise fails. */
static int is_socket(int file)
{
    struct stat status;
    if (fstat(file, &status) < 0)
        return 0;
    if (!S_ISSOCK(status.st_mode))
        fail(NOT_SOCKET);
    return S_ISSOCK(status.st_mode);
}

int getsockopt(int file, int level, int option, void *restrict to, socklen_t *restrict length)
{
    if (!is_socket(file))
        return -1;
    int value = 0;
    if (level != SOL_SOCKET)
        return fail(NO_OPERATION);
    switch (option) {
    case SO_TYPE:
        value = SOCK_STREAM;
        break;
    case SO_DOMAIN:
        value = AF_UNIX;
        break;
    case SO_SNDBUF:
    case SO_RCVBUF:
        value = 212992;
        break;
    case SO_RCVLOWAT:
        value = 1;
        break;
    }
    if (*length > sizeof value)
        *length = sizeof value;
    memcpy(to, &value, *length);
    return 0;
}

int setsockopt(int file, int level, int option, const void *value, socklen_t length)
{
    return is_socket(file) ? 0 : -1;
}

static int name_of(int file, struct sockaddr *to, socklen_t *length)
{
    sa_family_t family = AF_UNIX;
    if (!is_socket(file))
        return -1;
    memcpy(to, &family, *length < sizeof family ? *length : sizeof family);
    *length = sizeof family;
    return 0;
}

int getsockname(int file, struct sockaddr *restrict to, socklen_t *restrict length)
{
    return name_of(file, to, length);
}

int getpeername(int file, struct sockaddr *restrict to, socklen_t *restrict length)
{
    return name_of(file, to, length);
}

int sockatmark(int file)
{
    return is_socket(file) ? 0 : -1;
}

int isfdtype(int file, int type)
{
    struct stat status;
    return fstat(file, &status) < 0 ? -1 : (status.st_mode & S_IFMT) == (mode_t)type;
}

int socket(int family, int type, int protocol)
{
    __gmc_not_modelled("`socket`: there is no network");
    return fail(NO_FAMILY);
}

int bind(int file, const struct sockaddr *address, socklen_t length)
{
    return is_socket(file) ? fail(INVALID) : -1;
}

int listen(int file, int most)
{
    return is_socket(file) ? fail(INVALID) : -1;
}

int accept(int file, struct sockaddr *restrict address, socklen_t *restrict length)
{
    return is_socket(file) ? fail(INVALID) : -1;
}

int accept4(int file, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
    return is_socket(file) ? fail(INVALID) : -1;
}

int connect(int file, const struct sockaddr *address, socklen_t length)
{
    return is_socket(file) ? fail(CONNECTED) : -1;
}

int pselect(int count, fd_set *restrict in, fd_set *restrict out, fd_set *restrict errors, const struct timespec *restrict time, const sigset_t *restrict mask)
{
    struct timeval limit;
    sigset_t before;
    if (time)
        limit = (struct timeval){ time->tv_sec, (time->tv_nsec + 999) / 1000 };
    if (mask)
        sigprocmask(SIG_SETMASK, mask, &before);
    int ready = select(count, in, out, errors, time ? &limit : NULL);
    if (mask)
        sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}
