// What calls say that cannot succeed: nobody listens, names that others have, no connection, a closed one.
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define SHOW(it) do { errno = 0; long got = (it); printf("%s: %ld %s\n", #it, got, got < 0 ? strerror(errno) : ""); } while (0)

int main(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET }, taken;
    struct sockaddr_un path = { .sun_family = AF_UNIX, .sun_path = "no such socket" };
    socklen_t length = sizeof address;
    char byte = 0;
    signal(SIGPIPE, SIG_IGN);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int bound = socket(AF_INET, SOCK_STREAM, 0), other = socket(AF_INET, SOCK_STREAM, 0);
    SHOW(bind(bound, (struct sockaddr *)&address, length));
    SHOW(getsockname(bound, (struct sockaddr *)&taken, &length));
    SHOW(bind(other, (struct sockaddr *)&taken, length));
    SHOW(connect(other, (struct sockaddr *)&taken, length));
    SHOW(recv(other, &byte, 1, 0));
    SHOW(send(other, &byte, 1, 0));
    SHOW(getpeername(other, (struct sockaddr *)&address, &length));
    SHOW(accept(bound, NULL, NULL));
    SHOW(bind(other, (struct sockaddr *)&address, 3));
    address.sin_addr.s_addr = htonl(0x08080808);
    SHOW(bind(other, (struct sockaddr *)&address, sizeof address));
    int local = socket(AF_UNIX, SOCK_STREAM, 0), messages = socket(AF_UNIX, SOCK_DGRAM, 0);
    SHOW(connect(local, (struct sockaddr *)&path, sizeof path));
    SHOW(listen(local, 1));
    SHOW(listen(messages, 1));
    SHOW(send(messages, &byte, 1, 0));
    SHOW(socket(AF_INET, 77, 0));
    SHOW(socket(77, SOCK_STREAM, 0));
    SHOW(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP));
    SHOW(shutdown(local, 7));
    SHOW(shutdown(1, SHUT_RD));
    close(bound);
    close(other);
    close(local);
    close(messages);
    return 0;
}
