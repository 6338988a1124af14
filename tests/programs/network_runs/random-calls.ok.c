// Random calls of sockets of all kinds, of epoll and of poll, in one thread that never waits: what they return, and what
// poll says of every file afterwards, is what Linux says.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef CASES
#define CASES 60
#define SEED 1
#endif

enum { SLOTS = 10, NAMES = 4 };

static int files[SLOTS], named[SLOTS];
static int instance;
static unsigned long long state = SEED * 2654435761ULL + 12345;

static unsigned draw(unsigned most)
{
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % most;
}

static void told(const char *what, int at, long result)
{
    printf("%s %d: %ld %s\n", what, at, result, result < 0 ? strerror(errno) : "");
}

static const int kinds[7][2] = {
    { AF_INET, SOCK_STREAM }, { AF_INET6, SOCK_STREAM }, { AF_INET, SOCK_DGRAM }, { AF_INET6, SOCK_DGRAM },
    { AF_UNIX, SOCK_STREAM }, { AF_UNIX, SOCK_DGRAM },   { AF_UNIX, SOCK_SEQPACKET },
};

static int family_of(int file)
{
    int family = -1;
    socklen_t length = sizeof family;
    return getsockopt(file, SOL_SOCKET, SO_DOMAIN, &family, &length) < 0 ? -1 : family;
}

static int kind_of(int file)
{
    int kind = -1;
    socklen_t length = sizeof kind;
    return getsockopt(file, SOL_SOCKET, SO_TYPE, &kind, &length) < 0 ? -1 : kind;
}

static int free_slot(void)
{
    for (int i = 0; i < SLOTS; i++)
        if (files[i] < 0)
            return i;
    return -1;
}

/* Which slot has a name, for names that differ from run to run. */
static int owner(const struct sockaddr_storage *name, socklen_t length)
{
    if (length <= sizeof(sa_family_t))
        return -2;
    for (int i = 0; i < SLOTS; i++) {
        struct sockaddr_storage other;
        socklen_t size = sizeof other;
        if (files[i] >= 0 && getsockname(files[i], (struct sockaddr *)&other, &size) == 0 && size == length
            && memcmp(name, &other, size) == 0)
            return i;
    }
    return -1;
}

static socklen_t own_name(struct sockaddr_storage *name, int family)
{
    memset(name, 0, sizeof *name);
    name->ss_family = family;
    if (family == AF_INET) {
        ((struct sockaddr_in *)name)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return sizeof(struct sockaddr_in);
    }
    if (family == AF_INET6) {
        ((struct sockaddr_in6 *)name)->sin6_addr = in6addr_loopback;
        return sizeof(struct sockaddr_in6);
    }
    struct sockaddr_un *unix_name = (struct sockaddr_un *)name;
    return 3 + snprintf(unix_name->sun_path + 1, 90, "gmc-%08ld-%u", (long)getpid(), draw(NAMES));
}

static void bind_one(int i)
{
    struct sockaddr_storage name;
    socklen_t length = own_name(&name, family_of(files[i]));
    int done = bind(files[i], (struct sockaddr *)&name, length);
    told("bind", i, done);
    named[i] |= done == 0;
}

/* Whether a socket has a name that others can send to. */
static int has_name(int i)
{
    int listens = 0;
    socklen_t length = sizeof listens;
    if (files[i] < 0 || !named[i])
        return 0;
    getsockopt(files[i], SOL_SOCKET, SO_ACCEPTCONN, &listens, &length);
    return listens || family_of(files[i]) == AF_UNIX || kind_of(files[i]) == SOCK_DGRAM;
}

/* The name of another socket, or one that nobody has. */
static socklen_t other_name(struct sockaddr_storage *name, int *whose)
{
    *whose = draw(SLOTS);
    socklen_t length = sizeof *name;
    memset(name, 0, sizeof *name);
    if (has_name(*whose) && getsockname(files[*whose], (struct sockaddr *)name, &length) == 0 && length > 2
        && (name->ss_family == AF_UNIX || ((struct sockaddr_in *)name)->sin_port != 0))
        return length;
    *whose = -1;
    length = own_name(name, kinds[draw(7)][0]);
    if (name->ss_family == AF_UNIX)
        ((struct sockaddr_un *)name)->sun_path[1] = 'x';
    else
        ((struct sockaddr_in *)name)->sin_port = htons(1);
    return length;
}

static void add(int file, int waits)
{
    int at = free_slot();
    if (at < 0) {
        close(file);
        return;
    }
    files[at] = file;
    named[at] = 0;
    if (!waits)
        fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
    printf("  is in %d\n", at);
}

static void connect_one(int i)
{
    struct sockaddr_storage name;
    int whose;
    socklen_t length = other_name(&name, &whose);
    /* Linux does not always find one again that has had another peer. */
    if (name.ss_family != AF_UNIX && kind_of(files[i]) == SOCK_DGRAM && getpeername(files[i], (struct sockaddr *)&name, &length) == 0)
        return;
    printf("to %d family %d ", whose, name.ss_family);
    told("connect", i, connect(files[i], (struct sockaddr *)&name, length));
}

static void accept_one(int i)
{
    struct sockaddr_storage name;
    memset(&name, 0, sizeof name);
    socklen_t length = sizeof name;
    int file = accept4(files[i], (struct sockaddr *)&name, &length, SOCK_NONBLOCK);
    told("accept", i, file < 0 ? -1 : 0);
    if (file >= 0) {
        printf("  from %d length %u\n", owner(&name, length), length);
        add(file, 0);
    }
}

static void send_one(int i, int names)
{
    char data[200];
    struct sockaddr_storage name;
    int whose = -1, count = draw(200);
    socklen_t length = names ? other_name(&name, &whose) : 0;
    memset(data, 'a' + draw(26), sizeof data);
    printf("to %d of %d bytes ", whose, count);
    told("send", i, sendto(files[i], data, count, MSG_NOSIGNAL, names ? (struct sockaddr *)&name : NULL, length));
}

static void receive_one(int i)
{
    static const int all_flags[] = { 0, 0, 0, MSG_PEEK, MSG_WAITALL, MSG_TRUNC };
    char data[300];
    struct sockaddr_storage name;
    memset(&name, 0, sizeof name);
    socklen_t length = sizeof name;
    int flags = all_flags[draw(6)], count = 1 + draw(300);
    if (kind_of(files[i]) == SOCK_STREAM)
        flags &= ~MSG_TRUNC;
    data[0] = 0;
    long done = recvfrom(files[i], data, count, flags, (struct sockaddr *)&name, &length);
    told("receive", i, done);
    if (done > 0)
        printf("  %c from %d length %u\n", data[0], family_of(files[i]) == AF_UNIX ? owner(&name, length) : 0, length);
}

static void send_file(int i)
{
    char byte = 'r';
    int which = draw(SLOTS);
    struct iovec part = { &byte, 1 };
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control };
    struct cmsghdr *entry = CMSG_FIRSTHDR(&message);
    entry->cmsg_level = SOL_SOCKET;
    entry->cmsg_type = SCM_RIGHTS;
    entry->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(entry), &files[which], sizeof(int));
    if (family_of(files[i]) == AF_UNIX)
        told("send file", i, sendmsg(files[i], &message, MSG_NOSIGNAL));
}

static void receive_file(int i)
{
    char bytes[20];
    struct iovec parts[2] = { { bytes, 5 }, { bytes + 10, 5 } };
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2, .msg_control = control.bytes, .msg_controllen = sizeof control };
    long done = recvmsg(files[i], &message, 0);
    told("receive parts", i, done);
    if (done < 0)
        return;
    printf("  flags %#x control %lu\n", message.msg_flags, (unsigned long)message.msg_controllen);
    for (struct cmsghdr *entry = CMSG_FIRSTHDR(&message); entry; entry = CMSG_NXTHDR(&message, entry)) {
        int file;
        memcpy(&file, CMSG_DATA(entry), sizeof file);
        if (entry->cmsg_level == SOL_SOCKET && entry->cmsg_type == SCM_RIGHTS)
            add(file, 1);
    }
}

static void ask(int i)
{
    struct sockaddr_storage name;
    memset(&name, 0, sizeof name);
    socklen_t length = sizeof name;
    int value = -1;
    switch (draw(4)) {
    case 0:
        told("peer", i, getpeername(files[i], (struct sockaddr *)&name, &length));
        break;
    case 1:
        told("name", i, getsockname(files[i], (struct sockaddr *)&name, &length));
        break;
    case 2:
        length = sizeof value;
        told("error", i, getsockopt(files[i], SOL_SOCKET, SO_ERROR, &value, &length));
        printf("  %d\n", value);
        return;
    default:
        told("unread", i, ioctl(files[i], FIONREAD, &value));
        printf("  %d\n", value);
        return;
    }
    printf("  family %d length %u\n", name.ss_family, length == sizeof name ? 0 : name.ss_family == AF_UNIX ? length > 2 : length);
}

static void control(int i)
{
    static const unsigned kinds_of_events[] = { EPOLLIN, EPOLLOUT, EPOLLIN | EPOLLOUT, EPOLLIN | EPOLLRDHUP, 0 };
    static const unsigned manners[] = { 0, 0, EPOLLET, EPOLLONESHOT, EPOLLET | EPOLLONESHOT };
    struct epoll_event event = { kinds_of_events[draw(5)] | manners[draw(5)], { .u32 = i } };
    int operation = 1 + draw(3);
    printf("events %#x operation %d ", event.events, operation);
    told("control", i, epoll_ctl(instance, operation, files[i], &event));
}

static void wait_for_some(void)
{
    struct epoll_event events[SLOTS];
    int count = epoll_wait(instance, events, 1 + draw(SLOTS), 0);
    printf("waited: %d\n", count);
    for (int i = 0; i < count; i++)
        printf("  %u %#x\n", events[i].data.u32, events[i].events);
    struct pollfd again = { instance, POLLIN, 0 };
    printf("  again %d\n", poll(&again, 1, 0));
}

static void show_all(void)
{
    struct pollfd all[SLOTS];
    for (int i = 0; i < SLOTS; i++)
        all[i] = (struct pollfd){ files[i], POLLIN | POLLOUT | POLLRDHUP | POLLRDNORM | POLLWRNORM | POLLWRBAND, 0 };
    poll(all, SLOTS, 0);
    printf("  [");
    for (int i = 0; i < SLOTS; i++)
        printf(files[i] < 0 ? " -" : " %x", all[i].revents);
    printf(" ]\n");
}

static void step(void)
{
    static const struct linger aborts = { 1, 0 };
    int i = draw(SLOTS), pair[2];
    const int *kind = kinds[draw(7)];
    if (files[i] < 0 || draw(12) == 0) {
        if (draw(4) == 0) {
            long made = socketpair(AF_UNIX, kinds[4 + draw(3)][1] | SOCK_NONBLOCK, 0, pair);
            told("pair", i, made);
            add(pair[0], 0);
            add(pair[1], 0);
        } else {
            int file = socket(kind[0], kind[1] | SOCK_NONBLOCK, 0);
            printf("socket %d %d\n", kind[0], kind[1]);
            add(file, 0);
        }
        return;
    }
    switch (draw(20)) {
    case 0:
    case 1:
        bind_one(i);
        break;
    case 2:
        told("listen", i, listen(files[i], draw(3)));
        break;
    case 3:
    case 4:
    case 5:
        connect_one(i);
        break;
    case 6:
        accept_one(i);
        break;
    case 7:
    case 8:
        send_one(i, 0);
        break;
    case 9:
        send_one(i, 1);
        break;
    case 10:
    case 11:
    case 12:
        receive_one(i);
        break;
    case 13:
        if (getpeername(files[i], (struct sockaddr *)&(struct sockaddr_storage){ 0 }, &(socklen_t){ 0 }) == 0)
            told("shutdown", i, shutdown(files[i], draw(3)));
        break;
    case 14:
        told("close", i, close(files[i]));
        files[i] = -1;
        break;
    case 15:
        ask(i);
        break;
    case 16:
    case 17:
        control(i);
        break;
    case 18:
        if (draw(4) == 0)
            told("linger", i, setsockopt(files[i], SOL_SOCKET, SO_LINGER, &aborts, sizeof aborts));
        else if (draw(2))
            send_file(i);
        else
            receive_file(i);
        break;
    default:
        wait_for_some();
    }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    instance = epoll_create1(0);
    for (int i = 0; i < SLOTS; i++)
        files[i] = -1;
    for (int i = 0; i < CASES; i++) {
        step();
        show_all();
    }
    for (int i = 0; i < SLOTS; i++)
        if (files[i] >= 0)
            close(files[i]);
    close(instance);
    return 0;
}
