// A label can be passed without another one before it.
//@ violation: ltl
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

gmc_ltl("in order", "!{label(\"second\")} W {label(\"first\")}");

int main(void) {
    if (gmc_choose(2))
        gmc_label("first");
    else
        gmc_label("other");
    gmc_label("second");
}
