/* Two nodes on a bad network, and beside each of them what RFC 793 says of it.

   Each step is one event of one node: a call of its application, a packet that comes, time that passes. Which one, is
   chosen; so is which packets are lost, come twice, out of order, or with other flags than they were sent with. After
   each event the node is compared with the reference: the state of the connection, the numbers, and each packet that
   it has sent.

   ENVIRONMENT is one of four, each with more than the one before: 1 a client and a server; 2 both may connect at once;
   3 both may close or abort at any time; 4 flags of a packet may be changed on the way. */
#include "node.h"
#include "reference.h"
#include <gmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef ENVIRONMENT
#define ENVIRONMENT 1
#endif
#ifndef LOSE
#define LOSE 1
#endif
#ifndef DUPLICATE
#define DUPLICATE 1
#endif
#ifndef TIMEOUTS
#define TIMEOUTS 2
#endif
#ifndef WRITES
#define WRITES 1
#endif
#ifndef CORRUPT
#define CORRUPT 1
#endif

enum { NODES = 2, IN_FLIGHT = 4, BYTES = 4 };

struct in_flight {
    uint8_t to;
    struct packet packet;
};

static struct {
    int channel;
    struct reference reference;
    uint8_t written, arrived;           /* bytes, of this node's application and at it */
    uint8_t writes, timeouts;           /* that are left */
    bool listens, connected, closed, failed;
} nodes[NODES];

static struct in_flight network[IN_FLIGHT];
static uint8_t in_network, lose = LOSE, duplicate = DUPLICATE, corrupt = CORRUPT;
static struct report report;
static struct order order;

/* ---- words ---- */

#ifdef TALK
/* The same natively, with the choices of a trace as input: tells what happens. */
void gmc_assert_(int condition, const char *text) {
    if (!condition)
        printf("WRONG: %s\n", text);
}
#define SAY(...) printf(__VA_ARGS__)
#define CHECK(condition, ...)                                                                                         \
    do {                                                                                                              \
        if (!(condition))                                                                                             \
            printf("WRONG: "), printf(__VA_ARGS__), printf("\n");                                                     \
    } while (0)
static int choose(int count) {
    int it = 0;
    /* A choice of one is none in a trace. */
    if (count > 1 && scanf("%d", &it) != 1)
        exit(0);
    return it;
}
#else
#define SAY(...) ((void)0)
#define CHECK(condition, ...) gmc_assert(condition)
static int choose(int count) { return gmc_choose(count); }
#endif

/* ---- packets ---- */

static uint32_t number(const uint8_t *at, int bytes) {
    uint32_t it = 0;
    for (int i = 0; i < bytes; i++)
        it = it << 8 | at[i];
    return it;
}

static struct segment segment_of(const struct packet *packet) {
    const uint8_t *tcp = packet->bytes + 20;
    struct segment it = {
        .seq = number(tcp + 4, 4), .ack = number(tcp + 8, 4), .window = number(tcp + 14, 2),
        .length = packet->length - 20 - (tcp[12] >> 4) * 4, .flags = tcp[13] & 31
    };
    return it;
}

/* Whether the checksum of TCP is right. */
static bool sum_is_right(const struct packet *packet) {
    const uint8_t *tcp = packet->bytes + 20;
    unsigned length = packet->length - 20;
    uint32_t sum = 6 + length;
    for (int i = 12; i < 20; i += 2)
        sum += number(packet->bytes + i, 2);
    for (unsigned i = 0; i < length; i += 2)
        sum += (uint32_t)tcp[i] << 8 | (i + 1 < length ? tcp[i + 1] : 0);
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return sum == 0xffff;
}

static void tell(const char *what, int node, const struct packet *packet) {
#ifdef TALK
    struct segment s = segment_of(packet);
    printf("%s %d:%s%s%s%s seq %u ack %u length %u window %u\n", what, node, s.flags & M_SYN ? " SYN" : "",
           s.flags & M_FIN ? " FIN" : "", s.flags & M_RST ? " RST" : "", s.flags & M_ACK ? " ACK" : "", s.seq, s.ack,
           s.length, s.window);
#else
    (void)what;
    (void)node;
    (void)packet;
#endif
}

/* The network keeps packets in the order of their bytes: which was sent first makes no difference. */
static void put(uint8_t to, const struct packet *packet) {
    struct in_flight it = {.to = to, .packet = *packet};
    if (in_network == IN_FLIGHT)
        return; /* the network is full: it is lost */
    int at = in_network++;
    for (; at > 0 && memcmp(&network[at - 1], &it, sizeof it) > 0; at--)
        network[at] = network[at - 1];
    network[at] = it;
}

static struct in_flight take(int at) {
    struct in_flight it = network[at];
    for (in_network--; at < in_network; at++)
        network[at] = network[at + 1];
    memset(&network[in_network], 0, sizeof network[0]);
    return it;
}

static bool is_first_of_its_kind(int at) {
    return at == 0 || memcmp(&network[at - 1], &network[at], sizeof network[0]) != 0;
}

/* ---- a node and its reference ---- */

static void check_sent(int at) {
    struct reference *reference = &nodes[at].reference;
    for (int i = 0; i < report.packets; i++) {
        const struct packet *packet = &report.sent[i];
        struct segment segment = segment_of(packet);
        tell("    sent by", at, packet);
        CHECK(sum_is_right(packet), "the checksum of a packet");
        const char *wrong = reference_sends(reference, &segment);
        CHECK(!wrong, "node %d sends %s", at, wrong);
        put(1 - at, packet);
    }
}

static void check_state(int at) {
    struct reference *reference = &nodes[at].reference;
    /* Who listens goes on listening when a connection is over. */
    if (nodes[at].listens && reference->state == M_CLOSED) {
        memset(reference, 0, sizeof *reference);
        reference->state = M_LISTEN;
        reference->passive = true;
    }
    CHECK(report.state == reference->state, "node %d is in %s, the reference in %s", at, state_name(report.state),
          state_name(reference->state));
    /* A connection that is over leaves nothing behind. */
    CHECK(reference->state > M_LISTEN || report.resources == 0, "node %d keeps %d connections", at, report.resources);
    if (reference->state >= M_ESTABLISHED) {
        CHECK(report.una == reference->snd_una, "node %d counts %u as acknowledged, the reference %u", at, report.una,
              reference->snd_una);
        CHECK(report.rcv_nxt == reference->rcv_nxt, "node %d expects %u, the reference %u", at, report.rcv_nxt,
              reference->rcv_nxt);
    }
}

/* The application gets what the other one has written, in order and once. */
static void check_stream(int at) {
    for (int i = 0; i < report.received; i++) {
        uint8_t expected = (at == 0 ? 'a' : 'A') + nodes[at].arrived++;
        CHECK(report.data[i] == expected, "node %d gets %d instead of %d", at, report.data[i], expected);
    }
    CHECK(nodes[at].arrived <= nodes[1 - at].written, "node %d gets more than was written", at);
}

static void act(int at) {
    send(nodes[at].channel, &order, sizeof order, 0);
    CHECK(recv(nodes[at].channel, &report, sizeof report, 0) == sizeof report, "node %d has ended", at);
}

static void settle(int at, unsigned fresh) {
    CHECK(report.received == fresh, "node %d gets %d bytes, the reference %u", at, report.received, fresh);
    check_sent(at);
    const char *missing = reference_is_over(&nodes[at].reference);
    CHECK(!missing, "node %d: %s", at, missing);
    check_state(at);
    check_stream(at);
    nodes[at].failed |= report.reset;
    memset(&report, 0, sizeof report);
    memset(&order, 0, sizeof order);
}

static void call(int at, enum order_kind kind, int argument) {
    static const char *const names[] = {"listens", "connects", "writes", "closes", "aborts"};
    (void)names;
    SAY("node %d %s\n", at, names[kind]);
    order.kind = kind;
    order.argument = argument;
    act(at);
    if (!report.refused) {
        struct reference *reference = &nodes[at].reference;
        switch (kind) {
        case LISTEN_CALL: reference_listen(reference); break;
        case CONNECT_CALL: reference_connect(reference); break;
        case WRITE_CALL: reference_write(reference, argument); nodes[at].written += argument; break;
        case CLOSE_CALL: reference_close(reference); break;
        default: reference_abort(reference); break;
        }
    }
    settle(at, 0);
}

static void arrive(const struct in_flight *it) {
    struct segment segment = segment_of(&it->packet);
    tell("arrives at", it->to, &it->packet);
    order.kind = PACKET_COMES;
    order.packet = it->packet;
    act(it->to);
    unsigned fresh = reference_arrives(&nodes[it->to].reference, &segment);
    settle(it->to, fresh);
}

static void let_time_pass(int at) {
    SAY("time passes at node %d\n", at);
    nodes[at].timeouts--;
    order.kind = TIME_PASSES;
    act(at);
    reference_timeout(&nodes[at].reference, report.state);
    settle(at, 0);
}

/* ---- what can happen ---- */

enum event { ARRIVES, IS_LOST, COMES_TWICE, CHANGES, CONNECTS, WRITES_SOME, CLOSES, ABORTS, TIME };

struct choice {
    uint8_t event, node, argument;
};

static struct choice possible[64];
static int possibilities;

static void may(enum event event, int node, int argument) {
    possible[possibilities++] = (struct choice){event, node, argument};
}

static bool may_close(int at) {
    enum tcp_state_name state = nodes[at].reference.state;
    if (nodes[at].closed || (state != M_ESTABLISHED && state != M_CLOSE_WAIT))
        return false;
    return ENVIRONMENT >= 3 || (nodes[at].writes == 0 && nodes[at].arrived == BYTES * WRITES);
}

static void find_possibilities(void) {
    static const uint8_t flags[] = {M_FIN, M_SYN, M_RST, M_ACK};
    possibilities = 0;
    for (int i = 0; i < in_network; i++) {
        if (!is_first_of_its_kind(i))
            continue;
        may(ARRIVES, network[i].to, i);
        if (lose)
            may(IS_LOST, 0, i);
        if (duplicate)
            may(COMES_TWICE, network[i].to, i);
        for (int flag = 0; ENVIRONMENT >= 4 && corrupt && flag < 4; flag++)
            may(CHANGES, flags[flag], i);
    }
    for (int at = 0; at < NODES; at++) {
        enum tcp_state_name state = nodes[at].reference.state;
        if (!nodes[at].listens && !nodes[at].connected)
            may(CONNECTS, at, 0);
        if (nodes[at].writes && !nodes[at].closed && (state == M_ESTABLISHED || state == M_CLOSE_WAIT))
            may(WRITES_SOME, at, 0);
        if (may_close(at))
            may(CLOSES, at, 0);
        if (ENVIRONMENT >= 3 && !nodes[at].closed && (state == M_ESTABLISHED || state == M_CLOSE_WAIT))
            may(ABORTS, at, 0);
        if (nodes[at].timeouts && state != M_CLOSED && state != M_LISTEN)
            may(TIME, at, 0);
    }
}

static void happen(struct choice it) {
    struct in_flight copy;
    switch (it.event) {
    case ARRIVES:
        copy = take(it.argument);
        arrive(&copy);
        break;
    case IS_LOST:
        lose--;
        copy = take(it.argument);
        tell("lost on its way to", copy.to, &copy.packet);
        break;
    case COMES_TWICE:
        duplicate--;
        copy = network[it.argument];
        arrive(&copy);
        break;
    case CHANGES:
        corrupt--;
        copy = take(it.argument);
        copy.packet.bytes[33] ^= it.node;
        SAY("changed: ");
        arrive(&copy);
        break;
    case CONNECTS:
        nodes[it.node].connected = true;
        call(it.node, CONNECT_CALL, 0);
        break;
    case WRITES_SOME:
        nodes[it.node].writes--;
        call(it.node, WRITE_CALL, BYTES);
        break;
    case CLOSES:
        nodes[it.node].closed = true;
        call(it.node, CLOSE_CALL, 0);
        break;
    case ABORTS:
        nodes[it.node].closed = true;
        call(it.node, ABORT_CALL, 0);
        break;
    default:
        let_time_pass(it.node);
        break;
    }
}

static void start(int at) {
    int pair[2];
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair);
    if (fork() == 0) {
        close(pair[0]);
        node(at, pair[1]);
    }
    close(pair[1]);
    nodes[at].channel = pair[0];
    nodes[at].writes = WRITES;
    nodes[at].timeouts = TIMEOUTS;
}

int main(void) {
#ifdef TALK
    setvbuf(stdout, NULL, _IONBF, 0);
#endif
    for (int at = 0; at < NODES; at++)
        start(at);
    /* The second node is the server. */
    nodes[1].listens = ENVIRONMENT < 2 || choose(2) == 0;
    if (nodes[1].listens)
        call(1, LISTEN_CALL, 0);
    for (;;) {
        find_possibilities();
        if (possibilities == 0)
            _exit(0);
        struct choice it = possible[choose(possibilities)];
        memset(possible, 0, sizeof possible);
        possibilities = 0;
        happen(it);
    }
}
