// Whoever asks for the other side of a pair hears who has made it, not who uses it now.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    int child = fork();
    if (child == 0) {
        close(pair[0]);
        write(pair[1], "x", 1);
        _exit(0);
    }
    close(pair[1]);
    char byte;
    read(pair[0], &byte, 1);
    struct ucred who;
    socklen_t length = sizeof who;
    getsockopt(pair[0], SOL_SOCKET, SO_PEERCRED, &who, &length);
    assert(who.pid == child); //~ assertion
    wait(NULL);
    return 0;
}
