// A process with two threads makes another one, which has only the thread that made it.
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
  pthread_mutex_lock(&lock);
  pid_t child = fork();
  if (child == 0) {
    shared++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    _exit(shared > 2);
  }
  pthread_mutex_unlock(&lock);
  pthread_join(other, NULL);
  int status;
  return waitpid(child, &status, 0) != child || status != 0;
}
