/* TCP as RFC 793, section 3.9 ("Event Processing"), has it; with RFC 5961 for resets and SYNs inside the window,
   RFC 1337 for resets in TIME-WAIT, and RFC 1122 for acknowledgements that may wait. The order of tests is that of the RFC, so that it can be read beside it.

   What the RFC leaves open (how much is sent at a time, when data is acknowledged) is not decided here: the model takes
   note of what the implementation sends, and says whether it may. */
#include "reference.h"
#include <string.h>

/* Sequence numbers are compared modulo 2^32. */
static bool before(uint32_t a, uint32_t b) { return (int32_t)(a - b) < 0; }
static bool at_most(uint32_t a, uint32_t b) { return (int32_t)(a - b) <= 0; }

const char *state_name(enum tcp_state_name state) {
    static const char *const names[] = {
        "CLOSED", "LISTEN", "SYN-SENT", "SYN-RECEIVED", "ESTABLISHED", "FIN-WAIT-1", "FIN-WAIT-2", "CLOSE-WAIT",
        "CLOSING", "LAST-ACK", "TIME-WAIT"
    };
    return names[state];
}

/* All that the connection was is gone. */
static void forget(struct reference *m, enum tcp_state_name to) {
    uint8_t owes = m->owes, may_reset = m->may_reset;
    memset(m, 0, sizeof *m);
    m->state = to;
    m->passive = to == M_LISTEN;
    m->owes = owes & OWES_RESET;
    m->may_reset = may_reset;
}

/* ---- calls of the application ---- */

void reference_listen(struct reference *m) {
    if (m->state == M_CLOSED) {
        m->state = M_LISTEN;
        m->passive = true;
    }
}

void reference_connect(struct reference *m) {
    if (m->state == M_CLOSED || m->state == M_LISTEN) {
        m->state = M_SYN_SENT;
        m->passive = false;
        m->owes |= OWES_SYN;
    }
}

void reference_write(struct reference *m, unsigned length) {
    switch (m->state) {
    case M_SYN_SENT:
    case M_SYN_RCVD:
    case M_ESTABLISHED:
    case M_CLOSE_WAIT:
        m->unsent += length;
        break;
    default:
        break;
    }
}

void reference_close(struct reference *m) {
    switch (m->state) {
    case M_LISTEN:
    case M_SYN_SENT:
        forget(m, M_CLOSED);
        break;
    case M_SYN_RCVD:
    case M_ESTABLISHED:
        m->fin_wanted = true;
        m->state = M_FIN_WAIT_1;
        break;
    case M_CLOSE_WAIT:
        m->fin_wanted = true;
        m->state = M_LAST_ACK;
        break;
    default:
        break;
    }
}

void reference_abort(struct reference *m) {
    switch (m->state) {
    case M_SYN_RCVD:
    case M_ESTABLISHED:
    case M_FIN_WAIT_1:
    case M_FIN_WAIT_2:
    case M_CLOSE_WAIT:
        m->owes |= OWES_RESET;
        m->may_reset = true;
        forget(m, M_CLOSED);
        break;
    default:
        m->may_reset = true;
        forget(m, M_CLOSED);
        break;
    }
}

/* ---- a segment arrives ---- */

/* How much of the sequence numbers a segment takes. */
static uint32_t takes(const struct segment *s) {
    return s->length + ((s->flags & M_SYN) != 0) + ((s->flags & M_FIN) != 0);
}

/* A reset in answer to a segment that no connection wants. */
static void answer_with_reset(struct reference *m, const struct segment *s) {
    if (!(s->flags & M_RST)) {
        m->owes |= OWES_RESET;
        m->may_reset = true;
    }
}

static void arrives_in_listen(struct reference *m, const struct segment *s) {
    /* first check for an RST */
    if (s->flags & M_RST)
        return;
    /* second check for an ACK */
    if (s->flags & M_ACK) {
        answer_with_reset(m, s);
        return;
    }
    /* third check for a SYN */
    if (s->flags & M_SYN) {
        m->irs = s->seq;
        m->rcv_nxt = s->seq + 1;
        m->right_edge = m->rcv_nxt;
        m->state = M_SYN_RCVD;
        m->owes |= OWES_SYN_ACK;
    }
}

static void arrives_in_syn_sent(struct reference *m, const struct segment *s) {
    bool acknowledges = false;
    /* first check the ACK bit */
    if (s->flags & M_ACK) {
        if (at_most(s->ack, m->iss) || before(m->snd_nxt, s->ack)) {
            answer_with_reset(m, s);
            return;
        }
        if (EXCUSED & RESET_FOR_ACK_ALONE && !(s->flags & (M_SYN | M_RST)))
            m->may_reset = true;
        acknowledges = at_most(m->snd_una, s->ack) && at_most(s->ack, m->snd_nxt);
    }
    /* second check the RST bit */
    if (s->flags & M_RST) {
        if (acknowledges || (EXCUSED & RESET_WITHOUT_ACK && s->ack == m->snd_nxt))
            forget(m, M_CLOSED);
        return;
    }
    /* fourth check the SYN bit */
    if (EXCUSED & NO_SIMULTANEOUS_OPEN && !acknowledges)
        return;
    if (s->flags & M_SYN) {
        m->irs = s->seq;
        m->rcv_nxt = s->seq + 1;
        m->right_edge = m->rcv_nxt + m->syn_window;
        if (acknowledges) {
            m->snd_una = s->ack;
            m->state = M_ESTABLISHED;
            m->owes |= OWES_ACK;
        } else {
            m->state = M_SYN_RCVD;
            m->owes |= OWES_SYN_ACK;
        }
    }
}

/* The test of section 3.3: whether any of a segment is inside the window. */
static bool is_acceptable(const struct reference *m, const struct segment *s) {
    uint32_t length = takes(s), window = m->right_edge - m->rcv_nxt;
    if (length == 0 && window == 0)
        return s->seq == m->rcv_nxt;
    if (length == 0)
        return at_most(m->rcv_nxt, s->seq) && before(s->seq, m->right_edge);
    if (window == 0)
        return false;
    uint32_t last = s->seq + length - 1;
    return (at_most(m->rcv_nxt, s->seq) && before(s->seq, m->right_edge)) ||
           (at_most(m->rcv_nxt, last) && before(last, m->right_edge));
}

/* The FIN that was sent is acknowledged. */
static bool fin_is_acknowledged(const struct reference *m) {
    return m->fin_sent && m->snd_una == m->snd_nxt;
}

/* "fifth check the ACK field". Says whether the segment goes on to be processed. */
static bool check_acknowledgement(struct reference *m, const struct segment *s) {
    if (!(s->flags & M_ACK))
        return false;
    if (m->state == M_SYN_RCVD) {
        /* SND.UNA is the number of the SYN itself until it is acknowledged. */
        if (!before(m->snd_una, s->ack) || before(m->snd_nxt, s->ack)) {
            answer_with_reset(m, s);
            return false;
        }
        m->state = M_ESTABLISHED;
    }
    if (before(m->snd_una, s->ack) && at_most(s->ack, m->snd_nxt))
        m->snd_una = s->ack;
    else if (before(m->snd_nxt, s->ack)) {
        m->owes |= OWES_ACK;
        if (!(EXCUSED & TEXT_BESIDE_WRONG_ACK))
            return false;
    }
    switch (m->state) {
    case M_FIN_WAIT_1:
        if (fin_is_acknowledged(m))
            m->state = M_FIN_WAIT_2;
        break;
    case M_CLOSING:
        if (fin_is_acknowledged(m))
            m->state = M_TIME_WAIT;
        return m->state == M_TIME_WAIT;
    case M_LAST_ACK:
        if (fin_is_acknowledged(m))
            forget(m, M_CLOSED);
        return false;
    case M_TIME_WAIT:
        if (s->flags & M_FIN)
            m->owes |= OWES_ACK;
        return false;
    default:
        break;
    }
    return true;
}

/* "seventh, process the segment text": how much of it is new and in order. */
static unsigned take_data(struct reference *m, const struct segment *s) {
    uint32_t end = s->seq + s->length;
    if (s->length == 0)
        return 0;
    if (before(m->rcv_nxt, s->seq)) {
        /* A hole before it: it may be kept, and says at once what is missing. */
        m->owes |= OWES_ACK;
        return 0;
    }
    if (at_most(end, m->rcv_nxt))
        return 0;
    switch (m->state) {
    case M_ESTABLISHED:
    case M_FIN_WAIT_1:
    case M_FIN_WAIT_2: {
        unsigned fresh = end - m->rcv_nxt;
        m->rcv_nxt = end;
        m->ack_later = true;
        return fresh;
    }
    default:
        return 0;
    }
}

/* "eighth, check the FIN bit" */
static void take_fin(struct reference *m, const struct segment *s) {
    /* A FIN behind a hole waits until the hole is filled. */
    if (!(s->flags & M_FIN) || s->seq + s->length != m->rcv_nxt)
        return;
    m->owes |= OWES_ACK;
    switch (m->state) {
    case M_SYN_RCVD:
    case M_ESTABLISHED:
        m->rcv_nxt++;
        m->state = M_CLOSE_WAIT;
        break;
    case M_FIN_WAIT_1:
        m->rcv_nxt++;
        m->state = fin_is_acknowledged(m) ? M_TIME_WAIT : M_CLOSING;
        break;
    case M_FIN_WAIT_2:
        m->rcv_nxt++;
        m->state = M_TIME_WAIT;
        break;
    default:
        break;
    }
}

static unsigned arrives_in_connection(struct reference *m, const struct segment *s) {
    /* first check sequence number */
    bool unchecked = EXCUSED & NO_SEQUENCE_CHECK && m->state == M_SYN_RCVD && !(s->flags & M_RST);
    if (!is_acceptable(m, s) && !unchecked) {
        bool excused = EXCUSED & NO_ANSWER_IN_TIME_WAIT && m->state == M_TIME_WAIT && takes(s) == 0;
        if (!(s->flags & M_RST) && !excused)
            m->owes |= OWES_ACK;
        if (EXCUSED & ACK_OF_OLD_SEGMENT && !(s->flags & (M_RST | M_SYN)) && m->state != M_TIME_WAIT)
            check_acknowledgement(m, s);
        return 0;
    }
    /* second check the RST bit; RFC 5961: only the very next number ends the connection */
    if (s->flags & M_RST) {
        if (s->seq != m->rcv_nxt) {
            m->owes |= OWES_ACK;
            return 0;
        }
        if (m->state == M_TIME_WAIT)
            return 0;
        forget(m, m->state == M_SYN_RCVD && m->passive ? M_LISTEN : M_CLOSED);
        return 0;
    }
    /* fourth, check the SYN bit; RFC 5961: a SYN is answered with an ACK */
    if (s->flags & M_SYN) {
        if (!(EXCUSED & SYN_IS_IGNORED && m->state == M_SYN_RCVD))
            m->owes |= OWES_ACK;
        return 0;
    }
    if (!check_acknowledgement(m, s))
        return 0;
    unsigned fresh = take_data(m, s);
    take_fin(m, s);
    return fresh;
}

unsigned reference_arrives(struct reference *m, const struct segment *s) {
    switch (m->state) {
    case M_CLOSED:
        answer_with_reset(m, s);
        return 0;
    case M_LISTEN:
        arrives_in_listen(m, s);
        return 0;
    case M_SYN_SENT:
        arrives_in_syn_sent(m, s);
        return 0;
    default:
        return arrives_in_connection(m, s);
    }
}

/* ---- time ---- */

void reference_timeout(struct reference *m, enum tcp_state_name now) {
    /* 2 MSL have passed, or the user's time limit: both may end the connection, and neither has to yet. */
    if (now == M_CLOSED && m->state == M_TIME_WAIT)
        forget(m, M_CLOSED);
    else if (now != m->state && (now == M_CLOSED || now == M_LISTEN) && m->state != M_LISTEN) {
        m->may_reset = true;
        forget(m, now);
    }
    if (m->ack_later) {
        m->owes |= OWES_ACK;
    }
}

/* ---- the implementation sends ---- */

static const char *sends_syn(struct reference *m, const struct segment *s) {
    if (m->state != M_SYN_SENT && m->state != M_SYN_RCVD && m->state != M_FIN_WAIT_1)
        return "a SYN in a state that sends none";
    if (m->state == M_SYN_SENT && (s->flags & M_ACK))
        return "a SYN with an ACK although nothing has come";
    if (m->state != M_SYN_SENT && !(s->flags & M_ACK))
        return "a SYN without an ACK although one has come";
    if (m->iss == 0 && m->snd_nxt == 0) {
        m->iss = m->snd_una = s->seq;
        m->snd_nxt = s->seq + 1;
    }
    if (s->seq != m->iss)
        return "a SYN with another number than the first";
    m->syn_window = s->window;
    if (s->flags & M_ACK)
        m->right_edge = m->rcv_nxt + s->window;
    m->owes &= ~(OWES_SYN | OWES_SYN_ACK | (s->flags & M_ACK ? OWES_ACK : 0));
    return 0;
}

static const char *sends_data(struct reference *m, const struct segment *s) {
    uint32_t end = s->seq + s->length;
    if (s->length == 0)
        return 0;
    switch (m->state) {
    case M_ESTABLISHED:
    case M_CLOSE_WAIT:
    case M_FIN_WAIT_1:
    case M_CLOSING:
    case M_LAST_ACK:
        break;
    default:
        return "data in a state that sends none";
    }
    if (before(m->snd_nxt, s->seq))
        return "data behind a hole";
    if (before(m->snd_nxt, end)) {
        if (m->fin_sent)
            return "data behind the FIN";
        uint32_t fresh = end - m->snd_nxt;
        if (fresh > m->unsent)
            return "data that nobody has written";
        m->unsent -= fresh;
        m->snd_nxt = end;
    }
    return 0;
}

static const char *sends_fin(struct reference *m, const struct segment *s) {
    uint32_t number = s->seq + s->length;
    if (!(s->flags & M_FIN))
        return 0;
    if (!m->fin_wanted)
        return "a FIN although nobody has closed";
    if (m->fin_sent)
        return number + 1 == m->snd_nxt ? 0 : "a FIN with another number than the first";
    if (m->unsent > 0)
        return "a FIN before the data";
    if (number != m->snd_nxt)
        return "a FIN behind a hole";
    m->fin_sent = true;
    m->snd_nxt++;
    return 0;
}

const char *reference_sends(struct reference *m, const struct segment *s) {
    const char *wrong;
    if (s->flags & M_RST) {
        if (!m->may_reset)
            return "a reset without a reason";
        m->owes &= ~OWES_RESET;
        return 0;
    }
    if (EXCUSED & ACK_BEFORE_RESET && m->owes & OWES_RESET && s->flags == M_ACK && s->length == 0)
        return 0;
    if (m->state == M_CLOSED || m->state == M_LISTEN)
        return "a segment although there is no connection";
    if (s->flags & M_SYN)
        return sends_syn(m, s);
    if (!(s->flags & M_ACK))
        return "a segment without an ACK";
    if (s->ack != m->rcv_nxt)
        return "an ACK of something else than what was received";
    if (before(s->ack + s->window, m->right_edge))
        return "the window shrinks";
    m->right_edge = s->ack + s->window;
    if ((wrong = sends_data(m, s)) || (wrong = sends_fin(m, s)))
        return wrong;
    if (before(m->snd_nxt, s->seq))
        return "a number that was not reached yet";
    m->owes &= ~OWES_ACK;
    m->ack_later = false;
    return 0;
}

const char *reference_is_over(struct reference *m) {
    uint8_t owes = m->owes;
    m->owes = 0;
    m->may_reset = false;
    if (owes & OWES_RESET)
        return "no reset was sent";
    if (owes & OWES_SYN)
        return "no SYN was sent";
    if (owes & OWES_SYN_ACK)
        return "no SYN with ACK was sent";
    if (owes & OWES_ACK)
        return "no ACK was sent";
    return 0;
}
