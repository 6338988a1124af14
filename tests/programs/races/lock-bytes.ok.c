// Locks are initialised by an assignment before there are others, used by functions only, in memory that also has other data, and
// destroyed and reused when all is done.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
  sem_t done;
};

static void *withdraw(void *arg) {
  struct account *account = arg;
  pthread_mutex_lock(&account->mutex);
  account->balance--;
  pthread_mutex_unlock(&account->mutex);
  sem_post(&account->done);
  return 0;
}

int main(void) {
  struct account *account = malloc(sizeof *account);
  if (!account)
    return 0;
  memset(account, 0, sizeof *account);
  account->mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  account->balance = 10;
  sem_init(&account->done, 0, 0);
  pthread_t other;
  pthread_create(&other, 0, withdraw, account);
  pthread_mutex_lock(&account->mutex);
  int balance = account->balance;
  pthread_mutex_unlock(&account->mutex);
  sem_wait(&account->done);
  struct account copy = *account;
  pthread_mutex_destroy(&account->mutex);
  sem_destroy(&account->done);
  pthread_join(other, 0);
  free(account);
  return copy.balance != 9 || balance < 9;
}
