// An automaton says what may pass over a connection: a question, its answer, and so on. It is a part of the state.
//@ native: no
#include <assert.h>
#include <gmc.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static enum { idle, asked } now;

static void turns(const struct gmc_message *m) {
  if (m->event != GMC_SENT) return;
  char what = *(const char *)m->bytes;
  assert(what == (now == idle ? '?' : '!'));
  now = now == idle ? asked : idle;
}

int main(void) {
  int ends[2];
  char c;
  gmc_on_message(turns);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
  if (fork() == 0) {
    close(ends[0]);
    while (read(ends[1], &c, 1) == 1) write(ends[1], "!", 1);
    _exit(0);
  }
  close(ends[1]);
  for (int i = 0; i < 2; i++) {
    write(ends[0], "?", 1);
    if (read(ends[0], &c, 1) != 1) return 2;
  }
  close(ends[0]);
  return wait(NULL) < 0;
}
