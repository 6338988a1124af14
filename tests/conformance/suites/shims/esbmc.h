//! ESBMC's functions by gmc's names.
#include <assert.h>
#include <gmc.h>
#define __ESBMC_assume(condition) gmc_assume(condition)
#define __ESBMC_assert(condition, text) gmc_assert(condition)
#define __ESBMC_atomic_begin() gmc_atomic_begin()
#define __ESBMC_atomic_end() gmc_atomic_end()
#define __ESBMC_yield() gmc_yield()
#ifdef __cplusplus
#define _Bool bool
extern "C" {
#endif
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned char __VERIFIER_nondet_uchar(void);
#ifdef __cplusplus
}
#undef _Bool
#endif
#define nondet_int __VERIFIER_nondet_int
#define nondet_uint __VERIFIER_nondet_uint
#define nondet_bool __VERIFIER_nondet_bool
#define nondet_ushort __VERIFIER_nondet_ushort
#define nondet_uchar __VERIFIER_nondet_uchar
