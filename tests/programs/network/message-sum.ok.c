// What is sent is looked at as it passes: each datagram begins with the sum of the rest.
//@ native: no
#include <arpa/inet.h>
#include <assert.h>
#include <gmc.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void sums(const struct gmc_message *m) {
  const unsigned char *bytes = m->bytes;
  unsigned char sum = 0;
  if (m->event != GMC_SENT) return;
  assert(m->protocol == 17 && m->family == AF_INET && m->to_port == 7);
  assert(m->from[0] == 127 && m->to[3] == 1 && m->sender == 2);
  for (unsigned i = 1; i < m->size; i++) sum += bytes[i];
  assert(bytes[0] == sum);
}

int main(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(7)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int own = socket(AF_INET, SOCK_DGRAM, 0);
  gmc_on_message(sums);
  if (bind(own, (struct sockaddr *)&to, sizeof to)) return 1;
  if (fork() == 0) {
    unsigned char message[3] = {0, 1, 2};
    message[1] = 1 + gmc_choose(2);
    message[0] = message[1] + message[2];
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    sendto(s, message, sizeof message, 0, (struct sockaddr *)&to, sizeof to);
    _exit(0);
  }
  unsigned char got[3];
  if (recv(own, got, sizeof got, 0) != 3) return 2;
  return wait(NULL) < 0;
}
