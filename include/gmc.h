/* What a program under check can tell gmc, and ask of it. C and C++.

   Nothing of this is needed to check a program: threads, locks, atomics and assertions are understood as they are. These
   functions add what C has no words for: choices of the environment, assumptions about it, and properties.

   `gmc cc` and `gmc check` find this file by themselves. The functions exist only under gmc. An executable that `gmc cc`
   links has null in their place, so a program that also runs natively can tell where it is:

       unsigned failing = gmc_choose ? gmc_choose(3) : 3;

   Compiled without gmc, `#if __has_include(<gmc.h>)` tells. */
#ifndef GMC_H
#define GMC_H

#ifdef __cplusplus
extern "C" {
#endif

/* Weak: natively, null. */
#define GMC_FUNCTION_ __attribute__((__weak__, __nothrow__))

/* A number from 0 to n - 1: each of them is tried. A choice among none (n is 0) ends the run as gmc_assume(0) does. */
unsigned gmc_choose(unsigned n) GMC_FUNCTION_;

/* Runs in which the condition does not hold here are not considered any further. What went wrong before still counts.
   This is how to describe an environment: `x = gmc_choose(100); gmc_assume(x % 7 == 0);`. Beware of assuming away the
   very behaviour that is to be checked. */
void gmc_assume(int condition) GMC_FUNCTION_;

/* As assert, whether or not NDEBUG is defined: the kind of the violation is `assertion`. */
#define gmc_assert(condition) gmc_assert_(!!(condition), #condition)
void gmc_assert_(int holds, const char *condition) GMC_FUNCTION_;

/* A point where another thread may run, for code that has no visible operation there. It has no effect on the program:
   accesses to what threads share, locks and atomics are such points anyway. */
void gmc_yield(void) GMC_FUNCTION_;

/* Between the two, no other thread runs. They nest. If the thread has to wait for another one in between (for a mutex, or
   to join), the others run until it can go on. Races with what is done in between are still found. */
void gmc_atomic_begin(void) GMC_FUNCTION_;
void gmc_atomic_end(void) GMC_FUNCTION_;

/* From now on the function must return something other than 0 in every state: after each step of any thread, not just
   when the caller runs. The kind of the violation is `invariant`. The function may read all memory, its accesses are no
   data races, and what it writes is undone. A call for each of several invariants adds them.
   `gmc check --invariant FUNCTION` does the same from the start of main. */
void gmc_invariant(int (*holds)(void)) GMC_FUNCTION_;

/* A line in the trace, at this point of this thread. The text is not copied and does not distinguish states. */
void gmc_label(const char *text) GMC_FUNCTION_;

/* For `gmc check --livelock`, which looks for runs that go on for ever and get nowhere: here, something was achieved. A
   cycle of states without this call in it is a violation of the kind `livelock`. */
void gmc_progress(void) GMC_FUNCTION_;

#undef GMC_FUNCTION_

#ifdef __cplusplus
}
#endif

#endif
