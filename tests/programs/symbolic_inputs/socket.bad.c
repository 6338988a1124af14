// What comes through a socket is what nobody expects.
//@ native: no
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int ends[2], x = __VERIFIER_nondet_int(), y, z;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  send(ends[0], &x, sizeof x, 0);
  recv(ends[1], &y, sizeof y, MSG_PEEK);
  recv(ends[1], &z, sizeof z, 0);
  assert(x != 17 || y != z); //~ assertion
  close(ends[0]);
  close(ends[1]);
  return 0;
}
