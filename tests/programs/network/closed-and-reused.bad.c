// A thread uses a descriptor that another has closed: meanwhile accept has given the number to another connection.
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = { .sin_family = AF_INET };
static int clients[2], first;

static void *greet(void *unused)
{
    write(first, "1", 1);
    return unused;
}

int main(void)
{
    socklen_t length = sizeof address;
    char got = 0;
    pthread_t thread;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int server = socket(AF_INET, SOCK_STREAM, 0);
    bind(server, (struct sockaddr *)&address, length);
    getsockname(server, (struct sockaddr *)&address, &length);
    listen(server, 2);
    for (int i = 0; i < 2; i++) {
        clients[i] = socket(AF_INET, SOCK_STREAM, 0);
        connect(clients[i], (struct sockaddr *)&address, sizeof address);
    }
    first = accept(server, NULL, NULL);
    pthread_create(&thread, NULL, greet, NULL);
    close(first);
    int second = accept(server, NULL, NULL);
    pthread_join(thread, NULL);
    long count = recv(clients[1], &got, 1, MSG_DONTWAIT);
    assert(count != 1); //~ assertion
    close(second);
    close(clients[0]);
    close(clients[1]);
    close(server);
    return 0;
}
