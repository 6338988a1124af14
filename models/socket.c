/* sys/socket.h, sys/uio.h, poll.h and the like: what follows from other functions of sockets and of waiting. */

#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
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

enum { INVALID = 22, NO_MEMORY = 12, NOT_SOCKET = 88, MOST = 1024 };

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

/* The entry of control data after another; none if there is no whole one. */
struct cmsghdr *__cmsg_nxthdr(struct msghdr *message, struct cmsghdr *entry)
{
    char *end = (char *)message->msg_control + message->msg_controllen;
    size_t size = CMSG_ALIGN(entry->cmsg_len);
    if (entry->cmsg_len < sizeof *entry || size > (size_t)(end - (char *)entry))
        return NULL;
    struct cmsghdr *next = (struct cmsghdr *)((char *)entry + size);
    if ((size_t)(end - (char *)next) < sizeof *next || CMSG_ALIGN(next->cmsg_len) > (size_t)(end - (char *)next))
        return NULL;
    return next;
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

/* Milliseconds, rounded up; -1 for ever. */
static int milliseconds(const struct timespec *time)
{
    return time ? (int)(time->tv_sec * 1000 + (time->tv_nsec + 999999) / 1000000) : -1;
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    sigset_t before;
    if (time && (time->tv_nsec < 0 || time->tv_nsec > 999999999 || time->tv_sec < 0))
        return fail(INVALID);
    if (mask)
        sigprocmask(SIG_SETMASK, mask, &before);
    int ready = poll(files, count, milliseconds(time));
    if (mask)
        sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

int epoll_pwait(int file, struct epoll_event *events, int most, int time, const sigset_t *mask)
{
    sigset_t before;
    if (mask)
        sigprocmask(SIG_SETMASK, mask, &before);
    int ready = epoll_wait(file, events, most, time);
    if (mask)
        sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

int epoll_pwait2(int file, struct epoll_event *events, int most, const struct timespec *time, const sigset_t *mask)
{
    return epoll_pwait(file, events, most, milliseconds(time), mask);
}

int eventfd_read(int file, eventfd_t *value)
{
    return read(file, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int file, eventfd_t value)
{
    return write(file, &value, sizeof value) == sizeof value ? 0 : -1;
}

int sendmmsg(int file, struct mmsghdr *messages, unsigned count, int flags)
{
    unsigned done = 0;
    for (; done < count && done < MOST; done++) {
        ssize_t sent = sendmsg(file, &messages[done].msg_hdr, flags);
        if (sent < 0)
            break;
        messages[done].msg_len = sent;
    }
    return done > 0 || count == 0 ? (int)done : -1;
}

/* The time is looked at after a message, as in Linux: who waits for none waits for ever. */
int recvmmsg(int file, struct mmsghdr *messages, unsigned count, int flags, struct timespec *time)
{
    unsigned done = 0;
    for (; done < count && done < MOST; done++) {
        ssize_t got = recvmsg(file, &messages[done].msg_hdr, flags & ~MSG_WAITFORONE);
        if (got < 0)
            break;
        messages[done].msg_len = got;
        if (flags & MSG_WAITFORONE)
            flags |= MSG_DONTWAIT;
    }
    return done > 0 || count == 0 ? (int)done : -1;
}
