// A server is compared with a reference that gets what it gets and says what it is to say: a counter that stops at 2.
//@ native: no
#include <arpa/inet.h>
#include <assert.h>
#include <gmc.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORT 9

static int count;     // the server's, in the first process
static int reference; // what it is to be
static int expected = -1;

static void compares(const struct gmc_message *m) {
  if (m->event == GMC_RECEIVED && m->to_port == PORT) {
    if (*(const char *)m->bytes == '+' && reference < 2) reference++;
    if (*(const char *)m->bytes == '0') reference = 0;
    expected = reference;
  }
  if (m->event == GMC_SENT && m->from_port == PORT) {
    assert(*(const char *)m->bytes == '0' + expected);
    assert(GMC_OF(1, count) == reference);
    expected = -1;
  }
}

static void serve(int s) {
  struct sockaddr_in from;
  socklen_t length = sizeof from;
  char what, answer;
  for (int i = 0; i < 3; i++) {
    if (recvfrom(s, &what, 1, 0, (struct sockaddr *)&from, &length) != 1) _exit(1);
    if (what == '0')
      count = 0;
    else if (count < 2)
      count++;
    answer = '0' + count;
    sendto(s, &answer, 1, 0, (struct sockaddr *)&from, length);
  }
}

int main(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int own = socket(AF_INET, SOCK_DGRAM, 0);
  gmc_on_message(compares);
  if (bind(own, (struct sockaddr *)&to, sizeof to)) return 1;
  if (fork() == 0) {
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    char answer;
    for (int i = 0; i < 3; i++) {
      sendto(s, gmc_choose(2) ? "+" : "0", 1, 0, (struct sockaddr *)&to, sizeof to);
      if (recv(s, &answer, 1, 0) != 1) _exit(1);
    }
    _exit(0);
  }
  serve(own);
  return wait(NULL) < 0;
}
