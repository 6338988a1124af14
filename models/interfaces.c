/* net/if.h and ifaddrs.h: the interfaces of a host that has only its loopback. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

void *calloc(size_t, size_t);
void free(void *);
char *strcpy(char *, const char *);
int strcmp(const char *, const char *);
int *__errno_location(void);

enum { NO_DEVICE = 19, NO_ADDRESS = 6, NO_MEMORY = 12, LOOPBACK = 1 };

unsigned if_nametoindex(const char *name)
{
    if (strcmp(name, "lo") == 0)
        return LOOPBACK;
    *__errno_location() = NO_DEVICE;
    return 0;
}

char *if_indextoname(unsigned index, char *name)
{
    if (index == LOOPBACK)
        return strcpy(name, "lo");
    *__errno_location() = NO_ADDRESS;
    return NULL;
}

struct if_nameindex *if_nameindex(void)
{
    struct if_nameindex *all = calloc(2, sizeof *all);
    char *name = calloc(3, 1);
    if (!all || !name) {
        free(all);
        free(name);
        return NULL;
    }
    all[0] = (struct if_nameindex){ LOOPBACK, strcpy(name, "lo") };
    return all;
}

void if_freenameindex(struct if_nameindex *all)
{
    free(all[0].if_name);
    free(all);
}

/* What is told of an address: all of it is freed with the first. */
struct entry {
    struct ifaddrs told;
    char name[3];
    struct sockaddr_in6 address, mask;
};

int getifaddrs(struct ifaddrs **to)
{
    struct entry *all = calloc(2, sizeof *all);
    if (!all) {
        *__errno_location() = NO_MEMORY;
        return -1;
    }
    for (int i = 0; i < 2; i++) {
        struct ifaddrs *told = &all[i].told;
        told->ifa_next = i == 0 ? &all[1].told : NULL;
        told->ifa_name = strcpy(all[i].name, "lo");
        told->ifa_flags = IFF_UP | IFF_LOOPBACK | IFF_RUNNING;
        told->ifa_addr = (struct sockaddr *)&all[i].address;
        told->ifa_netmask = (struct sockaddr *)&all[i].mask;
    }
    *(struct sockaddr_in *)&all[0].address = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    *(struct sockaddr_in *)&all[0].mask = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr = { htonl(0xff000000) } };
    all[1].address = (struct sockaddr_in6){ .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
    all[1].mask = (struct sockaddr_in6){ .sin6_family = AF_INET6 };
    for (int i = 0; i < 16; i++)
        all[1].mask.sin6_addr.s6_addr[i] = 0xff;
    *to = &all[0].told;
    return 0;
}

void freeifaddrs(struct ifaddrs *all)
{
    free(all);
}
