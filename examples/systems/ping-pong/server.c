/* Answers three pings. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in own = { .sin_family = AF_INET, .sin_port = htons(7) }, from;
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (bind(s, (struct sockaddr *)&own, sizeof own) != 0)
        return 2;
    for (int i = 0; i < 3; i++) {
        char message[8];
        socklen_t length = sizeof from;
        ssize_t count = recvfrom(s, message, sizeof message, 0, (struct sockaddr *)&from, &length);
        if (count != 6)
            return 3;
        memcpy(message, "pong", 4);
        sendto(s, message, count, 0, (struct sockaddr *)&from, length);
    }
    close(s);
    return 0;
}
