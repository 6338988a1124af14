// Connections that nobody accepts: a socket that listens keeps as many as it says, and refuses no more to wait.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    int server = socket(AF_INET, SOCK_STREAM, 0), connected = 0, waiting = 0;
    assert(bind(server, (struct sockaddr *)&name, length) == 0 && listen(server, 4) == 0);
    getsockname(server, (struct sockaddr *)&name, &length);
    for (int i = 0; i < 40; i++) {
        int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), error;
        socklen_t size = sizeof error;
        assert(connect(s, (struct sockaddr *)&name, length) == -1 && errno == EINPROGRESS);
        assert(getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0);
        if (send(s, "x", 1, MSG_NOSIGNAL) == 1)
            connected++;
        else
            waiting += errno == EAGAIN;
    }
    assert(connected == 5 && waiting == 35);
    return 0;
}
