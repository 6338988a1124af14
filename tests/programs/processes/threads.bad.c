// The other thread may hold the lock when the process is copied. In the child nobody gives it back.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *add(void *argument) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, add, NULL)) return 1;
  pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(&lock); //~| deadlock
    _exit(shared > 2);
  }
  pthread_join(other, NULL);
  int status;
  return waitpid(child, &status, 0) != child || status != 0; //~| deadlock
}
