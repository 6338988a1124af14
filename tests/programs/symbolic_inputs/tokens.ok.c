// Tokens have no separators in them.
//@ native: no
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4] = "";
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  int count = 0;
  for (char *token = strtok(text, ",;"); token; token = strtok(NULL, ",;")) {
    count++;
    assert(*token && !strpbrk(token, ",;"));
  }
  assert(count <= 2);
  return 0;
}
