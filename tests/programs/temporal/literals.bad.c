// A number that does not fit into an int is unsigned, if it is written in hexadecimal digits: -1 equals it.
//@ violation: ltl
//@ native: no
#include <gmc.h>

int minus;

gmc_ltl("never", "G {minus != 0xffffffff}");

int main(void) {
    minus = -1;
}
