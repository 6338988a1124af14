// Nobody looks at the level but the formula, which may be high for ever.
//@ violation: ltl
//@ native: no
#include <gmc.h>

extern int __VERIFIER_nondet_int(void);

gmc_ltl("bounded", "G({level > 100} -> F {level <= 100})");

int level;

int main(void) {
    for (;;)
        level = __VERIFIER_nondet_int();
}
