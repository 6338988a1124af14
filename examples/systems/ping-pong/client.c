/* Sends three pings over UDP, and waits for the answers. A ping that comes before the server is there is lost: with
   RETRY, the client sends it again when it hears that nobody was there. */
#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_DGRAM }, *server;
    if (argc != 2 || getaddrinfo(argv[1], "7", &hints, &server) != 0)
        return 2;
    int s = socket(AF_INET, SOCK_DGRAM, 0);
#ifdef RETRY
    connect(s, server->ai_addr, server->ai_addrlen);
#endif
    for (int i = 0; i < 3; i++) {
        char message[6] = "ping", answer[6] = "";
        ssize_t count;
        message[4] = '0' + i;
        do {
            sendto(s, message, 6, 0, server->ai_addr, server->ai_addrlen);
            count = recv(s, answer, sizeof answer, 0);
        } while (count < 0 && errno == ECONNREFUSED);
        assert(count == 6);
        assert(strncmp(answer, "pong", 4) == 0 && answer[4] == message[4]);
    }
    freeaddrinfo(server);
    close(s);
    return 0;
}
