// Every value of a choice is tried, and no other.
#include <assert.h>
#include <gmc.h>

static const char *name(unsigned number) {
  switch (number) {
  case 0:
    return "none";
  case 1:
    return "one";
  case 2:
    return "many";
  default:
    return 0;
  }
}

int main(void) {
  unsigned number = gmc_choose(3);
  assert(number < 3);
  const char *text = name(number);
  char first = text[0];
  return first == 0;
}
