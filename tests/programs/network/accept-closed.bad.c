// A thread that waits in accept is not woken when another closes the descriptor.
#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int server;

static void *serve(void *unused)
{
    for (;;) {
        int client = accept(server, NULL, NULL); //~ deadlock
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
    close(server);
    pthread_join(thread, NULL);
    return 0;
}
