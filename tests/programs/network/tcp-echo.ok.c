// An echo over TCP: a server accepts two clients, one after the other.
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = { .sin_family = AF_INET };
static int server;

static void *serve(void *unused)
{
    for (int i = 0; i < 2; i++) {
        char byte;
        int client = accept(server, NULL, NULL);
        assert(client >= 0);
        while (read(client, &byte, 1) == 1)
            assert(write(client, &byte, 1) == 1);
        close(client);
    }
    return unused;
}

static void ask(char question)
{
    char answer = 0;
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert(connect(client, (struct sockaddr *)&address, sizeof address) == 0);
    assert(write(client, &question, 1) == 1);
    assert(read(client, &answer, 1) == 1 && answer == question);
    shutdown(client, SHUT_WR);
    assert(read(client, &answer, 1) == 0);
    close(client);
}

int main(void)
{
    socklen_t length = sizeof address;
    pthread_t thread;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server = socket(AF_INET, SOCK_STREAM, 0);
    assert(bind(server, (struct sockaddr *)&address, length) == 0);
    assert(getsockname(server, (struct sockaddr *)&address, &length) == 0);
    assert(listen(server, 2) == 0);
    pthread_create(&thread, NULL, serve, NULL);
    ask('a');
    ask('b');
    pthread_join(thread, NULL);
    close(server);
    puts("answered");
    return 0;
}
