// The __sync and __atomic builtins, on every size.
#include <stdint.h>

#define TRY(type)                                                                                                      \
  do {                                                                                                                 \
    type v = 10, e = 11, out;                                                                                          \
    if (__sync_fetch_and_add(&v, 1) != 10 || __sync_add_and_fetch(&v, 1) != 12)                                        \
      return 2;                                                                                                        \
    if (__sync_bool_compare_and_swap(&v, 11, 0) || !__sync_bool_compare_and_swap(&v, 12, 20))                          \
      return 3;                                                                                                        \
    if (__sync_val_compare_and_swap(&v, 20, 30) != 20 || __sync_lock_test_and_set(&v, 40) != 30)                       \
      return 4;                                                                                                        \
    if (__atomic_fetch_sub(&v, 5, __ATOMIC_RELAXED) != 40 || __atomic_load_n(&v, __ATOMIC_ACQUIRE) != 35)              \
      return 5;                                                                                                        \
    if (__atomic_compare_exchange_n(&v, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) || e != 35)                      \
      return 6;                                                                                                        \
    __atomic_store_n(&v, 7, __ATOMIC_RELEASE);                                                                         \
    __atomic_load(&v, &out, __ATOMIC_SEQ_CST);                                                                         \
    if (out != 7 || __atomic_nand_fetch(&v, 3, __ATOMIC_SEQ_CST) != (type)~3)                                          \
      return 7;                                                                                                        \
    __sync_lock_release(&v);                                                                                           \
    if (v)                                                                                                             \
      return 8;                                                                                                        \
  } while (0)

int main(void) {
  TRY(uint8_t);
  TRY(int16_t);
  TRY(unsigned);
  TRY(long);
  __sync_synchronize();
  int x = 1, *p = &x, *q = 0;
  if (!__sync_bool_compare_and_swap(&q, 0, p) || *q != 1)
    return 9;
  return *__atomic_exchange_n(&q, &x, __ATOMIC_SEQ_CST) == 1 ? 0 : 10;
}
