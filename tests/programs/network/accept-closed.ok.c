// Who wants to wake a thread in accept shuts the socket down, and closes it when nobody uses it any more.
#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int server;

static void *serve(void *unused)
{
    for (;;) {
        int client = accept(server, NULL, NULL);
        if (client < 0)
            return unused;
        close(client);
    }
}

int main(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    pthread_t thread;
    server = socket(AF_INET, SOCK_STREAM, 0);
    bind(server, (struct sockaddr *)&address, sizeof address);
    listen(server, 2);
    pthread_create(&thread, NULL, serve, NULL);
    shutdown(server, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(server);
    return 0;
}
