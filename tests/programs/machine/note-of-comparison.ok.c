// Right where the other one is wrong.
//@ check
#include <assert.h>
int main(int argc, char **argv) {
  (void)argv;
  signed char small = 5;
  switch (argc) {
  case 1: assert(small > 0);
  case 31: assert((unsigned char)small == 5);
  }
  return 0;
}
