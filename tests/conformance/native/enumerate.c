//! Under gmc: `-- PROGRAM CODE…` fails an assertion of its own where the program ends having seen the first code, the second, ….
//! `-- PROGRAM other CODE…` fails one where it ends having seen none of them.
#ifdef PROCESSES
#include "processes.h"
#else
#include "schedule.h"
#endif
#include <gmc.h>

enum { WANTED = 64, MOST = 4096 };
static unsigned long wanted[MOST];
static int wanted_count, want_other;

/* The message of the violation has the code. */
static void other_ended(unsigned long code)
{
    static char text[24];
    snprintf(text, sizeof text, "code %lx", code);
    gmc_assert_(0, text);
}

void ended(unsigned long code)
{
    int at = 0;
    while (at < wanted_count && wanted[at] != code)
        at++;
    if (want_other) {
        if (at == wanted_count)
            other_ended(code);
        return;
    }
    if (at == wanted_count)
        return;
    switch (at) { // the line says which it is
    case 0: gmc_assert(0); break;
    case 1: gmc_assert(0); break;
    case 2: gmc_assert(0); break;
    case 3: gmc_assert(0); break;
    case 4: gmc_assert(0); break;
    case 5: gmc_assert(0); break;
    case 6: gmc_assert(0); break;
    case 7: gmc_assert(0); break;
    case 8: gmc_assert(0); break;
    case 9: gmc_assert(0); break;
    case 10: gmc_assert(0); break;
    case 11: gmc_assert(0); break;
    case 12: gmc_assert(0); break;
    case 13: gmc_assert(0); break;
    case 14: gmc_assert(0); break;
    case 15: gmc_assert(0); break;
    case 16: gmc_assert(0); break;
    case 17: gmc_assert(0); break;
    case 18: gmc_assert(0); break;
    case 19: gmc_assert(0); break;
    case 20: gmc_assert(0); break;
    case 21: gmc_assert(0); break;
    case 22: gmc_assert(0); break;
    case 23: gmc_assert(0); break;
    case 24: gmc_assert(0); break;
    case 25: gmc_assert(0); break;
    case 26: gmc_assert(0); break;
    case 27: gmc_assert(0); break;
    case 28: gmc_assert(0); break;
    case 29: gmc_assert(0); break;
    case 30: gmc_assert(0); break;
    case 31: gmc_assert(0); break;
    case 32: gmc_assert(0); break;
    case 33: gmc_assert(0); break;
    case 34: gmc_assert(0); break;
    case 35: gmc_assert(0); break;
    case 36: gmc_assert(0); break;
    case 37: gmc_assert(0); break;
    case 38: gmc_assert(0); break;
    case 39: gmc_assert(0); break;
    case 40: gmc_assert(0); break;
    case 41: gmc_assert(0); break;
    case 42: gmc_assert(0); break;
    case 43: gmc_assert(0); break;
    case 44: gmc_assert(0); break;
    case 45: gmc_assert(0); break;
    case 46: gmc_assert(0); break;
    case 47: gmc_assert(0); break;
    case 48: gmc_assert(0); break;
    case 49: gmc_assert(0); break;
    case 50: gmc_assert(0); break;
    case 51: gmc_assert(0); break;
    case 52: gmc_assert(0); break;
    case 53: gmc_assert(0); break;
    case 54: gmc_assert(0); break;
    case 55: gmc_assert(0); break;
    case 56: gmc_assert(0); break;
    case 57: gmc_assert(0); break;
    case 58: gmc_assert(0); break;
    case 59: gmc_assert(0); break;
    case 60: gmc_assert(0); break;
    case 61: gmc_assert(0); break;
    case 62: gmc_assert(0); break;
    case 63: gmc_assert(0); break;
    }
}

int main(int argc, char **argv)
{
    want_other = argc > 2 && !strcmp(argv[2], "other");
    for (int at = 2 + want_other; at < argc && wanted_count < (want_other ? MOST : WANTED); at++)
        wanted[wanted_count++] = strtoul(argv[at], 0, 16);
    programs[atoi(argv[1])]();
    return 0;
}
