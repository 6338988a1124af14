// Values of the types that kernel code names.
#include <assert.h>
#include <stdint.h>

extern uint8_t __VERIFIER_nondet_u8(void);
extern uint16_t __VERIFIER_nondet_u16(void);
extern uint32_t __VERIFIER_nondet_u32(void);
extern uint64_t __VERIFIER_nondet_u64(void);
extern long long __VERIFIER_nondet_loff_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern char *__VERIFIER_nondet_charp(void);
extern char *__VERIFIER_nondet_pchar(void);

int main(void) {
  uint64_t sum = __VERIFIER_nondet_u8();
  sum += __VERIFIER_nondet_u16();
  sum += __VERIFIER_nondet_u32();
  assert(sum <= 0x1000100fdull);
  if (__VERIFIER_nondet_u64() == __VERIFIER_nondet_sector_t())
    return __VERIFIER_nondet_loff_t() < 0;
  return !__VERIFIER_nondet_charp() || !__VERIFIER_nondet_pchar();
}
