// A reader, a writer and a grace period, with the flavour that is compiled in.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifdef RCU_QSBR
#include <urcu-qsbr.h>
#elif defined RCU_BP
#include <urcu-bp.h>
#else
#include <urcu.h>
#endif
#ifdef RCU_QSBR
#define rcu_quiescent_state_ rcu_quiescent_state
#define OFF rcu_thread_offline
#define ON rcu_thread_online
#else
#define rcu_quiescent_state_()
#define OFF()
#define ON()
#endif
static int *shared;
static void *reader(void *p) {
  rcu_register_thread();
  rcu_read_lock();
  int *x = rcu_dereference(shared);
  assert(*x == 1 || *x == 2);
  rcu_read_unlock();
  rcu_quiescent_state_();
  rcu_unregister_thread();
  return p;
}
int main(void) {
  rcu_register_thread();
  int *one = malloc(sizeof *one), *two = malloc(sizeof *two);
  *one = 1, *two = 2;
  rcu_assign_pointer(shared, one);
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  int *old = rcu_xchg_pointer(&shared, two);
  synchronize_rcu();
  free(old);
  OFF();
  pthread_join(t, 0);
  ON();
  free(two);
  rcu_unregister_thread();
}
