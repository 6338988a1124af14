// A label comes before another one, whatever is chosen.
//@ native: no
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

gmc_ltl("in order", "!{label(\"second\")} W {label(\"first\")}");

int main(void) {
    if (gmc_choose(2))
        gmc_label("first");
    else
        gmc_label("first");
    gmc_label("second");
}
