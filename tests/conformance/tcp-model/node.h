/* What the environment tells a node to do, and what the node says has come of it. */
#ifndef NODE_H
#define NODE_H

#include <stdint.h>

enum order_kind { LISTEN_CALL, CONNECT_CALL, WRITE_CALL, CLOSE_CALL, ABORT_CALL, PACKET_COMES, TIME_PASSES };

enum { MOST_BYTES = 96, MOST_PACKETS = 6 };

struct packet {
    uint8_t length, bytes[MOST_BYTES];
};

struct order {
    uint8_t kind, argument;
    struct packet packet;
};

struct report {
    uint8_t state;              /* of the connection, in the numbers of reference.h */
    uint8_t refused;            /* the call was refused */
    uint8_t reset;              /* the application was told that the connection is gone */
    uint8_t packets;
    uint8_t received;           /* bytes of data that the application has got in this event */
    uint8_t data[MOST_BYTES];
    uint32_t una, rcv_nxt;      /* what it counts as acknowledged, and what it expects next */
    uint8_t resources;          /* connections and segments that the stack holds */
    struct packet sent[MOST_PACKETS];
};

/* Runs a stack that does what comes over `channel`. */
_Noreturn void node(int number, int channel);

#endif
