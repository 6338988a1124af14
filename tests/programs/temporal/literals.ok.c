// Numbers in propositions have the types that C gives them, and are calculated with as there.
//@ native: no
#include <gmc.h>

enum colour { RED, GREEN };
enum colour colour = RED;
int minus = -1, x = 3;
unsigned large = 4000000000u;
float tenth, many;
char bell;

gmc_ltl("a constant is an int", "G {minus < GREEN}");
gmc_ltl("a variable is unsigned", "G {colour - 1 > 0}");
gmc_ltl("0xffffffff is unsigned", "G {minus == 0xffffffff && minus != 4294967295 && minus > 0x7fffffffu}");
gmc_ltl("4000000000 is long", "G {minus < 4000000000 && large == 4000000000}");
gmc_ltl("float", "F G {tenth == 0.1f && tenth != 0.1 && tenth * 3 == 0.1f * 3.0f && tenth * 3 != 0.1f * 3.0}");
gmc_ltl("float from int", "F G {many == 16777217 && many != 16777217.0 && (float)16777217 == many}");
gmc_ltl("char", "F {bell == '\\a'} && F {bell == '\\x1b'} && F {bell == '\\101' && bell == 'A'}");
gmc_ltl("division", "G {12 / (x - 1) == 6 && 12 / (x - 2) == 12}");

int main(void) {
    tenth = 0.1f;
    many = 16777217;
    bell = '\a';
    bell = '\x1b';
    bell = 'A';
}
