/* Two threads withdraw from one account. Each operation is atomic; the two together are not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance = 100;

static void *withdraw(void *amount) {
  int seen = balance;
  balance = seen - *(int *)amount;
  return 0;
}

int main(void) {
  static int ten = 10, twenty = 20;
  pthread_t first, second;
  pthread_create(&first, 0, withdraw, &ten);
  pthread_create(&second, 0, withdraw, &twenty);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(balance == 70);
}
