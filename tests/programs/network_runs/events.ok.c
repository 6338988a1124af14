// eventfd, epoll, poll and their kin in one thread: what they return.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define SHOW(it) do { errno = 0; long got = (it); printf("%s: %ld %s\n", #it, got, got < 0 ? strerror(errno) : ""); } while (0)

static void counters(void)
{
    uint64_t value = 5;
    int file = eventfd(3, EFD_NONBLOCK), units = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
    SHOW(eventfd_write(file, 4));
    SHOW(eventfd_read(file, &value));
    printf("%llu\n", (unsigned long long)value);
    SHOW(eventfd_read(file, &value));
    SHOW(read(file, &value, 4));
    value = UINT64_MAX;
    SHOW(write(file, &value, 8));
    value = UINT64_MAX - 1;
    SHOW(write(file, &value, 8));
    SHOW(eventfd_write(file, 1));
    struct pollfd both[2] = { { file, POLLIN | POLLOUT, 0 }, { units, POLLIN | POLLOUT, 0 } };
    SHOW(ppoll(both, 2, NULL, NULL));
    printf("%#x %#x\n", both[0].revents, both[1].revents);
    for (int i = 0; i < 3; i++)
        SHOW(read(units, &value, 8));
    SHOW(eventfd(0, 77));
    close(file);
    close(units);
}

static void instances(void)
{
    int ends[2], inner = epoll_create1(EPOLL_CLOEXEC), outer = epoll_create(1);
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = &inner } }, found[3];
    pipe(ends);
    SHOW(epoll_create(0));
    SHOW(epoll_ctl(inner, EPOLL_CTL_ADD, ends[0], &event));
    SHOW(epoll_ctl(inner, EPOLL_CTL_ADD, ends[0], &event));
    SHOW(epoll_ctl(inner, EPOLL_CTL_MOD, ends[1], &event));
    SHOW(epoll_ctl(inner, EPOLL_CTL_DEL, ends[1], NULL));
    SHOW(epoll_ctl(inner, EPOLL_CTL_ADD, inner, &event));
    SHOW(epoll_ctl(inner, EPOLL_CTL_ADD, 99, &event));
    SHOW(epoll_ctl(ends[0], EPOLL_CTL_ADD, ends[1], &event));
    SHOW(epoll_ctl(outer, EPOLL_CTL_ADD, inner, &event));
    SHOW(epoll_ctl(inner, EPOLL_CTL_ADD, outer, &event));
    SHOW(epoll_wait(outer, found, 3, 0));
    SHOW(write(ends[1], "x", 1));
    SHOW(epoll_wait(outer, found, 3, -1));
    SHOW(epoll_pwait(inner, found, 3, 5, NULL));
    printf("%d %#x\n", found[0].data.ptr == &inner, found[0].events);
    SHOW(epoll_wait(inner, found, 0, 0));
    SHOW(read(inner, found, 1));
    close(ends[0]);
    SHOW(epoll_wait(inner, found, 3, 0));
    SHOW(epoll_pwait2(outer, found, 3, &(struct timespec){ 0, 1 }, NULL));
    close(ends[1]);
    close(inner);
    close(outer);
}

static void messages(void)
{
    int ends[2], one = 1, zero = 0;
    char in[2][8];
    struct iovec out_parts[2] = { { "ab", 2 }, { "cde", 3 } }, in_parts[2] = { { in[0], 8 }, { in[1], 8 } };
    struct mmsghdr messages[2] = { { .msg_hdr = { .msg_iov = &out_parts[0], .msg_iovlen = 1 } },
                                   { .msg_hdr = { .msg_iov = &out_parts[1], .msg_iovlen = 1 } } };
    SHOW(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends));
    SHOW(sendmmsg(ends[0], messages, 2, 0));
    messages[0].msg_hdr.msg_iov = &in_parts[0];
    messages[1].msg_hdr.msg_iov = &in_parts[1];
    SHOW(recvmmsg(ends[1], messages, 2, MSG_WAITFORONE, NULL));
    printf("%u %u %.2s %.3s\n", messages[0].msg_len, messages[1].msg_len, in[0], in[1]);
    SHOW(ioctl(ends[1], FIONBIO, &one));
    SHOW(recv(ends[1], in[0], 8, 0));
    SHOW(fcntl(ends[1], F_GETFL) & O_NONBLOCK);
    SHOW(ioctl(ends[1], FIONBIO, &zero));
    SHOW(writev(ends[0], out_parts, 2));
    SHOW(readv(ends[1], in_parts, 2));
    fd_set set;
    FD_ZERO(&set);
    FD_SET(ends[1], &set);
    SHOW(pselect(ends[1] + 1, &set, NULL, NULL, &(struct timespec){ 0, 1 }, NULL));
    SHOW(lseek(ends[0], 0, SEEK_CUR));
    SHOW(pread(ends[0], in, 1, 0));
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    counters();
    instances();
    messages();
    return 0;
}
