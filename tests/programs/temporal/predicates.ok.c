// A property function says yes with every number but 0, however wide.
//@ native: no
#include <gmc.h>

_Bool truth(void) { return 2; }
char none(void) { return (char)256; }
unsigned long large(void) { return 1ul << 32; }
long long minus(void) { return -1; }
enum { SMALL } constant(void) { return SMALL; }

gmc_ltl("wide", "G {truth()} && G !{none()} && G {large()} && G {minus()} && G !{constant()}");

int main(void) {}
