// What the network loses, the automaton hears of: nobody reads what was lost.
//@ native: no
//@ check: --lose 1
#include <arpa/inet.h>
#include <assert.h>
#include <gmc.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int sent, lost, arrived;

static void counts(const struct gmc_message *m) {
  sent += m->event == GMC_SENT;
  lost += m->event == GMC_LOST;
  arrived += m->event == GMC_ARRIVED;
  assert(sent == 1 && lost + arrived <= 1);
  if (m->event == GMC_RECEIVED) assert(lost == 0 && arrived == 1 && m->receiver == 1);
}

int main(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(7)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int own = socket(AF_INET, SOCK_DGRAM, 0);
  char c;
  gmc_on_message(counts);
  if (bind(own, (struct sockaddr *)&to, sizeof to)) return 1;
  if (fork() == 0) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    sendto(s, "x", 1, 0, (struct sockaddr *)&to, sizeof to);
    _exit(0);
  }
  if (wait(NULL) < 0) return 2;
  return recv(own, &c, 1, MSG_DONTWAIT) > 1;
}
