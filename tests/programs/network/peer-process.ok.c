// Who is at the other side of a UNIX connection: the process that has connected, and the one that listens.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int peer(int socket) {
    struct ucred who;
    socklen_t length = sizeof who;
    assert(getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0 && length == sizeof who);
    assert(who.pid == 0 ? who.uid == (uid_t)-1 && who.gid == (gid_t)-1 : who.uid == getuid() && who.gid == getgid());
    return who.pid;
}

int main(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0peers"};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(peer(listener) == 0);
    assert(bind(listener, (struct sockaddr *)&name, sizeof name) == 0 && listen(listener, 1) == 0);
    assert(peer(listener) == getpid());
    int parent = getpid(), child = fork();
    if (child == 0) {
        int s = socket(AF_UNIX, SOCK_STREAM, 0);
        assert(connect(s, (struct sockaddr *)&name, sizeof name) == 0);
        assert(peer(s) == parent);
        _exit(0);
    }
    assert(peer(accept(listener, NULL, NULL)) == child);
    int pair[2], internet = socket(AF_INET, SOCK_STREAM, 0);
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && peer(pair[0]) == parent && peer(pair[1]) == parent);
    assert(peer(internet) == 0);
    wait(NULL);
    return 0;
}
