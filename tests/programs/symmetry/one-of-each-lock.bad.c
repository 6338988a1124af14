// Two equal threads, each of which takes the locks in the order of who comes first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int sum;

static void *work(void *arg) {
  int mine = atomic_fetch_add(&came, 1);
  pthread_rwlock_rdlock(&lock);
  if (mine == 0) {
    pthread_mutex_lock(&mutex);
    pthread_spin_lock(&spin); //~| deadlock
  } else {
    pthread_spin_lock(&spin);
    pthread_mutex_lock(&mutex); //~| deadlock
  }
  sum++;
  pthread_spin_unlock(&spin);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&spin, 0);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return sum != 2;
}
