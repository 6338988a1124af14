// Pipes, pairs of sockets, poll and select, within one thread and between two.
//@ flags: -pthread
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

static int request[2], answer[2];

static void *serve(void *unused)
{
    FILE *in = fdopen(request[0], "r"), *out = fdopen(answer[1], "w");
    char line[32];
    while (fgets(line, sizeof line, in)) {
        for (char *at = line; *at; at++)
            if ('a' <= *at && *at <= 'z')
                *at -= 32;
        fputs(line, out);
        fflush(out);
    }
    fclose(in);
    fclose(out);
    return unused;
}

int main(void)
{
    int ends[2], pair[2], waiting;
    char text[16] = "";
    if (pipe(ends) || write(ends[1], "hello", 5) != 5 || ioctl(ends[0], FIONREAD, &waiting))
        return 1;
    printf("%d", waiting);
    printf(" %zd %s", read(ends[0], text, 3), text);
    struct pollfd files[2] = { { ends[0], POLLIN, 0 }, { ends[1], POLLIN | POLLOUT, 0 } };
    printf(" %d %d %d", poll(files, 2, 0), files[0].revents, files[1].revents);
    printf(" %zd", read(ends[0], text, 9));
    printf(" %d %d", poll(files, 1, 5), files[0].revents);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    printf(" %zd %d", read(ends[0], text, 1), errno == EAGAIN);
    close(ends[1]);
    printf(" %zd", read(ends[0], text, 1));
    printf(" %d %d\n", poll(files, 1, -1), files[0].revents);
    close(ends[0]);

    signal(SIGPIPE, SIG_IGN);
    if (pipe2(ends, O_CLOEXEC))
        return 2;
    close(ends[0]);
    printf("%zd %d\n", write(ends[1], "x", 1), errno == EPIPE);
    close(ends[1]);

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) || send(pair[0], "ab", 2, 0) != 2 || write(pair[1], "c", 1) != 1)
        return 3;
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_SET(pair[0], &readable);
    FD_SET(pair[1], &writable);
    struct timeval none = { 0, 0 };
    printf("%d", select(pair[1] + 1, &readable, &writable, NULL, &none));
    printf(" %d %d", !!FD_ISSET(pair[0], &readable), !!FD_ISSET(pair[1], &writable));
    printf(" %zd", recv(pair[1], text, 1, MSG_PEEK));
    printf(" %zd %c%c", recv(pair[1], text, 2, 0), text[0], text[1]);
    printf(" %zd %c", read(pair[0], text, 2), text[0]);
    shutdown(pair[0], SHUT_WR);
    printf(" %zd", read(pair[1], text, 1));
    printf(" %zd %d\n", send(pair[0], "x", 1, MSG_NOSIGNAL), errno == EPIPE);
    close(pair[0]);
    close(pair[1]);

    pthread_t server;
    if (pipe(request) || pipe(answer) || pthread_create(&server, NULL, serve, NULL))
        return 4;
    for (int i = 0; i < 3; i++) {
        static const char *const questions[] = { "one\n", "two\n", "three\n" };
        write(request[1], questions[i], strlen(questions[i]));
        ssize_t length = read(answer[0], text, sizeof text);
        printf("%.*s", (int)length, text);
    }
    close(request[1]);
    printf("%zd\n", read(answer[0], text, 1));
    pthread_join(server, NULL);
    return 0;
}
