/* What AODV-UU knows of packets that the kernel of 2002 handed to processes. */
#ifndef IP_QUEUE_H
#define IP_QUEUE_H

#include <stddef.h>

typedef struct ipq_packet_msg {
    unsigned long packet_id, mark;
    long timestamp_sec, timestamp_usec;
    unsigned hook;
    char indev_name[16], outdev_name[16];
    unsigned short hw_protocol, hw_type;
    unsigned char hw_addrlen, hw_addr[8];
    size_t data_len;
    unsigned char payload[0];
} ipq_packet_msg_t;

enum { IPQ_COPY_NONE, IPQ_COPY_META, IPQ_COPY_PACKET };

#endif
