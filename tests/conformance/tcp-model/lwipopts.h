/* lwip without threads and with the C library's memory, so that every object has its own bounds. */
#ifndef LWIPOPTS_H
#define LWIPOPTS_H

#define NO_SYS 1
#define SYS_LIGHTWEIGHT_PROT 0
#define LWIP_NETCONN 0
#define LWIP_SOCKET 0
#define LWIP_IPV4 1
#define LWIP_IPV6 0
#define LWIP_ARP 0
#define LWIP_ETHERNET 0
#define LWIP_ICMP 0
#define LWIP_UDP 0
#define LWIP_DNS 0
#define LWIP_DHCP 0
#define LWIP_RAW 0
#define LWIP_STATS 0
#define LWIP_TIMERS 0
#define IP_REASSEMBLY 0
#define IP_FRAG 0
#define MEM_LIBC_MALLOC 1
#define MEMP_MEM_MALLOC 1
#define MEM_ALIGNMENT 8
#define LWIP_TCP 1
#define TCP_MSS 8
#define TCP_WND 32
#define TCP_SND_BUF 32
#define TCP_SND_QUEUELEN 8
#define MEMP_NUM_TCP_SEG 16
#define TCP_MSL 10000
#define TCP_MAXRTX 2
#define TCP_SYNMAXRTX 2
#define TCP_OVERSIZE 0
#define TCP_QUEUE_OOSEQ 0
#define TCP_CALCULATE_EFF_SEND_MSS 0
#define LWIP_DISABLE_TCP_SANITY_CHECKS 1
/* The environment looks at what is sent; what it changes on the way need not be right. */
#define CHECKSUM_CHECK_IP 0
#define CHECKSUM_CHECK_TCP 0
#define LWIP_CHECKSUM_ON_COPY 0

#endif
