//! What programs of Dat3M's call of Dat3M: bounds are not needed.
#include <gmc.h>
void __VERIFIER_loop_bound(int bound) { (void)bound; }
void __VERIFIER_loop_begin(void) {}
void __VERIFIER_spin_start(void) {}
void __VERIFIER_spin_end(int again) { (void)again; }
void __VERIFIER_assert(int condition) { gmc_assert(condition); }
