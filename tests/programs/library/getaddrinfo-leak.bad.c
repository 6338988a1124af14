// The list of getaddrinfo is freed.
//@ check
#include <netdb.h>
#include <stddef.h>

static int resolves(const char *host) {
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = 1}, *list;
  if (getaddrinfo(host, NULL, &hints, &list) != 0) //~ memory-leak
    return 0;
  return 1;
}

int main(void) { return !resolves("127.0.0.1"); }
