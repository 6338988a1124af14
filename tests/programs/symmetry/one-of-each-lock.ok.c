// Two equal threads, both of which take the locks in one order, whoever comes first.
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
    pthread_spin_lock(&spin);
  } else {
    pthread_mutex_lock(&mutex);
    pthread_spin_lock(&spin);
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
