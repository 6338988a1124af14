/* Two-phase commit: asks each participant for its vote, and tells all of them the decision. */
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PARTICIPANTS = 2 };

static int to(const char *host)
{
    struct addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM }, *found;
    if (getaddrinfo(host, "99", &hints, &found) != 0)
        return -1;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    /* The participant may not listen yet. */
    while (connect(s, found->ai_addr, found->ai_addrlen) != 0) {
        close(s);
        s = socket(AF_INET, SOCK_STREAM, 0);
    }
    freeaddrinfo(found);
    return s;
}

int main(int argc, char **argv)
{
    int sockets[PARTICIPANTS], yes = 0;
    if (argc != 1 + PARTICIPANTS)
        return 2;
    for (int i = 0; i < PARTICIPANTS; i++)
        sockets[i] = to(argv[1 + i]);
    for (int i = 0; i < PARTICIPANTS; i++) {
        char vote = 'n';
        write(sockets[i], "?", 1);
        read(sockets[i], &vote, 1);
        yes += vote == 'y';
    }
#ifdef FIXED
    char decision = yes == PARTICIPANTS ? 'c' : 'a';
#else
    char decision = yes > 0 ? 'c' : 'a';
#endif
    for (int i = 0; i < PARTICIPANTS; i++) {
        write(sockets[i], &decision, 1);
        close(sockets[i]);
    }
    return 0;
}
