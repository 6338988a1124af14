// Options of sockets that programs set, and what interfaces and names the host has.
//@ native: no
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int get(int file, int level, int name)
{
    int value = -1;
    socklen_t length = sizeof value;
    assert(getsockopt(file, level, name, &value, &length) == 0 && length == sizeof value);
    return value;
}

static void set(int file, int level, int name, int value)
{
    assert(setsockopt(file, level, name, &value, sizeof value) == 0);
    assert(get(file, level, name) == value);
}

static void datagrams(void)
{
    struct ip_mreqn group = { .imr_ifindex = 1 };
    struct sockaddr_in name = { .sin_family = AF_INET }, to;
    socklen_t length = sizeof name;
    char byte, control[CMSG_SPACE(sizeof(struct in_pktinfo)) + CMSG_SPACE(sizeof(int))];
    struct iovec part = { &byte, 1 };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control };
    int file = socket(AF_INET, SOCK_DGRAM, 0), found = 0;
    set(file, SOL_SOCKET, SO_BROADCAST, 1);
    set(file, IPPROTO_IP, IP_TTL, 7);
    set(file, IPPROTO_IP, IP_MULTICAST_TTL, 3);
    set(file, IPPROTO_IP, IP_PKTINFO, 1);
    set(file, IPPROTO_IP, IP_RECVTTL, 1);
    inet_aton("239.1.2.3", &group.imr_multiaddr);
    assert(setsockopt(file, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group) == 0);
    assert(bind(file, (struct sockaddr *)&name, length) == 0);
    assert(getsockname(file, (struct sockaddr *)&to, &length) == 0);
    to.sin_addr = group.imr_multiaddr;
    assert(sendto(file, "g", 1, 0, (struct sockaddr *)&to, sizeof to) == 1);
    assert(recvmsg(file, &message, 0) == 1 && byte == 'g');
    for (struct cmsghdr *entry = CMSG_FIRSTHDR(&message); entry; entry = CMSG_NXTHDR(&message, entry)) {
        struct in_pktinfo info;
        int hops;
        if (entry->cmsg_type == IP_PKTINFO) {
            memcpy(&info, CMSG_DATA(entry), sizeof info);
            assert(info.ipi_ifindex == 1 && info.ipi_addr.s_addr == group.imr_multiaddr.s_addr);
            found++;
        } else if (entry->cmsg_type == IP_TTL) {
            memcpy(&hops, CMSG_DATA(entry), sizeof hops);
            assert(hops == 3);
            found++;
        }
    }
    assert(found == 2);
    assert(setsockopt(file, IPPROTO_IP, IP_DROP_MEMBERSHIP, &group, sizeof group) == 0);
    close(file);
}

static void names(void)
{
    char text[IF_NAMESIZE], host[64], service[16];
    struct ifaddrs *all;
    struct sockaddr_in name = { .sin_family = AF_INET, .sin_port = htons(80) };
    struct ifreq request = { .ifr_name = "lo" };
    assert(if_nametoindex("lo") == 1 && if_nametoindex("eth9") == 0);
    assert(strcmp(if_indextoname(1, text), "lo") == 0 && if_indextoname(77, text) == NULL);
    struct if_nameindex *list = if_nameindex();
    assert(list && list[0].if_index == 1 && list[1].if_name == NULL);
    if_freenameindex(list);
    assert(getifaddrs(&all) == 0 && strcmp(all->ifa_name, "lo") == 0 && (all->ifa_flags & IFF_LOOPBACK));
    freeifaddrs(all);
    int file = socket(AF_INET, SOCK_DGRAM, 0);
    assert(ioctl(file, SIOCGIFADDR, &request) == 0);
    assert(((struct sockaddr_in *)&request.ifr_addr)->sin_addr.s_addr == htonl(INADDR_LOOPBACK));
    assert(ioctl(file, SIOCGIFINDEX, &request) == 0 && request.ifr_ifindex == 1);
    close(file);
    inet_aton("127.0.0.1", &name.sin_addr);
    assert(getnameinfo((struct sockaddr *)&name, sizeof name, host, sizeof host, service, sizeof service, 0) == 0);
    assert(strcmp(host, "localhost") == 0 && strcmp(service, "http") == 0);
    assert(ntohs(getservbyname("ssh", "tcp")->s_port) == 22 && getservbyport(htons(1), NULL) == NULL);
    gethostname(host, sizeof host);
    assert(gethostbyname(host) && gethostbyname("no.such.host") == NULL);
    assert(gethostbyaddr(&name.sin_addr, 4, AF_INET) != NULL);
}

int main(void)
{
    struct timeval time = { 1, 500000 };
    struct linger linger = { 1, 2 };
    socklen_t length = sizeof time;
    char byte;
    int file = socket(AF_INET, SOCK_STREAM, 0), six = socket(AF_INET6, SOCK_STREAM, 0), ends[2];
    set(file, SOL_SOCKET, SO_REUSEADDR, 1);
    set(file, SOL_SOCKET, SO_KEEPALIVE, 1);
    set(file, IPPROTO_TCP, TCP_NODELAY, 1);
    set(file, IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set(six, IPPROTO_IPV6, IPV6_V6ONLY, 1);
    assert(get(file, SOL_SOCKET, SO_TYPE) == SOCK_STREAM && get(six, SOL_SOCKET, SO_DOMAIN) == AF_INET6);
    assert(get(file, SOL_SOCKET, SO_PROTOCOL) == IPPROTO_TCP && get(file, SOL_SOCKET, SO_ERROR) == 0);
    assert(setsockopt(file, SOL_SOCKET, SO_RCVBUF, &(int){ 5000 }, sizeof(int)) == 0);
    assert(get(file, SOL_SOCKET, SO_RCVBUF) == 10000);
    assert(setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0);
    time.tv_sec = 0;
    assert(getsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, &length) == 0 && time.tv_sec == 1 && time.tv_usec == 500000);
    assert(setsockopt(file, SOL_SOCKET, SO_LINGER, &linger, sizeof linger) == 0);
    close(file);
    close(six);
    /* Who waits for some time gives up. */
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time) == 0);
    assert(recv(ends[0], &byte, 1, 0) == -1);
    close(ends[0]);
    close(ends[1]);
    datagrams();
    names();
    return 0;
}
