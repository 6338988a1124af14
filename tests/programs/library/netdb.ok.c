// arpa/inet.h and netdb.h: addresses in text and back.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static void numbers(const char *host, const char *service, int family, int flags) {
  struct addrinfo hints = {.ai_family = family, .ai_socktype = SOCK_STREAM, .ai_flags = flags}, *list;
  int outcome = getaddrinfo(host, service, &hints, &list);
  printf("%s %s: %s", host ? host : "-", service ? service : "-", outcome ? gai_strerror(outcome) : "");
  for (struct addrinfo *it = outcome ? NULL : list; it; it = it->ai_next) {
    char name[100], port[10];
    if (getnameinfo(it->ai_addr, it->ai_addrlen, name, sizeof name, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) == 0)
      printf("[%s]:%s %d", name, port, it->ai_protocol);
  }
  printf("\n");
  if (!outcome) freeaddrinfo(list);
}

int main(void) {
  static const char *const four[] = {"127.0.0.1", "1.2.3", "256.1.1.1", "1.2.3.4.5", "01.2.3.4", "1.2.3.4x", "", "0.0.0.0", "255.255.255.255"};
  static const char *const eight[] = {"::", "::1", "1::", "fe80::1:2", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::ffff:1.2.3.4", "1::2::3",
    "12345::", "1:2:3", ":1", "1:", "::1.2.3.4", "2001:db8:0:0:1:0:0:1", "0:0:1:0:0:0:0:0"};
  char text[INET6_ADDRSTRLEN];
  unsigned char bytes[16];
  for (unsigned i = 0; i < sizeof four / sizeof *four; i++) {
    int outcome = inet_pton(AF_INET, four[i], bytes);
    printf("%s %d %s\n", four[i], outcome, outcome > 0 ? inet_ntop(AF_INET, bytes, text, sizeof text) : "");
  }
  for (unsigned i = 0; i < sizeof eight / sizeof *eight; i++) {
    int outcome = inet_pton(AF_INET6, eight[i], bytes);
    printf("%s %d %s\n", eight[i], outcome, outcome > 0 ? inet_ntop(AF_INET6, bytes, text, sizeof text) : "");
  }
  if (inet_pton(77, "1.2.3.4", bytes) != -1 || inet_ntop(AF_INET, bytes, text, 3)) return 1;
  if (htonl(1) != 0x01000000 || ntohs(htons(0x1234)) != 0x1234) return 2;
  if (inet_addr("1.2") != htonl(0x01000002) || inet_addr("0x7f.1") != htonl(0x7f000001) || inet_addr("x") != INADDR_NONE) return 3;
  struct in_addr address = {inet_addr("10.1.2.3")};
  printf("%s %x %x\n", inet_ntoa(address), inet_lnaof(address), inet_netof(address));
  if (inet_makeaddr(10, 0x10203).s_addr != address.s_addr || inet_network("10.1.2.3") != 0x0a010203) return 4;
  numbers("127.0.0.1", "80", AF_UNSPEC, AI_NUMERICHOST);
  numbers("::1", "8080", AF_UNSPEC, AI_NUMERICHOST);
  numbers("1.2.3.4", NULL, AF_INET, 0);
  numbers("no.number", "80", AF_UNSPEC, AI_NUMERICHOST);
  numbers(NULL, "99", AF_INET, AI_PASSIVE);
  numbers("::1", "1", AF_INET, AI_NUMERICHOST);
  numbers(NULL, NULL, AF_INET, 0);
  struct hostent *host = gethostbyname("10.1.2.3");
  if (!host || host->h_length != 4 || memcmp(host->h_addr_list[0], &address, 4) != 0 || host->h_addr_list[1]) return 5;
  return 0;
}
