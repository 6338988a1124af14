// A stream keeps no ends of messages: one read may get a part of what was written, or two messages at once.
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = { .sin_family = AF_INET };

static void *client(void *unused)
{
    int own = socket(AF_INET, SOCK_STREAM, 0);
    connect(own, (struct sockaddr *)&address, sizeof address);
    write(own, "ab", 2);
    write(own, "cd", 2);
    close(own);
    return unused;
}

int main(void)
{
    socklen_t length = sizeof address;
    char got[4];
    pthread_t thread;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int server = socket(AF_INET, SOCK_STREAM, 0);
    bind(server, (struct sockaddr *)&address, length);
    getsockname(server, (struct sockaddr *)&address, &length);
    listen(server, 1);
    pthread_create(&thread, NULL, client, NULL);
    int peer = accept(server, NULL, NULL);
    assert(read(peer, got, sizeof got) == 4); //~ assertion
    pthread_join(thread, NULL);
    close(peer);
    close(server);
    return 0;
}
