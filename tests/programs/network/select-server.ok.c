// A server that waits for its listening socket and two clients by select, without any other thread of its own.
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = { .sin_family = AF_INET };

static void *client(void *question)
{
    char answer = 0;
    int own = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(own, (struct sockaddr *)&address, sizeof address) == 0);
    assert(send(own, question, 1, 0) == 1);
    assert(recv(own, &answer, 1, 0) == 1 && answer == *(char *)question);
    close(own);
    return NULL;
}

int main(void)
{
    socklen_t length = sizeof address;
    pthread_t threads[2];
    int open = 1, accepted = 0, highest;
    fd_set all, ready;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int server = socket(AF_INET, SOCK_STREAM, 0);
    bind(server, (struct sockaddr *)&address, length);
    getsockname(server, (struct sockaddr *)&address, &length);
    listen(server, 2);
    FD_ZERO(&all);
    FD_SET(server, &all);
    highest = server;
    pthread_create(&threads[0], NULL, client, "a");
    pthread_create(&threads[1], NULL, client, "b");
    while (open > 0) {
        ready = all;
        assert(select(highest + 1, &ready, NULL, NULL, NULL) > 0);
        for (int i = 0; i <= highest; i++) {
            char byte;
            if (!FD_ISSET(i, &ready))
                continue;
            if (i == server) {
                int peer = accept(server, NULL, NULL);
                assert(peer >= 0);
                FD_SET(peer, &all);
                highest = peer > highest ? peer : highest;
                open++;
                if (++accepted == 2) {
                    FD_CLR(server, &all);
                    close(server);
                    open--;
                }
            } else if (recv(i, &byte, 1, 0) == 1) {
                send(i, &byte, 1, 0);
            } else {
                FD_CLR(i, &all);
                close(i);
                open--;
            }
        }
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
