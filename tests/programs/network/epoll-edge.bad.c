// An edge is told once: who reads only a part of what is there and waits for the next edge waits for ever.
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *unused)
{
    write(ends[0], "a", 1);
    write(ends[0], "b", 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    struct epoll_event event = { .events = EPOLLIN | EPOLLET };
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
    int instance = epoll_create1(0);
    epoll_ctl(instance, EPOLL_CTL_ADD, ends[1], &event);
    pthread_create(&thread, NULL, writer, NULL);
    for (int got = 0; got < 2; got++) {
        char byte;
        epoll_wait(instance, &event, 1, -1); //~ deadlock
        read(ends[1], &byte, 1);
    }
    pthread_join(thread, NULL);
    return 0;
}
