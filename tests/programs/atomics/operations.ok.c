// _Atomic variables and the generic functions of <stdatomic.h>.
#include <stdatomic.h>

static atomic_int counter;
static _Atomic(long) total = 5;
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void) {
  counter++;
  counter += 4;
  if (atomic_fetch_add(&counter, 10) != 5 || counter != 15)
    return 2;
  if (atomic_exchange(&total, 9) != 5 || atomic_load(&total) != 9)
    return 3;
  int expected = 14;
  if (atomic_compare_exchange_strong(&counter, &expected, 1) || expected != 15)
    return 4;
  if (!atomic_compare_exchange_strong(&counter, &expected, 1) || counter != 1)
    return 5;
  if (atomic_flag_test_and_set(&flag) || !atomic_flag_test_and_set(&flag))
    return 6;
  atomic_flag_clear(&flag);
  atomic_store_explicit(&counter, 6, memory_order_release);
  atomic_fetch_or(&counter, 1);
  atomic_fetch_and(&counter, 5);
  atomic_fetch_xor(&counter, 15);
  atomic_thread_fence(memory_order_seq_cst);
  return atomic_fetch_sub(&counter, 1) == 10 && counter == 9 ? 0 : 7;
}
