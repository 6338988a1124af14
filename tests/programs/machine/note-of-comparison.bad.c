// The note tells the value of what this assertion compares, not of what another one does with the same variable.
//@ check
//@ note: `small` is -7
#include <assert.h>
int main(int argc, char **argv) {
  (void)argv;
  signed char small = -7;
  switch (argc) {
  case 1: assert(small > 0); //~ assertion
  case 31: assert((unsigned char)small == 5);
  }
  return 0;
}
