/* Asks the store for three things, whatever they are. */
#include "protocol.h"
#include <arpa/inet.h>
#include <gmc.h>
#include <sys/socket.h>

int main(void)
{
    struct sockaddr_in store = {.sin_family = AF_INET, .sin_port = htons(STORE_PORT)};
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    inet_pton(AF_INET, "10.0.0.2", &store.sin_addr);
    connect(s, (struct sockaddr *)&store, sizeof store);
    for (int i = 0; i < 3; i++) {
        struct request request = {gmc_choose(2) ? '=' : '?', 'a' + gmc_choose(2), '1' + i};
        struct reply reply;
        do
            send(s, &request, sizeof request, 0);
        while (recv(s, &reply, sizeof reply, 0) < 0); /* the store is not there yet */
    }
    return 0;
}
