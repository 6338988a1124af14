//! What programs of GenMC's include: its functions by gmc's names.
#include <gmc.h>
#include <stdlib.h>
#define __VERIFIER_assert(condition) gmc_assert(condition)
void __VERIFIER_assume(int condition);
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
#define __VERIFIER_loop_begin()
#define __VERIFIER_spin_start()
#define __VERIFIER_spin_end(condition)
