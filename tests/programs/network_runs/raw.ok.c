// Raw sockets: a host answers pings, and packets of UDP are heard and written as they are on the wire.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <netinet/udp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static unsigned short sum(const void *p, int n)
{
    const unsigned char *b = p; unsigned s = 0;
    for (int i = 0; i + 1 < n; i += 2) s += b[i] << 8 | b[i + 1];
    if (n & 1) s += b[n - 1] << 8;
    while (s >> 16) s = (s & 0xffff) + (s >> 16);
    return htons(~s & 0xffff);
}
int main(void)
{
    int s = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
    assert(s >= 0);
    struct sockaddr_in to = {.sin_family = AF_INET}, from;
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    struct { struct icmphdr h; char data[8]; } ping = {.h = {.type = ICMP_ECHO}, .data = "payload"};
    ping.h.un.echo.id = htons(77);
    ping.h.un.echo.sequence = htons(1);
    ping.h.checksum = sum(&ping, sizeof ping);
    assert(sendto(s, &ping, sizeof ping, 0, (struct sockaddr *)&to, sizeof to) == sizeof ping);
    int requests = 0, replies = 0;
    while (!replies) {
        unsigned char got[100];
        socklen_t length = sizeof from;
        ssize_t n = recvfrom(s, got, sizeof got, 0, (struct sockaddr *)&from, &length);
        struct iphdr *ip = (struct iphdr *)got;
        struct icmphdr *icmp = (struct icmphdr *)(got + 4 * ip->ihl);
        assert(n == 20 + (ssize_t)sizeof ping && ip->version == 4 && ip->ihl == 5 && ntohs(ip->tot_len) == n);
        assert(ip->protocol == IPPROTO_ICMP && ip->ttl == 64 && sum(ip, 20) == 0);
        assert(length == sizeof from && from.sin_port == 0 && from.sin_addr.s_addr == to.sin_addr.s_addr);
        assert(ip->saddr == to.sin_addr.s_addr && ip->daddr == to.sin_addr.s_addr);
        assert(sum(icmp, sizeof ping) == 0 && !memcmp(icmp + 1, ping.data, 8));
        if (icmp->type == ICMP_ECHO) requests++;
        if (icmp->type == ICMP_ECHOREPLY) { assert(icmp->un.echo.id == htons(77)); replies++; }
    }
    assert(requests == 1 && replies == 1);
    close(s);
    /* A raw socket of UDP hears what others are sent, and can send for them. */
    int raw = socket(AF_INET, SOCK_RAW, IPPROTO_UDP), one = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(12345)};
    inet_pton(AF_INET, "127.0.0.1", &own.sin_addr);
    assert(raw >= 0 && bind(one, (struct sockaddr *)&own, sizeof own) == 0);
    struct { struct udphdr h; char data[2]; } packet = {.h = {.source = htons(9), .dest = htons(12345), .len = htons(10)}, .data = "hi"};
    assert(sendto(raw, &packet, sizeof packet, 0, (struct sockaddr *)&to, sizeof to) == sizeof packet);
    char text[9] = "";
    socklen_t length = sizeof from;
    assert(recvfrom(one, text, 8, 0, (struct sockaddr *)&from, &length) == 2 && !strcmp(text, "hi"));
    assert(from.sin_port == htons(9));
    unsigned char got[100];
    ssize_t n = recv(raw, got, sizeof got, 0);
    assert(n == 30 && got[9] == IPPROTO_UDP && !memcmp(got + 28, "hi", 2));
    assert(sendto(one, "again", 5, 0, (struct sockaddr *)&own, sizeof own) == 5);
    n = recv(raw, got, sizeof got, 0);
    assert(n == 33 && !memcmp(got + 28, "again", 5));
    int kind; length = sizeof kind;
    assert(getsockopt(raw, SOL_SOCKET, SO_TYPE, &kind, &length) == 0 && kind == SOCK_RAW);
    assert(getsockopt(raw, SOL_SOCKET, SO_PROTOCOL, &kind, &length) == 0 && kind == IPPROTO_UDP);
    return 0;
}
