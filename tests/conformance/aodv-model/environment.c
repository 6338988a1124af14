/* Nodes that run AODV-UU, each a process, and the network between them.

   Each step is one event of one node: a message comes, a timer expires, an application wants to send. Which one, is
   chosen; messages come in any order or never. After each event the node tells its routing table, and what must hold
   of all tables is looked at: no message goes round in circles.

   Time stands still: timers expire in any order, so what follows from their lengths is not examined. Bounds: messages
   on their way, sequence numbers, requests, broken links. */
#define ENVIRONMENT
#include "compat.h"
/* For its queue, which no header declares. */
#include "timer_queue.c"

#include "aodv_hello.h"
#include "aodv_rerr.h"
#include "aodv_rrep.h"
#include "aodv_rreq.h"
#include "aodv_timeout.h"
#include "libipq.h"
#include "routing_table.h"
#include "seek_list.h"
#include <gmc.h>
#include <netinet/ip.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef NODES
#define NODES 3
#endif
#ifndef MESSAGES
#define MESSAGES 3
#endif
#ifndef NUMBERS
#define NUMBERS 2
#endif
#ifndef DELETIONS
#define DELETIONS 1
#endif
#ifndef BREAKS
#define BREAKS 1
#endif

/* What is looked at, each a bit; all of it unless told otherwise. */
enum goal { LOOPS = 1, HOPS = 2, OWN_ROUTE = 4, FIELDS = 8 };
#ifndef GOALS
#define GOALS (LOOPS | HOPS | OWN_ROUTE | FIELDS)
#endif
static bool seeks_goal(enum goal it) { return (GOALS & it) != 0; }

enum { SOCKET = 40, QUEUE = 50, MOST_BYTES = 32, MOST_TIMERS = 12, FAR = 255 };

#define ADDRESS(node) (0x0a000001u + (node))

/* ---- words ---- */

#ifdef TALK
/* The same natively, with the choices of a trace as input: tells what happens. */
void gmc_assert_(int condition, const char *text) {
    if (!condition)
        printf("WRONG: %s\n", text);
}
#define SAY(...) printf(__VA_ARGS__)
static int choose(int count) {
    int it = 0;
    /* A choice of one is none in a trace. */
    if (count > 1 && scanf("%d", &it) != 1)
        _exit(0);
    return it;
}
#else
#define SAY(...) ((void)0)
static int choose(int count) { return gmc_choose(count); }
#endif

/* ---- what goes between the environment and a node ---- */

struct message {
    uint8_t to, from, to_all, ttl, length, bytes[MOST_BYTES];
};

enum order_kind { MESSAGE_COMES, TIMER_EXPIRES, WANTS_TO_SEND };

struct order {
    uint8_t kind, argument;
    struct message message;
};

struct route {
    uint8_t is_there, is_valid, next, hops;
    uint32_t number;
};

enum timer_kind { ROUTE, DELETION, LINK, SEEKING, OTHER };

struct report {
    struct route routes[NODES];
    struct { uint8_t kind, about; } timers[MOST_TIMERS];
    uint8_t timer_count, sent_count, is_gone;
    uint32_t number, requests;
    struct message sent[2 * NODES];
};

/* ---- a node: the kernel beneath AODV-UU ---- */

static int self, channel;
static struct order order;
static struct report report;
static struct ipq_handle queue;
static uint8_t ttl;
static int lines_read;
/* Buffers of AODV-UU; what is in them is of no use when it waits. */
static void *received, *sent;

int kernel_socket(void) { return SOCKET; }

int kernel_setsockopt(int level, int option, const void *value) {
    if (level == SOL_IP && option == IP_TTL)
        ttl = *(const uint8_t *)value;
    return 0;
}

int kernel_gettimeofday(struct timeval *now) {
    now->tv_sec = now->tv_usec = 0;
    return 0;
}

FILE *kernel_fopen(void) {
    lines_read = 0;
    return stdin;
}

/* The list of modules. */
char *kernel_fgets(char *to) {
    static const char *const lines[] = {"kaodv 1\n", "ip_queue 1\n"};
    return lines_read < 2 ? strcpy(to, lines[lines_read++]) : NULL;
}

int kernel_ioctl(unsigned long what, void *argument) {
    struct ifreq *request = argument;
    struct sockaddr_in *address = (struct sockaddr_in *)&request->ifr_addr;
    switch (what) {
    case SIOCGIFINDEX: request->ifr_ifindex = 2; break;
    case SIOCGIFADDR: address->sin_addr.s_addr = htonl(ADDRESS(self)); break;
    case SIOCGIFNETMASK: address->sin_addr.s_addr = htonl(0xffffff00); break;
    case SIOCGIFBRDADDR: address->sin_addr.s_addr = htonl(0x0a0000ff); break;
    default: break;
    }
    return 0;
}

static void send_to(int to, bool to_all, const void *data, int length) {
    gmc_assert(report.sent_count < 2 * NODES);
    struct message *message = &report.sent[report.sent_count++];
    *message = (struct message){.to = to, .from = self, .to_all = to_all, .ttl = ttl, .length = length};
    memcpy(message->bytes, data, length);
}

/* Fields that are reserved are 0, and nobody tells of a route without end. */
static void check_message(const void *data) {
    const RREQ *request = data;
    const RREP *reply = data;
    const RERR *error = data;
    if (!seeks_goal(FIELDS))
        return;
    switch (((const AODV_msg *)data)->type) {
    case AODV_RREQ:
        gmc_assert(request->res1 == 0 && request->res2 == 0);
        gmc_assert(request->hcnt != FAR);
        break;
    case AODV_RREP:
        gmc_assert(reply->res1 == 0 && reply->res2 == 0);
        gmc_assert(reply->hcnt != FAR);
        break;
    case AODV_RERR:
        gmc_assert(error->res1 == 0 && error->res2 == 0);
        break;
    default:
        break;
    }
}

long kernel_sendto(const void *data, unsigned long length, const void *to) {
    uint32_t address = ntohl(((const struct sockaddr_in *)to)->sin_addr.s_addr);
    int kept = length < MOST_BYTES ? length : MOST_BYTES;
    sent = (void *)data;
    check_message(data);
    if (address == AODV_BROADCAST) {
        for (int node = 0; node < NODES; node++)
            if (node != self)
                send_to(node, true, data, kept);
    } else if (address - ADDRESS(0) < NODES && address != ADDRESS(self)) {
        send_to(address - ADDRESS(0), false, data, kept);
    }
    return length;
}

long kernel_recvmsg(void *to) {
    struct msghdr *message = to;
    struct cmsghdr *control = message->msg_control;
    int hops = order.message.ttl;
    struct in_pktinfo info = {.ipi_ifindex = 2};
    info.ipi_addr.s_addr = order.message.to_all ? AODV_BROADCAST : htonl(ADDRESS(self));
    memset(control, 0, CMSG_SPACE(sizeof hops) + CMSG_SPACE(sizeof info));
    *control = (struct cmsghdr){.cmsg_level = SOL_IP, .cmsg_type = IP_TTL, .cmsg_len = CMSG_LEN(sizeof hops)};
    memcpy(CMSG_DATA(control), &hops, sizeof hops);
    control = (struct cmsghdr *)((char *)control + CMSG_SPACE(sizeof hops));
    *control = (struct cmsghdr){.cmsg_level = SOL_IP, .cmsg_type = IP_PKTINFO, .cmsg_len = CMSG_LEN(sizeof info)};
    memcpy(CMSG_DATA(control), &info, sizeof info);
    return order.message.length;
}

long kernel_recvfrom(void *to, void *from) {
    struct sockaddr_in *address = from;
    memset(address, 0, sizeof *address);
    address->sin_addr.s_addr = htonl(ADDRESS(order.message.from));
    received = to;
    memcpy(to, order.message.bytes, order.message.length);
    return order.message.length;
}

/* Packets that the kernel asks about: one to the node that an application wants to reach. */
struct ipq_handle *ipq_create_handle(u_int32_t flags) {
    (void)flags;
    queue.fd = QUEUE;
    return &queue;
}
int ipq_destroy_handle(struct ipq_handle *it) { return it != NULL; }
int ipq_set_mode(const struct ipq_handle *it, u_int8_t mode, size_t length) { return it == NULL && mode && length; }
int ipq_message_type(const unsigned char *from) { return from == NULL; }
ipq_packet_msg_t *ipq_get_packet(const unsigned char *from) { return (ipq_packet_msg_t *)from; }
int ipq_set_verdict(const struct ipq_handle *it, ipq_id_t id, unsigned verdict, size_t length, unsigned char *data) {
    return it == NULL && id && verdict && length && data;
}
ssize_t ipq_read(const struct ipq_handle *it, unsigned char *to, size_t length, int limit) {
    ipq_packet_msg_t *packet = (ipq_packet_msg_t *)to;
    struct iphdr *header = (struct iphdr *)packet->payload;
    (void)it;
    (void)length;
    (void)limit;
    memset(to, 0, sizeof *packet + sizeof *header + 8);
    packet->packet_id = 1;
    packet->hook = 3; /* on its way out */
    strcpy(packet->outdev_name, "eth0");
    header->ihl = 5;
    header->protocol = IPPROTO_UDP;
    header->saddr = htonl(ADDRESS(self));
    header->daddr = htonl(ADDRESS(order.argument));
    return sizeof *packet + sizeof *header + 8;
}

/* ---- a node: what it tells ---- */

static void tell_routes(void) {
    for (int bucket = 0; bucket < RT_TABLESIZE; bucket++)
        for (const rt_table_t *entry = routing_table[bucket]; entry; entry = entry->next) {
            uint32_t to = entry->dest_addr - ADDRESS(0);
            gmc_assert(to < NODES && "a route leads to a node");
            gmc_assert(!report.routes[to].is_there && "one route to each node");
            if (seeks_goal(OWN_ROUTE))
                gmc_assert(to != self && "no route leads to its own node");
            if (seeks_goal(HOPS))
                gmc_assert((entry->hcnt == FAR || entry->hcnt < NODES) && "no route has more hops than there are nodes");
            report.routes[to] = (struct route){
                .is_there = 1, .is_valid = entry->hcnt != FAR, .next = entry->next_hop - ADDRESS(0),
                .hops = entry->hcnt, .number = entry->dest_seqno
            };
        }
}

static void tell_timers(void) {
    for (const struct timer *it = TQ; it && report.timer_count < MOST_TIMERS; it = it->next) {
        uint8_t kind = OTHER, about = 0;
        if (it->handler == route_discovery_timeout) {
            kind = SEEKING;
            about = ((seek_list_t *)it->data)->dest_addr - ADDRESS(0);
        } else if (it->handler == route_expire_timeout || it->handler == route_delete_timeout ||
                   it->handler == hello_timeout) {
            kind = it->handler == hello_timeout ? LINK : it->handler == route_delete_timeout ? DELETION : ROUTE;
            about = ((rt_table_t *)it->data)->dest_addr - ADDRESS(0);
        }
        report.timers[report.timer_count].kind = kind;
        report.timers[report.timer_count++].about = about;
    }
}

/* AODV-UU waits: the event before is over, and the next one comes. */
int kernel_select(fd_set *readable) {
    for (;;) {
        tell_routes();
        tell_timers();
        report.number = this_host.seqno;
        report.requests = this_host.rreq_id;
        memset(&order, 0, sizeof order);
        if (received)
            memset(received, 0, MOST_BYTES);
        if (sent)
            memset(sent, 0, MOST_BYTES);
        ttl = 0;
        send(channel, &report, sizeof report, 0);
        memset(&report, 0, sizeof report);
        if (recv(channel, &order, sizeof order, 0) != sizeof order)
            _exit(0);
        FD_ZERO(readable);
        if (order.kind == TIMER_EXPIRES) {
            struct timer *it = TQ;
            for (int i = 0; i < order.argument; i++)
                it = it->next;
            timer_timeout_now(it);
            continue;
        }
        FD_SET(order.kind == MESSAGE_COMES ? SOCKET : QUEUE, readable);
        return 1;
    }
}

int aodv_main(int count, char **arguments);

static void run_node(int number, int to) {
    static char name[] = "aodvd", interface[] = "-i", eth[] = "eth0", no_ring[] = "-x", no_wait[] = "-D";
    char *arguments[] = {name, interface, eth, no_ring, no_wait, NULL};
    self = number;
    channel = to;
    aodv_main(5, arguments);
}

/* ---- the environment ---- */

static struct report nodes[NODES];
static int channels[NODES];
static struct message network[MESSAGES];
static uint8_t in_network, breaks = BREAKS;

/* The network keeps messages in the order of their bytes: which was sent first makes no difference. */
static void put(const struct message *it) {
    if (in_network == MESSAGES)
        return; /* the network is full: it is lost */
    int at = in_network++;
    for (; at > 0 && memcmp(&network[at - 1], it, sizeof *it) > 0; at--)
        network[at] = network[at - 1];
    network[at] = *it;
}

static struct message take(int at) {
    struct message it = network[at];
    for (in_network--; at < in_network; at++)
        network[at] = network[at + 1];
    memset(&network[in_network], 0, sizeof network[0]);
    return it;
}

/* Whoever follows the routes to a node gets there, or to where the route ends. */
static void check_for_circles(void) {
    if (!seeks_goal(LOOPS))
        return;
    for (int to = 0; to < NODES; to++)
        for (int from = 0; from < NODES; from++) {
            int at = from, hops = 0;
            while (at != to && nodes[at].routes[to].is_valid && nodes[at].routes[to].next < NODES && hops <= NODES) {
                at = nodes[at].routes[to].next;
                hops++;
            }
            gmc_assert(hops <= NODES && "no routing loop");
        }
}

/* What matters of a state to whoever looks for loops: who sends to whom through whom. */
unsigned long essence(void) {
    for (int node = 0; node < NODES; node++)
        for (int to = 0; to < NODES; to++) {
            const struct route *it = &nodes[node].routes[to];
            uint8_t next = it->is_valid ? it->next + 1 : 0;
            gmc_abstract_bytes(&next, sizeof next);
        }
    return 0;
}

static bool seeks(int node, int to) {
    for (int i = 0; i < nodes[node].timer_count; i++)
        if (nodes[node].timers[i].kind == SEEKING && nodes[node].timers[i].about == to)
            return true;
    return false;
}

/* The order of the event under way; nothing between events. */
static struct order doing;

/* What the protocol can go on from: routes, what is known of them, and messages, but neither numbers of requests nor
   where AODV-UU keeps all that. */
unsigned long protocol_state(void) {
    gmc_abstract_bytes(&doing, sizeof doing);
    for (int node = 0; node < NODES; node++) {
        const struct report *it = &nodes[node];
        gmc_abstract_bytes(it->routes, sizeof it->routes);
        gmc_abstract_bytes(&it->number, sizeof it->number);
        for (int to = 0; to < NODES; to++) {
            uint8_t waits = seeks(node, to);
            gmc_abstract_bytes(&waits, sizeof waits);
        }
    }
    for (int i = 0; i < in_network; i++) {
        struct message it = network[i];
        if (it.bytes[0] == AODV_RREQ)
            ((RREQ *)it.bytes)->rreq_id = 0;
        gmc_abstract_bytes(&it, sizeof it);
    }
    return breaks;
}

static void hear_of(int node) {
    struct report *it = &nodes[node];
    if (recv(channels[node], it, sizeof *it, 0) != sizeof *it) {
        /* It has given up: it had no memory. */
        memset(it, 0, sizeof *it);
        it->is_gone = true;
    }
    for (int i = 0; i < it->sent_count; i++)
        put(&it->sent[i]);
    memset(it->sent, 0, sizeof it->sent);
    it->sent_count = 0;
    for (int to = 0; to < NODES; to++)
        if (it->routes[to].is_there)
            SAY("    %d: to %d by %d, %d hops, number %u\n", node, to, it->routes[to].next, it->routes[to].hops,
                it->routes[to].number);
}

static void act(int node) {
    doing = order;
    send(channels[node], &order, sizeof order, 0);
    memset(&order, 0, sizeof order);
    hear_of(node);
    memset(&doing, 0, sizeof doing);
    check_for_circles();
}

enum event { ARRIVES, IS_LOST, EXPIRES, SENDS };

static struct { uint8_t event, node, argument; } possible[128];
static int possibilities;

static void may(enum event event, int node, int argument) {
    possible[possibilities].event = event;
    possible[possibilities].node = node;
    possible[possibilities++].argument = argument;
}

/* With one destination, all want to reach the last node, and that one wants to reach the first. */
static bool is_wanted(int node, int to) {
#ifdef ONE_DESTINATION
    return to == (node == NODES - 1 ? 0 : NODES - 1);
#else
    return node != to;
#endif
}

static void find_possibilities(void) {
    for (int i = 0; i < in_network; i++) {
        if (i > 0 && memcmp(&network[i - 1], &network[i], sizeof network[0]) == 0)
            continue;
        if (!nodes[network[i].to].is_gone)
            may(ARRIVES, network[i].to, i);
        may(IS_LOST, 0, i);
    }
    for (int node = 0; node < NODES; node++) {
        const struct report *it = &nodes[node];
        for (int to = 0; to < NODES; to++)
            if (is_wanted(node, to) && !it->is_gone && !it->routes[to].is_valid && it->number < NUMBERS &&
                it->requests < NUMBERS &&
                !seeks(node, to))
                may(SENDS, node, to);
        for (int i = 0; i < it->timer_count; i++)
            if (it->timers[i].kind == ROUTE || (it->timers[i].kind == DELETION && DELETIONS) || (it->timers[i].kind == LINK && breaks > 0))
                may(EXPIRES, node, i);
    }
}

static void happen(int event, int node, int argument) {
    static const char *const types[] = {"HELLO", "RREQ", "RREP", "RERR", "RREP-ACK"};
    static const char *const timers[] = {"route", "deletion", "link", "request", "other"};
    (void)types;
    (void)timers;
    switch (event) {
    case ARRIVES:
        order.kind = MESSAGE_COMES;
        order.message = take(argument);
        SAY("%d gets a %s from %d\n", node, types[order.message.bytes[0]], order.message.from);
        act(node);
        break;
    case IS_LOST:
        SAY("a %s from %d to %d is lost\n", types[network[argument].bytes[0]], network[argument].from,
            network[argument].to);
        take(argument);
        break;
    case SENDS:
        order.kind = WANTS_TO_SEND;
        order.argument = argument;
        SAY("%d wants to send to %d\n", node, argument);
        act(node);
        break;
    default:
        if (nodes[node].timers[argument].kind == LINK)
            breaks--;
        order.kind = TIMER_EXPIRES;
        order.argument = argument;
        SAY("%d: the timer of the %s to %d expires\n", node, timers[nodes[node].timers[argument].kind],
            nodes[node].timers[argument].about);
        act(node);
        break;
    }
}

int main(void) {
#ifdef TALK
    setvbuf(stdout, NULL, _IONBF, 0);
#endif
    for (int node = 0; node < NODES; node++) {
        int pair[2];
        socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair);
        if (fork() == 0) {
            close(pair[0]);
            run_node(node, pair[1]);
        }
        close(pair[1]);
        channels[node] = pair[0];
        hear_of(node);
    }
    for (;;) {
        find_possibilities();
        if (possibilities == 0)
            _exit(0);
        int it = choose(possibilities);
        int event = possible[it].event, node = possible[it].node, argument = possible[it].argument;
        memset(possible, 0, sizeof possible);
        possibilities = 0;
        happen(event, node, argument);
    }
}
