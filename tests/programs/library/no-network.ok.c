// sys/socket.h, netdb.h, arpa/inet.h: pairs of sockets, addresses, and calls that fail on what is no socket or no listening one.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

extern int isfdtype(int file, int type);

int main(void) {
  int pair[2], ends[2];
  struct sockaddr_un name;
  struct in_addr address;
  socklen_t length = sizeof name;
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  SHOW(pipe(ends));
  SHOW(isfdtype(pair[0], S_IFSOCK));
  SHOW(isfdtype(ends[0], S_IFSOCK));
  SHOW(isfdtype(ends[0], S_IFIFO));
  SHOW(isfdtype(99, S_IFIFO));
  SHOW(getpeername(pair[0], (struct sockaddr *)&name, &length));
  SHOW(name.sun_family == AF_UNIX);
  SHOW(sockatmark(ends[0]));

  SHOW(accept(ends[0], NULL, NULL));
  SHOW(errno == ENOTSOCK);
  SHOW(accept4(99, NULL, NULL, 0));
  SHOW(errno == EBADF);
  SHOW(accept(pair[0], NULL, NULL));
  SHOW(errno == EINVAL);
  SHOW(listen(ends[0], 1));
  SHOW(errno == ENOTSOCK);
  SHOW(listen(pair[0], 1));
  SHOW(errno == EINVAL);
  memset(&name, 0, sizeof name);
  name.sun_family = AF_UNIX;
  strcpy(name.sun_path, "no such socket");
  SHOW(connect(ends[0], (struct sockaddr *)&name, sizeof name));
  SHOW(errno == ENOTSOCK);
  SHOW(connect(pair[0], (struct sockaddr *)&name, sizeof name));
  SHOW(bind(99, (struct sockaddr *)&name, sizeof name));
  SHOW(errno == EBADF);
  SHOW(getpeername(ends[0], (struct sockaddr *)&name, &length));
  SHOW(errno == ENOTSOCK);

  SHOW(inet_aton("127.0.0.1", &address));
  SHOW(ntohl(address.s_addr) == 0x7f000001);
  SHOW(inet_aton("10.1", &address));
  SHOW(ntohl(address.s_addr) == 0x0a000001);
  SHOW(inet_aton("1.2.3.x", &address));
  SHOW(ntohs(htons(513)));
  SHOW(gethostbyaddr(&address, sizeof address, AF_UNIX) == NULL);
  return 0;
}
