//@ flags: -DWORDS=3
// Whoever does not say the right words in the right order gets small talk, which may go on in any way. Only one sentence
// leads to the function that nobody has tested.
// Here it fails.
#include <assert.h>
#include <gmc.h>

#ifndef WORDS
#define WORDS 10
#endif

static unsigned noise;

static unsigned word(void) {
  unsigned it = gmc_choose(4);
  noise = noise * 4 + it;
  return it;
}

static void untested(void) {
  assert(0); //~ assertion
}

static void chat(void) {
  for (int i = 0; i < WORDS; i++)
    word();
}

int main(void) {
  if (word() != 1)
    chat();
  else if (word() != 3)
    chat();
  else if (word() != 0)
    chat();
  else if (word() != 2)
    chat();
  else if (word() != 2)
    chat();
  else if (word() != 1)
    chat();
  else if (word() == 3)
    untested();
}
