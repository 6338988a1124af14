// More processes than gmc has room for: `fork` fails then.
//@ native: no
//@ check: --states 60
//@ unknown: states
#include <unistd.h>

int main(void) {
  while (fork() >= 0) {
  }
  return 0;
}
