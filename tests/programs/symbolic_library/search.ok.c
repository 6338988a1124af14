// A character is where it is found, and a null pointer says that it is nowhere.
//@ native: no
//@ states: 6
//@ flags: -D_GNU_SOURCE
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static char s[6];

static void fill(void) {
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
}

int main(void) {
  fill();
  char *p = strchr(s, ':');
  if (p)
    assert(*p == ':' && strcspn(s, ":") == (size_t)(p - s));
  else
    assert(strcspn(s, ":") == strlen(s));
  assert(!memchr(s, ':', 5) == !memrchr(s, ':', 5));
  return 0;
}
