//! CBMC's functions by gmc's names.
#include <assert.h>
#include <gmc.h>
#define __CPROVER_assume(condition) gmc_assume(condition)
#define __CPROVER_assert(condition, text) gmc_assert(condition)
#define __CPROVER_atomic_begin() gmc_atomic_begin()
#define __CPROVER_atomic_end() gmc_atomic_end()
#define __CPROVER_bool _Bool
#define __CPROVER_thread_local _Thread_local
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
#define nondet_uchar __VERIFIER_nondet_uchar
#define nondet_int __VERIFIER_nondet_int
