// What the assumption leaves does violate the formula.
//@ violation: ltl
//@ native: no
#include <gmc.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int input;

gmc_ltl("small", "G {input < 3}");

int main(void) {
    for (;;) {
        input = __VERIFIER_nondet_int();
        int copy = input;
        __VERIFIER_assume(copy >= 0);
        __VERIFIER_assume(copy < 4);
    }
}
