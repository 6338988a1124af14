// To see what a call would touch is not to call it: strtok goes on where it was, in every order.
#include <gmc.h>
#include <pthread.h>
#include <string.h>

static char text[] = "a b c";
static char other;

static void *thread(void *argument) {
  other = text[4];
  return argument;
}

int main(void) {
  pthread_t id;
  strtok(text, " ");
  pthread_create(&id, NULL, thread, NULL);
  gmc_assert(*strtok(NULL, " ") == 'b');
  pthread_join(id, NULL);
  return 0;
}
