// An array of variable length ends with its block, and another thread still uses it.
#include <pthread.h>

static void *write_to(void *array) {
  ((int *)array)[1] = 1; //~ use-after-scope
  return 0;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread;
  {
    int array[argc + 1];
    pthread_create(&thread, 0, write_to, array);
  }
  pthread_join(thread, 0);
}
