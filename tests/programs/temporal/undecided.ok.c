// What a proposition says of a value that is not decided is a choice, as a branch on it would be. A level that is too
// high is lowered before the next one is read.
//@ native: no
#include <gmc.h>

extern int __VERIFIER_nondet_int(void);

gmc_ltl("bounded", "G({level > 100} -> F {level <= 100})");
gmc_ltl("lamp", "G F {lamp == 0}");
gmc_ltl("sum", "G({level + 1 > 101} -> {level > 100})");

int level, lamp;

int main(void) {
    for (;;) {
        level = __VERIFIER_nondet_int();
        if (level > 1000)
            level = 0;
        if (level > 100) {
            lamp = 1;
            level = 100;
        }
        lamp = 0;
    }
}
