// A number stored to a bit-field changes these bits alone of a word that can be anything; parts of such words are copied.
#include <assert.h>
#include <gmc.h>

struct fields {
  unsigned a : 5, b : 11, c : 16;
};

struct pair {
  _Complex signed char x, y;
};

int main(void) {
  struct fields f, old;
  gmc_any(&f, sizeof f, "f");
  old = f;
  f.b = 1000;
  assert(f.a == old.a && f.b == 1000);
  assert(f.c == old.c);
  struct pair p;
  gmc_any(&p, sizeof p, "p");
  _Complex signed char y = p.y;
  assert(__real__ y == __real__ p.y && __imag__ y == __imag__ p.y);
  return 0;
}
