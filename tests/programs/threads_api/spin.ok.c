// Spin locks: what each function returns.
//@ flags: -pthread
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void *work(void *arg) {
  for (int i = 0; i < 100; i++) {
    pthread_spin_lock(&lock);
    count++;
    pthread_spin_unlock(&lock);
  }
  return arg;
}

static void *try(void *arg) { return pthread_spin_trylock(&lock) == EBUSY ? arg : "not busy"; }

int main(void) {
  pthread_t a, b;
  void *value;
  if (pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE)) return 1;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (count != 200) return 2;
  if (pthread_spin_trylock(&lock)) return 3;
  pthread_create(&a, 0, try, 0);
  pthread_join(a, &value);
  if (value) return 4;
  pthread_spin_unlock(&lock);
  return pthread_spin_destroy(&lock);
}
