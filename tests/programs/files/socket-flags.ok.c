// A call of `recv` need not wait, or waits for all.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int pair[2];

static void *send_both(void *unused)
{
    send(pair[0], "a", 1, 0);
    send(pair[0], "b", 1, 0);
    return unused;
}

int main(void)
{
    char got[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    assert(recv(pair[1], got, 1, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    pthread_t sender;
    pthread_create(&sender, 0, send_both, 0);
    assert(recv(pair[1], got, 2, MSG_WAITALL) == 2 && got[1] == 'b');
    pthread_join(sender, 0);
    return 0;
}
