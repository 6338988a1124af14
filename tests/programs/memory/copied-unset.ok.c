// Values that were never set may be copied, passed and returned: only what uses them is wrong.
#include <stdlib.h>
#include <string.h>

struct state {
  int match, previous;
  void *data;
  double weight;
  _Bool is_set;
};

static void *saved_around(struct state *it) {
  void *data = it->data;
  memset(it, 0, sizeof *it);
  it->data = data;
  return data;
}

static int same(int x) { return x; }

int main(void) {
  struct state *s = malloc(sizeof *s), local;
  s->previous = s->match;
  s->weight = local.weight;
  s->is_set = local.is_set;
  s->match = 1;
  s->previous = s->match;
  int r = s->previous - 1;
  saved_around(&local);
  int x;
  long wide = same(x);
  (void)wide;
  wide = local.match;
  free(s);
  return r + wide;
}
