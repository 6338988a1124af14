/* A node: an lwip stack, unmodified, that is told over a socket what its application does, which packets come, and
   when time passes. Its packets go back over the same socket.

   Numbers that only count (the ticks since the start, the number of the next packet) are set back after each event, so
   that states which differ in nothing else are equal. */
#include "node.h"
#include "reference.h"
#include "lwip/init.h"
#include "lwip/ip4.h"
#include "lwip/netif.h"
#include "lwip/priv/tcp_priv.h"
#include "lwip/tcp.h"
#include <gmc.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 7, FIRST_TICK = 100000 };

static struct netif interface;
static struct tcp_pcb *connection, *listener;
static struct report report;
static int self;
static uint8_t next_byte;

void stack_diagnosis(const char *message) {
    (void)message;
    gmc_assert(!"an assertion of the stack holds");
}

uint32_t sys_now(void) { return 0; }

static err_t leaves(struct netif *out, struct pbuf *p, const ip4_addr_t *to) {
    (void)out;
    (void)to;
    gmc_assert(report.packets < MOST_PACKETS && p->tot_len <= MOST_BYTES);
    struct packet *packet = &report.sent[report.packets++];
    packet->length = p->tot_len;
    pbuf_copy_partial(p, packet->bytes, p->tot_len, 0);
    packet->bytes[4] = packet->bytes[5] = 0; /* the number of the packet */
    packet->bytes[10] = packet->bytes[11] = 0; /* and the sum that has it */
    return ERR_OK;
}

static err_t begin(struct netif *it) {
    it->output = leaves;
    it->mtu = 1500;
    return ERR_OK;
}

static err_t comes(void *argument, struct tcp_pcb *pcb, struct pbuf *p, err_t error) {
    (void)argument;
    (void)error;
    if (p) {
        pbuf_copy_partial(p, report.data + report.received, p->tot_len, 0);
        report.received += p->tot_len;
        tcp_recved(pcb, p->tot_len);
        pbuf_free(p);
    }
    return ERR_OK;
}

static void is_gone(void *argument, err_t error) {
    (void)argument;
    (void)error;
    connection = NULL;
    report.reset = 1;
}

static void watch(struct tcp_pcb *pcb) {
    connection = pcb;
    tcp_recv(pcb, comes);
    tcp_err(pcb, is_gone);
}

static err_t accepts(void *argument, struct tcp_pcb *pcb, err_t error) {
    (void)argument;
    if (error == ERR_OK && pcb)
        watch(pcb);
    return ERR_OK;
}

static err_t connects(void *argument, struct tcp_pcb *pcb, err_t error) {
    (void)argument;
    (void)pcb;
    (void)error;
    return ERR_OK;
}

static void address(ip4_addr_t *to, int number) { IP4_ADDR(to, 10, 0, 0, number + 1); }

static struct tcp_pcb *new_connection(void) {
    struct tcp_pcb *pcb = tcp_new();
    if (pcb && tcp_bind(pcb, IP_ANY_TYPE, PORT) != ERR_OK) {
        tcp_close(pcb);
        pcb = NULL;
    }
    return pcb;
}

static void call(const struct order *order) {
    ip4_addr_t peer;
    struct tcp_pcb *pcb;
    switch (order->kind) {
    case LISTEN_CALL:
        pcb = new_connection();
        listener = pcb ? tcp_listen(pcb) : NULL;
        if (listener)
            tcp_accept(listener, accepts);
        report.refused = !listener;
        break;
    case CONNECT_CALL:
        pcb = new_connection();
        address(&peer, 1 - self);
        report.refused = !pcb || tcp_connect(pcb, &peer, PORT, connects) != ERR_OK;
        if (pcb)
            watch(pcb);
        break;
    case WRITE_CALL: {
        uint8_t bytes[MOST_BYTES];
        for (int i = 0; i < order->argument; i++)
            bytes[i] = next_byte + i;
        report.refused = tcp_write(connection, bytes, order->argument, TCP_WRITE_FLAG_COPY) != ERR_OK;
        if (!report.refused) {
            next_byte += order->argument;
            tcp_output(connection);
        }
        break;
    }
    case CLOSE_CALL:
        /* Half of it: what comes is still read. */
        if (connection && connection->state == SYN_SENT) {
            report.refused = tcp_close(connection) != ERR_OK;
            if (!report.refused)
                connection = NULL;
        } else {
            report.refused = tcp_shutdown(connection, 0, 1) != ERR_OK;
        }
        break;
    case ABORT_CALL:
        pcb = connection;
        tcp_arg(pcb, NULL);
        tcp_abort(pcb);
        connection = NULL;
        report.reset = 0;
        break;
    default:
        break;
    }
}

static void packet_comes(const struct packet *packet) {
    struct pbuf *p = pbuf_alloc(PBUF_RAW, packet->length, PBUF_RAM);
    if (p) {
        pbuf_take(p, packet->bytes, packet->length);
        if (ip4_input(p, &interface) != ERR_OK)
            pbuf_free(p);
    }
}

/* The connection that there is, whoever knows of it. */
static struct tcp_pcb *current(void) {
    return tcp_active_pcbs ? tcp_active_pcbs : tcp_tw_pcbs;
}

static enum tcp_state_name state(void) {
    static const uint8_t names[] = {
        [CLOSED] = M_CLOSED, [LISTEN] = M_LISTEN, [SYN_SENT] = M_SYN_SENT, [SYN_RCVD] = M_SYN_RCVD,
        [ESTABLISHED] = M_ESTABLISHED, [FIN_WAIT_1] = M_FIN_WAIT_1, [FIN_WAIT_2] = M_FIN_WAIT_2,
        [CLOSE_WAIT] = M_CLOSE_WAIT, [CLOSING] = M_CLOSING, [LAST_ACK] = M_LAST_ACK, [TIME_WAIT] = M_TIME_WAIT
    };
    const struct tcp_pcb *pcb = current();
    return pcb ? names[pcb->state] : listener ? M_LISTEN : M_CLOSED;
}

/* Time passes until something happens, or until nothing would. */
static void time_passes(void) {
    enum tcp_state_name before = state();
    for (int i = 0; i < 200 && report.packets == 0 && state() == before; i++)
        tcp_tmr();
}

static void set_counters_back(void) {
    extern u32_t tcp_ticks;
    u32_t shift = tcp_ticks - FIRST_TICK;
    for (int list = 0; list < 2; list++)
        for (struct tcp_pcb *pcb = list ? tcp_tw_pcbs : tcp_active_pcbs; pcb; pcb = pcb->next) {
            pcb->tmr -= shift;
            if (pcb->rttest)
                pcb->rttest -= shift;
        }
    tcp_ticks = FIRST_TICK;
}

static void count_resources(void) {
    const struct tcp_pcb *const lists[] = {tcp_active_pcbs, tcp_tw_pcbs, tcp_bound_pcbs};
    for (int list = 0; list < 3; list++)
        for (const struct tcp_pcb *pcb = lists[list]; pcb; pcb = pcb->next)
            report.resources++;
}

_Noreturn void node(int number, int channel) {
    static struct order order;
    extern u32_t tcp_ticks;
    ip4_addr_t own, mask, none;
    self = number;
    next_byte = number ? 'a' : 'A';
    lwip_init();
    tcp_ticks = FIRST_TICK;
    address(&own, number);
    IP4_ADDR(&mask, 255, 255, 255, 0);
    IP4_ADDR(&none, 0, 0, 0, 0);
    netif_add(&interface, &own, &mask, &none, NULL, begin, ip4_input);
    netif_set_default(&interface);
    netif_set_up(&interface);
    netif_set_link_up(&interface);
    while (recv(channel, &order, sizeof order, 0) == sizeof order) {
        memset(&report, 0, sizeof report);
        if (order.kind == PACKET_COMES)
            packet_comes(&order.packet);
        else if (order.kind == TIME_PASSES)
            time_passes();
        else
            call(&order);
        report.state = state();
        count_resources();
        if (current()) {
            report.una = current()->lastack;
            report.rcv_nxt = current()->rcv_nxt;
        }
        set_counters_back();
        memset(&order, 0, sizeof order);
        send(channel, &report, sizeof report, 0);
        memset(&report, 0, sizeof report);
    }
    _exit(0);
}
