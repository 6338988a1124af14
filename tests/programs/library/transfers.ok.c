// sys/uio.h and sys/socket.h: transfers in several parts.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  int pair[2], ends[2], value;
  char a[4] = "", b[10] = "";
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || pipe(ends) != 0) return 1;
  struct iovec out[2] = {{"one", 3}, {"two", 3}}, in[2] = {{a, 2}, {b, 9}};
  if (writev(ends[1], out, 2) != 6 || readv(ends[0], in, 2) != 6 || strcmp(a, "on") != 0 || strcmp(b, "etwo") != 0) return 2;
  struct msghdr message = {.msg_iov = out, .msg_iovlen = 2};
  if (sendmsg(pair[0], &message, 0) != 6) return 3;
  message.msg_iov = in;
  memset(b, 0, sizeof b);
  if (recvmsg(pair[1], &message, 0) != 6 || strcmp(b, "etwo") != 0) return 4;
  if (sendto(pair[1], "x", 1, 0, NULL, 0) != 1 || recvfrom(pair[0], a, 4, 0, NULL, NULL) != 1 || a[0] != 'x') return 5;
  socklen_t length = sizeof value;
  if (getsockopt(pair[0], SOL_SOCKET, SO_TYPE, &value, &length) != 0 || value != SOCK_STREAM) return 6;
  value = 1;
  if (setsockopt(pair[0], SOL_SOCKET, SO_KEEPALIVE, &value, sizeof value) != 0) return 7;
  if (getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &value, &length) != -1 || errno != ENOTSOCK) return 8;
  struct sockaddr_storage name;
  length = sizeof name;
  if (getsockname(pair[0], (struct sockaddr *)&name, &length) != 0 || name.ss_family != AF_UNIX) return 9;
  fd_set set;
  FD_ZERO(&set);
  FD_SET(pair[0], &set);
  struct timespec none = {0, 0};
  if (pselect(pair[0] + 1, &set, NULL, NULL, &none, NULL) != 0) return 10;
  if (writev(ends[1], out, -1) != -1 || errno != EINVAL) return 11;
  return 0;
}
