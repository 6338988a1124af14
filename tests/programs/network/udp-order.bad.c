// Datagrams of two senders come in any order.
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = { .sin_family = AF_INET };

static void *sender(void *what)
{
    int own = socket(AF_INET, SOCK_DGRAM, 0);
    sendto(own, what, 1, 0, (struct sockaddr *)&address, sizeof address);
    close(own);
    return NULL;
}

int main(void)
{
    socklen_t length = sizeof address;
    char first, second;
    pthread_t one, other;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int own = socket(AF_INET, SOCK_DGRAM, 0);
    bind(own, (struct sockaddr *)&address, length);
    getsockname(own, (struct sockaddr *)&address, &length);
    pthread_create(&one, NULL, sender, "1");
    pthread_create(&other, NULL, sender, "2");
    recv(own, &first, 1, 0);
    recv(own, &second, 1, 0);
    assert(first < second); //~ assertion
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    close(own);
    return 0;
}
