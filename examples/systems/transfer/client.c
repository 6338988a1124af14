/* Asks the bank to pay in, by a message with a number, until it says that it has. */
#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/time.h>

int main(void)
{
    struct sockaddr_in bank = {.sin_family = AF_INET, .sin_port = htons(7000)};
    struct timeval patience = {.tv_sec = 1};
    char answer;
    inet_pton(AF_INET, "10.0.0.2", &bank.sin_addr);
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    for (int tries = 0; tries < 2; tries++) {
        sendto(s, "1", 1, 0, (struct sockaddr *)&bank, sizeof bank);
        if (recv(s, &answer, 1, 0) == 1)
            break;
    }
    return 0;
}
