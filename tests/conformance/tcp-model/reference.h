/* One end of a TCP connection as RFC 793 has it, to judge an implementation that gets the same events. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum tcp_state_name {
    M_CLOSED, M_LISTEN, M_SYN_SENT, M_SYN_RCVD, M_ESTABLISHED, M_FIN_WAIT_1, M_FIN_WAIT_2, M_CLOSE_WAIT,
    M_CLOSING, M_LAST_ACK, M_TIME_WAIT
};

enum { M_FIN = 1, M_SYN = 2, M_RST = 4, M_PSH = 8, M_ACK = 16 };

/* A segment. */
struct segment {
    uint32_t seq, ack;
    uint16_t window, length;
    uint8_t flags;
};

/* What the implementation has to send before the event is over. */
enum { OWES_ACK = 1, OWES_RESET = 2, OWES_SYN = 4, OWES_SYN_ACK = 8 };

/* Differences from the RFC that were found and looked at: the reference lets them pass, so that others are found. */
enum excuse {
    NO_ANSWER_IN_TIME_WAIT = 1,     /* an old segment without data is not answered in TIME-WAIT */
    ACK_OF_OLD_SEGMENT = 2,         /* what a segment outside the window acknowledges is taken */
    RESET_FOR_ACK_ALONE = 4,        /* an ACK without SYN in SYN-SENT is answered with a reset */
    NO_SIMULTANEOUS_OPEN = 8,       /* a SYN without ACK in SYN-SENT is not taken */
    RESET_WITHOUT_ACK = 16,         /* a reset in SYN-SENT counts by its number even if ACK is not set */
    NO_SEQUENCE_CHECK = 32,         /* the number of a segment makes no difference in SYN-RECEIVED */
    SYN_IS_IGNORED = 64,            /* another SYN in SYN-RECEIVED is not answered */
    TEXT_BESIDE_WRONG_ACK = 128,    /* data and FIN of a segment count although it acknowledges what was never sent */
    ACK_BEFORE_RESET = 256,         /* an ACK that waited is sent before the reset of an abort */
};

#ifndef EXCUSED
#define EXCUSED 0
#endif

struct reference {
    enum tcp_state_name state;
    bool passive;           /* the connection was opened by listening */
    bool fin_wanted;        /* the application has closed its side */
    bool fin_sent;
    bool ack_later;         /* data was received and not acknowledged yet (RFC 1122 lets that wait) */
    uint8_t owes;
    uint8_t may_reset;      /* a reset is allowed in this event */
    uint32_t snd_una, snd_nxt, iss, irs, rcv_nxt;
    uint32_t right_edge;    /* behind the last byte that the window allows the other side to send */
    uint16_t syn_window;    /* what the SYN that was sent said */
    uint16_t unsent;        /* bytes that the application has written and that were not sent yet */
};

/* Calls of the application. */
void reference_listen(struct reference *);
void reference_connect(struct reference *);
void reference_write(struct reference *, unsigned length);
void reference_close(struct reference *);
void reference_abort(struct reference *);

/* A segment arrives. Says how many bytes of data it brings that are new and in order. */
unsigned reference_arrives(struct reference *, const struct segment *);

/* Time has passed. */
void reference_timeout(struct reference *, enum tcp_state_name now);

/* The implementation sends a segment. Says what is wrong with that; null if nothing is. */
const char *reference_sends(struct reference *, const struct segment *);

/* The event is over. Says what is missing; null if nothing is. */
const char *reference_is_over(struct reference *);

const char *state_name(enum tcp_state_name);

#endif
