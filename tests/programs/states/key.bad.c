// The function of a key is part of the state.
#include <gmc.h>
#include <pthread.h>

static pthread_key_t key;
static int counted;

static void count(void *value) { counted += *(int *)value; }
static void ignore(void *value) { (void)value; }

static void *thread(void *argument) {
  pthread_setspecific(key, argument);
  return NULL;
}

int main(void) {
  int one = 1;
  pthread_t id;
  pthread_key_create(&key, gmc_choose(2) ? count : ignore);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  pthread_create(&id, NULL, thread, &one);
  pthread_join(id, NULL);
  gmc_assert(counted == 0); //~ assertion
  return 0;
}
