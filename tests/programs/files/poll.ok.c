// A server that waits for two clients, over pairs of sockets.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int pairs[2][2];

static void *client(void *number)
{
    int own = *(int *)number;
    char question = 'a' + own, answer;
    assert(send(pairs[own][1], &question, 1, 0) == 1);
    assert(recv(pairs[own][1], &answer, 1, 0) == 1 && answer == 'A' + own);
    close(pairs[own][1]);
    return NULL;
}

int main(void)
{
    static int numbers[2] = { 0, 1 };
    pthread_t clients[2];
    struct pollfd files[2];
    for (int i = 0; i < 2; i++) {
        assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pairs[i]) == 0);
        files[i] = (struct pollfd){ .fd = pairs[i][0], .events = POLLIN };
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&clients[i], NULL, client, &numbers[i]);
    for (int open = 2; open > 0;) {
        assert(poll(files, 2, -1) > 0);
        for (int i = 0; i < 2; i++) {
            if (!files[i].revents)
                continue;
            char c;
            if (read(files[i].fd, &c, 1) == 1) {
                c -= 'a' - 'A';
                assert(write(files[i].fd, &c, 1) == 1);
            } else {
                close(files[i].fd);
                files[i].fd = -1;
                open--;
            }
        }
    }
    for (int i = 0; i < 2; i++)
        pthread_join(clients[i], NULL);
    return 0;
}
