// Netlink: the host's links and addresses, dumped and asked for one by one, and an error.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int s;
static unsigned seq;
static void ask(int type, int flags, const void *body, size_t size)
{
    struct { struct nlmsghdr h; char body[64]; } r = {0};
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    r.h.nlmsg_len = NLMSG_LENGTH(size);
    r.h.nlmsg_type = type;
    r.h.nlmsg_flags = NLM_F_REQUEST | flags;
    r.h.nlmsg_seq = ++seq;
    memcpy(r.body, body, size);
    assert(sendto(s, &r, r.h.nlmsg_len, 0, (struct sockaddr *)&kernel, sizeof kernel) == (ssize_t)r.h.nlmsg_len);
}
int main(void)
{
    static char buffer[16384];
    struct sockaddr_nl own = {.nl_family = AF_NETLINK};
    s = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    assert(s >= 0 && bind(s, (struct sockaddr *)&own, sizeof own) == 0);
    socklen_t length = sizeof own;
    assert(getsockname(s, (struct sockaddr *)&own, &length) == 0 && length == 12 && own.nl_pid != 0);
    struct ifinfomsg link = {.ifi_family = AF_UNSPEC};
    ask(RTM_GETLINK, NLM_F_DUMP, &link, sizeof link);
    int links = 0, done = 0, loops = 0;
    while (!done) {
        ssize_t n = recv(s, buffer, sizeof buffer, 0);
        assert(n > 0);
        for (struct nlmsghdr *h = (struct nlmsghdr *)buffer; NLMSG_OK(h, n); h = NLMSG_NEXT(h, n)) {
            assert(h->nlmsg_seq == seq && h->nlmsg_pid == own.nl_pid);
            if (h->nlmsg_type == NLMSG_DONE) { done = 1; break; }
            assert(h->nlmsg_type == RTM_NEWLINK && h->nlmsg_flags & NLM_F_MULTI);
            struct ifinfomsg *it = NLMSG_DATA(h);
            int left = IFLA_PAYLOAD(h);
            char name[IF_NAMESIZE] = "";
            for (struct rtattr *a = IFLA_RTA(it); RTA_OK(a, left); a = RTA_NEXT(a, left)) {
                if (a->rta_type == IFLA_IFNAME) strcpy(name, RTA_DATA(a));
                if (a->rta_type == IFLA_MTU) assert(*(unsigned *)RTA_DATA(a) >= 1280);
            }
            assert(if_nametoindex(name) == (unsigned)it->ifi_index);
            if (it->ifi_flags & IFF_LOOPBACK) { assert(!strcmp(name, "lo") && it->ifi_index == 1); loops++; }
            links++;
        }
    }
    assert(links >= 1 && loops == 1);
    struct ifaddrmsg address = {.ifa_family = AF_INET};
    ask(RTM_GETADDR, NLM_F_DUMP, &address, sizeof address);
    int local = 0;
    for (done = 0; !done;) {
        ssize_t n = recv(s, buffer, sizeof buffer, 0);
        for (struct nlmsghdr *h = (struct nlmsghdr *)buffer; NLMSG_OK(h, n); h = NLMSG_NEXT(h, n)) {
            if (h->nlmsg_type == NLMSG_DONE) { done = 1; break; }
            struct ifaddrmsg *it = NLMSG_DATA(h);
            assert(h->nlmsg_type == RTM_NEWADDR && it->ifa_family == AF_INET);
            int left = IFA_PAYLOAD(h);
            for (struct rtattr *a = IFA_RTA(it); RTA_OK(a, left); a = RTA_NEXT(a, left))
                if (a->rta_type == IFA_ADDRESS && it->ifa_index == 1 && *(unsigned *)RTA_DATA(a) == htonl(INADDR_LOOPBACK)) {
                    assert(it->ifa_prefixlen == 8 && it->ifa_scope == RT_SCOPE_HOST);
                    local++;
                }
        }
    }
    assert(local == 1);
    link.ifi_index = 4000;
    ask(RTM_GETLINK, 0, &link, sizeof link);
    ssize_t n = recv(s, buffer, sizeof buffer, 0);
    struct nlmsghdr *h = (struct nlmsghdr *)buffer;
    assert(NLMSG_OK(h, n) && h->nlmsg_type == NLMSG_ERROR);
    assert(((struct nlmsgerr *)NLMSG_DATA(h))->error == -ENODEV);
    link.ifi_index = 1;
    ask(RTM_GETLINK, 0, &link, sizeof link);
    n = recv(s, buffer, sizeof buffer, MSG_DONTWAIT);
    assert(NLMSG_OK(h, n) && h->nlmsg_type == RTM_NEWLINK && !(h->nlmsg_flags & NLM_F_MULTI));
    assert(recv(s, buffer, sizeof buffer, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    close(s);
    return 0;
}
