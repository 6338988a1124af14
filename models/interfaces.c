/* net/if.h and ifaddrs.h: the interfaces of the host. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

void *calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
char *strcpy(char *, const char *);
char *strdup(const char *);
int strcmp(const char *, const char *);
int *__errno_location(void);

/* The flags of an interface, and its name; -1 where there is none. */
int __gmc_interface(unsigned, char *);
/* The family of an address of an interface, and its mask; 0 where there are no more. */
int __gmc_address(unsigned, int, void *, void *);

enum { NO_DEVICE = 19, NO_ADDRESS = 6, NO_MEMORY = 12 };

unsigned if_nametoindex(const char *name)
{
    char own[IF_NAMESIZE];
    for (unsigned i = 1; __gmc_interface(i, own) >= 0; i++)
        if (strcmp(name, own) == 0)
            return i;
    *__errno_location() = NO_DEVICE;
    return 0;
}

char *if_indextoname(unsigned index, char *name)
{
    char own[IF_NAMESIZE];
    if (__gmc_interface(index, own) >= 0)
        return strcpy(name, own);
    *__errno_location() = NO_ADDRESS;
    return NULL;
}

struct if_nameindex *if_nameindex(void)
{
    char own[IF_NAMESIZE];
    unsigned count = 0;
    while (__gmc_interface(count + 1, own) >= 0)
        count++;
    struct if_nameindex *all = calloc(count + 1, sizeof *all);
    if (!all)
        return NULL;
    for (unsigned i = 0; i < count; i++) {
        __gmc_interface(i + 1, own);
        all[i] = (struct if_nameindex){ i + 1, strdup(own) };
        if (!all[i].if_name) {
            while (i > 0)
                free(all[--i].if_name);
            free(all);
            return NULL;
        }
    }
    return all;
}

void if_freenameindex(struct if_nameindex *all)
{
    for (struct if_nameindex *at = all; at->if_name; at++)
        free(at->if_name);
    free(all);
}

/* What is told of an address: all of it is freed with the first. */
struct entry {
    struct ifaddrs told;
    char name[IF_NAMESIZE];
    struct sockaddr_in6 address, mask, broadcast;
};

static struct sockaddr *tell(int family, const unsigned char *bytes, unsigned scope, struct sockaddr_in6 *to)
{
    if (family == AF_INET) {
        struct sockaddr_in *four = (struct sockaddr_in *)to;
        *four = (struct sockaddr_in){ .sin_family = AF_INET };
        memcpy(&four->sin_addr, bytes, 4);
    } else {
        *to = (struct sockaddr_in6){ .sin6_family = AF_INET6 };
        memcpy(&to->sin6_addr, bytes, 16);
        if (bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80)
            to->sin6_scope_id = scope;
    }
    return (struct sockaddr *)to;
}

/* All addresses of one family, in the order of the interfaces, as Linux has them. */
static int tell_all(struct entry *all, int at, int wanted)
{
    char name[IF_NAMESIZE];
    unsigned char address[16], mask[16];
    for (unsigned i = 1; __gmc_interface(i, name) >= 0; i++) {
        int flags = __gmc_interface(i, name), family;
        for (int j = 0; (family = __gmc_address(i, j, address, mask)) != 0; j++) {
            if (family != wanted)
                continue;
            if (all) {
                struct ifaddrs *told = &all[at].told;
                told->ifa_name = strcpy(all[at].name, name);
                told->ifa_flags = flags;
                told->ifa_addr = tell(family, address, i, &all[at].address);
                told->ifa_netmask = tell(family, mask, 0, &all[at].mask);
                if (family == AF_INET && (flags & IFF_BROADCAST)) {
                    for (int k = 0; k < 4; k++)
                        address[k] |= ~mask[k];
                    told->ifa_broadaddr = tell(family, address, 0, &all[at].broadcast);
                }
            }
            at++;
        }
    }
    return at;
}

int getifaddrs(struct ifaddrs **to)
{
    int count = tell_all(NULL, tell_all(NULL, 0, AF_INET), AF_INET6);
    struct entry *all = calloc(count, sizeof *all);
    if (!all) {
        *__errno_location() = NO_MEMORY;
        return -1;
    }
    tell_all(all, tell_all(all, 0, AF_INET), AF_INET6);
    for (int i = 0; i + 1 < count; i++)
        all[i].told.ifa_next = &all[i + 1].told;
    *to = &all[0].told;
    return 0;
}

void freeifaddrs(struct ifaddrs *all)
{
    free(all);
}
