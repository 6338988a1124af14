/* netdb.h and arpa/inet.h: addresses to text and back, with a small table of hosts and services. There is no network to
   ask. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

void *calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
char *strdup(const char *);
int snprintf(char *, size_t, const char *, ...);
int gethostname(char *, size_t);
/* The family of an address of the host with a name; 0 where there are no more. */
int __gmc_lookup(const char *, int, void *);
/* Whether there is a host with an address, and its name. */
int __gmc_name_of(int, const void *, char *, size_t);
int *__errno_location(void);

#undef htonl
#undef htons
#undef ntohl
#undef ntohs

enum { NO_SPACE = 28, NO_FAMILY = 97 };

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

static int is_little(void)
{
    return *(const unsigned char *)&(const unsigned short){ 1 };
}

uint32_t htonl(uint32_t value)
{
    return is_little() ? __builtin_bswap32(value) : value;
}

uint16_t htons(uint16_t value)
{
    return is_little() ? __builtin_bswap16(value) : value;
}

uint32_t ntohl(uint32_t value)
{
    return htonl(value);
}

uint16_t ntohs(uint16_t value)
{
    return htons(value);
}

static int digit_of(char c, int base)
{
    int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
    return value < base ? value : -1;
}

/* Up to four numbers, of which the last fills what is left. */
int inet_aton(const char *text, struct in_addr *to)
{
    uint32_t parts[4];
    int count = 0;
    for (;;) {
        uint64_t value = 0;
        int base = 10;
        if (digit_of(*text, 10) < 0)
            return 0;
        if (*text == '0') {
            base = 8;
            if ((text[1] | 32) == 'x') {
                base = 16;
                text += 2;
                if (digit_of(*text, 16) < 0)
                    return 0;
            }
        }
        for (; digit_of(*text, base) >= 0; text++) {
            value = value * base + digit_of(*text, base);
            if (value > 0xffffffff)
                return 0;
        }
        parts[count++] = value;
        if (*text != '.')
            break;
        if (count == 4)
            return 0;
        text++;
    }
    if (*text && *text != ' ' && *text != '\t' && *text != '\n')
        return 0;
    uint32_t address = 0, most = 0xffffffff;
    for (int i = 0; i < count - 1; i++) {
        if (parts[i] > 255)
            return 0;
        address |= parts[i] << (24 - 8 * i);
        most >>= 8;
    }
    if (parts[count - 1] > most)
        return 0;
    if (to)
        to->s_addr = htonl(address | parts[count - 1]);
    return 1;
}

in_addr_t inet_addr(const char *text)
{
    struct in_addr address;
    return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
}

in_addr_t inet_network(const char *text)
{
    struct in_addr address;
    return inet_aton(text, &address) ? ntohl(address.s_addr) : INADDR_NONE;
}

char *inet_ntoa(struct in_addr address)
{
    static char text[INET_ADDRSTRLEN];
    const unsigned char *bytes = (const unsigned char *)&address;
    snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    return text;
}

struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host)
{
    in_addr_t address = net < 128 ? net << 24 | (host & 0xffffff) : net < 65536 ? net << 16 | (host & 0xffff) :
        net < 16777216 ? net << 8 | (host & 0xff) : net | host;
    return (struct in_addr){ htonl(address) };
}

in_addr_t inet_lnaof(struct in_addr address)
{
    uint32_t value = ntohl(address.s_addr);
    return value < 0x80000000 ? value & 0xffffff : value < 0xc0000000 ? value & 0xffff : value & 0xff;
}

in_addr_t inet_netof(struct in_addr address)
{
    uint32_t value = ntohl(address.s_addr);
    return value < 0x80000000 ? value >> 24 : value < 0xc0000000 ? value >> 16 : value >> 8;
}

/* Four decimal numbers, and nothing else. */
static int parse_four(const char *text, unsigned char *to)
{
    for (int i = 0; i < 4; i++) {
        int value = 0, digits = 0;
        for (; digit_of(*text, 10) >= 0; text++, digits++) {
            if (digits > 0 && value == 0)
                return 0;
            value = 10 * value + digit_of(*text, 10);
            if (value > 255)
                return 0;
        }
        if (digits == 0 || *text++ != (i < 3 ? '.' : 0))
            return 0;
        to[i] = value;
    }
    return 1;
}

/* Eight groups of which some may be left out once, the last two perhaps as four numbers. */
static int parse_eight(const char *text, unsigned char *to)
{
    unsigned char bytes[16] = { 0 };
    int count = 0, gap = -1;
    if (*text == ':' && *++text != ':')
        return 0;
    for (;;) {
        if (*text == ':') {
            if (gap >= 0)
                return 0;
            gap = count;
            text++;
            if (!*text)
                break;
            continue;
        }
        const char *start = text;
        unsigned value = 0;
        while (digit_of(*text, 16) >= 0)
            value = value > 0xffff ? value : value * 16 + digit_of(*text++, 16);
        if (*text == '.' && count <= 12) {
            if (!parse_four(start, bytes + count))
                return 0;
            count += 4;
            break;
        }
        if (text == start || text - start > 4 || count == 16)
            return 0;
        bytes[count++] = value >> 8;
        bytes[count++] = value;
        if (!*text)
            break;
        if (*text++ != ':' || !*text)
            return 0;
    }
    if (gap < 0 ? count != 16 : count == 16)
        return 0;
    memset(to, 0, 16);
    if (gap < 0)
        gap = count;
    memcpy(to, bytes, gap);
    memcpy(to + 16 - (count - gap), bytes + gap, count - gap);
    return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict to)
{
    unsigned char bytes[16];
    if (family != AF_INET && family != AF_INET6) {
        *__errno_location() = NO_FAMILY;
        return -1;
    }
    if (!(family == AF_INET ? parse_four(text, bytes) : parse_eight(text, bytes)))
        return 0;
    memcpy(to, bytes, family == AF_INET ? 4 : 16);
    return 1;
}

static void print_eight(const unsigned char *bytes, char *to)
{
    unsigned groups[8];
    int best = -1, longest = 1;
    for (int i = 0; i < 8; i++)
        groups[i] = bytes[2 * i] << 8 | bytes[2 * i + 1];
    for (int i = 0; i < 8; i++) {
        int length = 0;
        while (i + length < 8 && groups[i + length] == 0)
            length++;
        if (length > longest) {
            best = i;
            longest = length;
        }
    }
    for (int i = 0; i < 8; i++) {
        if (i == best) {
            *to++ = ':';
            i += longest - 1;
            if (i == 7)
                *to++ = ':';
            continue;
        }
        if (i > 0)
            *to++ = ':';
        /* Addresses of the older kind, as such. */
        if (i == 6 && best == 0 && (longest == 6 || (longest == 7 && groups[7] != 1) || (longest == 5 && groups[5] == 0xffff))) {
            to += snprintf(to, 16, "%d.%d.%d.%d", bytes[12], bytes[13], bytes[14], bytes[15]);
            break;
        }
        to += snprintf(to, 5, "%x", groups[i]);
    }
    *to = 0;
}

const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t size)
{
    char text[INET6_ADDRSTRLEN + 8];
    const unsigned char *bytes = from;
    if (family == AF_INET)
        snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    else if (family == AF_INET6)
        print_eight(bytes, text);
    else {
        *__errno_location() = NO_FAMILY;
        return NULL;
    }
    if (strlen(text) + 1 > size) {
        *__errno_location() = NO_SPACE;
        return NULL;
    }
    memcpy(to, text, strlen(text) + 1);
    return to;
}

static const struct service {
    const char *name;
    int port;
} services[] = {
    { "echo", 7 }, { "discard", 9 }, { "daytime", 13 }, { "ftp", 21 }, { "ssh", 22 }, { "telnet", 23 }, { "smtp", 25 }, { "time", 37 }, { "domain", 53 },
    { "tftp", 69 }, { "http", 80 }, { "pop3", 110 }, { "ntp", 123 }, { "imap2", 143 }, { "snmp", 161 }, { "https", 443 },
};

enum { SERVICES = sizeof services / sizeof *services };

/* An address of a family that the host with a name is reached by. */
static int find_host(const char *name, int family, void *to)
{
    unsigned char address[16];
    int found;
    for (int i = 0; (found = __gmc_lookup(name, i, address)) != 0; i++)
        if (found == family) {
            memcpy(to, address, family == AF_INET ? 4 : 16);
            return 1;
        }
    return 0;
}

/* The name of the host that is reached by an address. */
static int find_name(int family, const void *address, char *name, size_t size)
{
    return __gmc_name_of(family, address, name, size) > 0;
}

/* Whether a name is that of this host, and leads to its loopback. */
static int is_local(const char *name)
{
    char own[256];
    return strcmp(name, "localhost") == 0 || (gethostname(own, sizeof own) == 0 && strcmp(name, own) == 0);
}

static int port_of(const char *service)
{
    int port = 0;
    if (!*service)
        return -1;
    for (int i = 0; i < SERVICES; i++)
        if (strcmp(services[i].name, service) == 0)
            return services[i].port;
    for (; *service; service++) {
        if (digit_of(*service, 10) < 0 || port > 65535)
            return -1;
        port = 10 * port + digit_of(*service, 10);
    }
    return port & 0xffff;
}

static struct addrinfo *entry(int family, int type, int protocol, const void *address, int port)
{
    size_t size = family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    struct addrinfo *new = calloc(1, sizeof *new + size);
    if (!new)
        return NULL;
    new->ai_family = family;
    new->ai_socktype = type;
    new->ai_protocol = protocol;
    new->ai_addrlen = size;
    new->ai_addr = (struct sockaddr *)(new + 1);
    new->ai_addr->sa_family = family;
    if (family == AF_INET) {
        struct sockaddr_in *to = (struct sockaddr_in *)new->ai_addr;
        to->sin_port = htons(port);
        memcpy(&to->sin_addr, address, 4);
    } else {
        struct sockaddr_in6 *to = (struct sockaddr_in6 *)new->ai_addr;
        to->sin6_port = htons(port);
        memcpy(&to->sin6_addr, address, 16);
    }
    return new;
}

void freeaddrinfo(struct addrinfo *list)
{
    while (list) {
        struct addrinfo *next = list->ai_next;
        free(list->ai_canonname);
        free(list);
        list = next;
    }
}

/* One entry for each kind of socket that was asked for. */
static int add_kinds(struct addrinfo **last, const struct addrinfo *hints, int family, const void *address, int port)
{
    static const int kinds[][2] = { { SOCK_STREAM, IPPROTO_TCP }, { SOCK_DGRAM, IPPROTO_UDP }, { SOCK_RAW, 0 } };
    for (int i = 0; i < 3; i++) {
        if (hints->ai_socktype && hints->ai_socktype != kinds[i][0])
            continue;
        if (hints->ai_protocol && kinds[i][1] && hints->ai_protocol != kinds[i][1])
            continue;
        int protocol = kinds[i][0] == SOCK_RAW ? hints->ai_protocol : kinds[i][1];
        while (*last)
            last = &(*last)->ai_next;
        if (!(*last = entry(family, kinds[i][0], protocol, address, port)))
            return EAI_MEMORY;
    }
    return 0;
}

int getaddrinfo(const char *restrict host, const char *restrict service, const struct addrinfo *restrict hints, struct addrinfo **restrict to)
{
    struct addrinfo any = { .ai_family = AF_UNSPEC }, *list = NULL;
    unsigned char four[4] = { 127, 0, 0, 1 }, eight[16] = { [15] = 1 };
    if (!hints)
        hints = &any;
    if (!host && !service)
        return EAI_NONAME;
    if (hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET && hints->ai_family != AF_INET6)
        return EAI_FAMILY;
    if (hints->ai_socktype < 0 || hints->ai_socktype > SOCK_RAW)
        return EAI_SOCKTYPE;
    int port = service ? port_of(service) : 0, is_four = 1, is_eight = 1;
    if (port < 0)
        return hints->ai_flags & AI_NUMERICSERV ? EAI_NONAME : EAI_SERVICE;
    if (host) {
        struct in_addr old;
        is_four = inet_aton(host, &old);
        if (is_four)
            memcpy(four, &old, 4);
        is_eight = parse_eight(host, eight);
        if (!is_four && !is_eight && !(hints->ai_flags & AI_NUMERICHOST)) {
            is_four = find_host(host, AF_INET, four);
            is_eight = find_host(host, AF_INET6, eight);
            if (!is_four && !is_eight && is_local(host))
                is_four = is_eight = 1;
        }
        if (!is_four && !is_eight)
            return hints->ai_flags & AI_NUMERICHOST ? EAI_NONAME : EAI_AGAIN;
        if (!(is_four && hints->ai_family != AF_INET6) && !(is_eight && hints->ai_family != AF_INET))
            return EAI_ADDRFAMILY;
    } else if (hints->ai_flags & AI_PASSIVE) {
        memset(four, 0, 4);
        memset(eight, 0, 16);
    }
    int outcome = 0;
    int four_first = !host && (hints->ai_flags & AI_PASSIVE);
    for (int round = 0; round < 2 && !outcome; round++) {
        if ((round == 0) == four_first) {
            if (is_four && hints->ai_family != AF_INET6)
                outcome = add_kinds(&list, hints, AF_INET, four, port);
        } else if (is_eight && hints->ai_family != AF_INET)
            outcome = add_kinds(&list, hints, AF_INET6, eight, port);
    }
    if (!outcome && list && host && (hints->ai_flags & AI_CANONNAME) && !(list->ai_canonname = strdup(host)))
        outcome = EAI_MEMORY;
    if (!outcome && !list)
        outcome = EAI_SERVICE;
    if (outcome) {
        freeaddrinfo(list);
        return outcome;
    }
    *to = list;
    return 0;
}

int getnameinfo(const struct sockaddr *restrict address, socklen_t length, char *restrict host, socklen_t host_size, char *restrict service, socklen_t service_size, int flags)
{
    char text[INET6_ADDRSTRLEN];
    int port, four = address->sa_family == AF_INET;
    if (!four && address->sa_family != AF_INET6)
        return EAI_FAMILY;
    if (length < (four ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6)))
        return EAI_FAMILY;
    if (!(host && host_size) && !(service && service_size))
        return EAI_NONAME;
    if (four) {
        const struct sockaddr_in *from = (const struct sockaddr_in *)address;
        inet_ntop(AF_INET, &from->sin_addr, text, sizeof text);
        port = ntohs(from->sin_port);
    } else {
        const struct sockaddr_in6 *from = (const struct sockaddr_in6 *)address;
        inet_ntop(AF_INET6, &from->sin6_addr, text, sizeof text);
        port = ntohs(from->sin6_port);
    }
    if (host && host_size) {
        const struct sockaddr_in6 *eight = (const struct sockaddr_in6 *)address;
        static const unsigned char one[16] = { [15] = 1 };
        int here = four ? strcmp(text, "127.0.0.1") == 0 : memcmp(&eight->sin6_addr, one, 16) == 0;
        const void *bytes = four ? (const void *)&((const struct sockaddr_in *)address)->sin_addr : &eight->sin6_addr;
        if (here && !(flags & NI_NUMERICHOST))
            memcpy(text, "localhost", 10);
        else if (!(flags & NI_NUMERICHOST) && find_name(address->sa_family, bytes, text, sizeof text))
            ;
        else if (flags & NI_NAMEREQD)
            return EAI_NONAME;
        if (strlen(text) + 1 > host_size)
            return EAI_OVERFLOW;
        memcpy(host, text, strlen(text) + 1);
    }
    const char *known = NULL;
    for (int i = 0; i < SERVICES && !(flags & NI_NUMERICSERV); i++)
        if (services[i].port == port)
            known = services[i].name;
    if (service && service_size) {
        int length = known ? snprintf(service, service_size, "%s", known) : snprintf(service, service_size, "%d", port);
        if (length >= (int)service_size)
            return EAI_OVERFLOW;
    }
    return 0;
}

const char *gai_strerror(int code)
{
    static const struct {
        int code;
        const char *text;
    } messages[] = {
        { EAI_ADDRFAMILY, "Address family for hostname not supported" },
        { EAI_AGAIN, "Temporary failure in name resolution" },
        { EAI_BADFLAGS, "Bad value for ai_flags" },
        { EAI_FAIL, "Non-recoverable failure in name resolution" },
        { EAI_FAMILY, "ai_family not supported" },
        { EAI_MEMORY, "Memory allocation failure" },
        { EAI_NODATA, "No address associated with hostname" },
        { EAI_NONAME, "Name or service not known" },
        { EAI_SERVICE, "Servname not supported for ai_socktype" },
        { EAI_SOCKTYPE, "ai_socktype not supported" },
        { EAI_SYSTEM, "System error" },
        { EAI_OVERFLOW, "Result too large for supplied buffer" },
    };
    for (unsigned i = 0; i < sizeof messages / sizeof *messages; i++)
        if (messages[i].code == code)
            return messages[i].text;
    return "Unknown error";
}

/* A host that is a number or this one, as the older functions tell it. */
struct hostent *gethostbyname(const char *name)
{
    static struct in_addr address;
    static char *addresses[2], *aliases[1], text[256];
    static struct hostent host;
    int known = find_host(name, AF_INET, &address) || inet_aton(is_local(name) ? "127.0.0.1" : name, &address);
    if (strlen(name) >= sizeof text || !known) {
        h_errno = HOST_NOT_FOUND;
        return NULL;
    }
    memcpy(text, name, strlen(name) + 1);
    addresses[0] = (char *)&address;
    host = (struct hostent){ text, aliases, AF_INET, sizeof address, addresses };
    return &host;
}

struct hostent *gethostbyaddr(const void *address, socklen_t length, int family)
{
    static const unsigned char here[4] = { 127, 0, 0, 1 };
    if (family == AF_INET && length == 4 && memcmp(address, here, 4) == 0)
        return gethostbyname("localhost");
    char name[256];
    if (family == AF_INET && length == 4 && find_name(AF_INET, address, name, sizeof name))
        return gethostbyname(name);
    h_errno = HOST_NOT_FOUND;
    return NULL;
}

static struct protoent *protocol(const char *name, int number)
{
    static char *aliases[1];
    static struct protoent known[] = { { "ip", aliases, 0 }, { "icmp", aliases, 1 }, { "tcp", aliases, 6 }, { "udp", aliases, 17 } };
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (name ? strcmp(known[i].p_name, name) == 0 : known[i].p_proto == number)
            return &known[i];
    return NULL;
}

struct protoent *getprotobyname(const char *name)
{
    return protocol(name, 0);
}

struct protoent *getprotobynumber(int number)
{
    return protocol(NULL, number);
}

/* Services are those of TCP and UDP alike. */
static struct servent *service(const char *name, int port, const char *protocol)
{
    static struct servent found;
    static char *aliases[1], text[16], kind[8];
    if (protocol && strcmp(protocol, "tcp") != 0 && strcmp(protocol, "udp") != 0)
        return NULL;
    for (int i = 0; i < SERVICES; i++)
        if (name ? strcmp(services[i].name, name) == 0 : htons(services[i].port) == port) {
            memcpy(text, services[i].name, strlen(services[i].name) + 1);
            memcpy(kind, protocol ? protocol : "tcp", 4);
            found = (struct servent){ text, aliases, htons(services[i].port), kind };
            return &found;
        }
    return NULL;
}

struct servent *getservbyname(const char *name, const char *protocol)
{
    return service(name, 0, protocol);
}

struct servent *getservbyport(int port, const char *protocol)
{
    return service(NULL, port, protocol);
}

/* Networks have no names, and lists of all of anything are empty. */

struct netent *getnetbyname(const char *name)
{
    return NULL;
}

struct netent *getnetbyaddr(uint32_t net, int family)
{
    return NULL;
}

struct hostent *gethostent(void)
{
    return NULL;
}

void sethostent(int open)
{
}

void endhostent(void)
{
}

struct netent *getnetent(void)
{
    return NULL;
}

void setnetent(int open)
{
}

void endnetent(void)
{
}

struct protoent *getprotoent(void)
{
    return NULL;
}

void setprotoent(int open)
{
}

void endprotoent(void)
{
}

struct servent *getservent(void)
{
    return NULL;
}

void setservent(int open)
{
}

void endservent(void)
{
}

int *__h_errno_location(void)
{
    static __thread int code;
    return &code;
}
