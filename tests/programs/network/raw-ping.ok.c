// A host is asked whether it is there by an echo request, over a network that loses one packet, and not for ever.
//@ check: --lose 1
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/ip_icmp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int ask(int s, unsigned short sequence)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct icmphdr request = {.type = ICMP_ECHO};
    unsigned char got[64];
    request.un.echo.sequence = htons(sequence);
    request.checksum = htons(0xffff - 0x800 - sequence);
    assert(sendto(s, &request, sizeof request, 0, (struct sockaddr *)&to, sizeof to) == sizeof request);
    for (;;) {
        ssize_t count = recv(s, got, sizeof got, 0);
        if (count < 0)
            return 0;
        assert(count == 28);
        if (got[20] == ICMP_ECHOREPLY && got[27] == sequence)
            return 1;
    }
}

int main(void)
{
    struct timeval patience = {.tv_sec = 1};
    int s = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP), answers = 0;
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    for (int i = 1; i <= 2; i++)
        answers += ask(s, i);
    assert(answers <= 2);
    close(s);
    return 0;
}
