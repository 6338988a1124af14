// A thread_local variable is another one in each thread.
// Here it is static.
#include <assert.h>
#include <threads.h>

static int depth;

static int descend(void *arg) {
  long levels = (long)arg;
  for (long i = 0; i < levels; i++)
    depth++; //~ data-race
  return 0;
}

int main(void) {
  thrd_t thread;
  int theirs;
  thrd_create(&thread, descend, (void *)2L);
  int mine = descend((void *)1L);
  thrd_join(thread, &theirs);
  assert(mine == theirs);
  return 0;
}
