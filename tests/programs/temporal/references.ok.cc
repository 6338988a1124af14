// What references lead to is seen by propositions, and so is what a pointer leads to that may be an array instead.
//@ native: no
#include <gmc.h>

int x, array[2], which;
int &reference = x;
int *pointer = &x;
struct holder {
    int &member;
} holder = {x};
enum colour { RED, GREEN } colour = RED;

gmc_ltl("reference", "F {reference == 1}");
gmc_ltl("member", "F {holder.member == 1}");
gmc_ltl("either", "F {(which ? array : pointer)[0] == 1}");
gmc_ltl("an enumeration of C++ becomes an int", "G {colour - 1 < 0}");

int main() {
    x = 1;
    x = 0;
}
