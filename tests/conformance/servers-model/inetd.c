/* inetd PORT CLIENTS PROGRAM [ARGUMENT…]: each connection is standard input and output of a process of its own. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[1]))};
    (void)count;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(s, (struct sockaddr *)&own, sizeof own) || listen(s, 4))
        return 1;
    for (int i = 0; i < atoi(arguments[2]); i++) {
        int peer = accept(s, NULL, NULL);
        if (fork() == 0) {
            close(s);
            for (int file = 0; file < 3; file++)
                dup2(peer, file);
            close(peer);
            execv(arguments[3], arguments + 3);
            _exit(127);
        }
        close(peer);
    }
    while (wait(NULL) > 0)
        ;
    return 0;
}
