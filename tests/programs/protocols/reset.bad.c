// A connection may be reset between two writes: then less comes than was written.
//@ check: --reset 1
#include <arpa/inet.h>
#include <assert.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    char data;
    struct sockaddr_in name = { .sin_family = AF_INET };
    socklen_t length = sizeof name;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    signal(SIGPIPE, SIG_IGN);
    int server = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
    bind(server, (struct sockaddr *)&name, length);
    getsockname(server, (struct sockaddr *)&name, &length);
    listen(server, 1);
    connect(client, (struct sockaddr *)&name, length);
    int peer = accept(server, NULL, NULL);
    ssize_t sent = write(client, "x", 1);
    assert(sent == 1); //~ assertion
    read(peer, &data, 1);
    close(peer);
    close(client);
    close(server);
    return 0;
}
