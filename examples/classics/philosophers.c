/* Three philosophers each take the fork on their left, then the one on their right. */
#include <pthread.h>

#define COUNT 3

static pthread_mutex_t fork_[COUNT] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *dine(void *seat) {
  int left = *(int *)seat, right = (left + 1) % COUNT;
  pthread_mutex_lock(&fork_[left]);
  pthread_mutex_lock(&fork_[right]);
  pthread_mutex_unlock(&fork_[right]);
  pthread_mutex_unlock(&fork_[left]);
  return 0;
}

int main(void) {
  pthread_t philosopher[COUNT];
  int seat[COUNT];
  for (int i = 0; i < COUNT; i++) {
    seat[i] = i;
    pthread_create(&philosopher[i], 0, dine, &seat[i]);
  }
  for (int i = 0; i < COUNT; i++)
    pthread_join(philosopher[i], 0);
}
