// A write to what a reference leads to is not overlooked where nothing else runs.
//@ violation: ltl
//@ native: no
#include <gmc.h>

int x;
int &reference = x;

gmc_ltl("never", "G {reference == 0}");

int main() {
    x = 1;
    x = 0;
}
