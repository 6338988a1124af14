// A receive with a time limit may come back with nothing.
//@ check: --clock ordered
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int pair[2];

static void *answer(void *unused)
{
    char question;
    if (recv(pair[1], &question, 1, 0) == 1)
        send(pair[1], "!", 1, 0);
    return NULL;
}

int main(void)
{
    char byte = 0;
    pthread_t thread;
    struct timeval limit = { 1, 0 };
    socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
    setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    pthread_create(&thread, NULL, answer, NULL);
    send(pair[0], "?", 1, 0);
    recv(pair[0], &byte, 1, 0);
    assert(byte == '!'); //~ assertion
    pthread_join(thread, NULL);
    close(pair[0]);
    close(pair[1]);
    return 0;
}
