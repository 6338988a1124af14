// A thread_local variable is another one in each thread.
#include <assert.h>
#include <threads.h>

static thread_local int depth;

static int descend(void *arg) {
  long levels = (long)arg;
  for (long i = 0; i < levels; i++)
    depth++;
  return depth;
}

int main(void) {
  thrd_t thread;
  int theirs;
  thrd_create(&thread, descend, (void *)2L);
  int mine = descend((void *)1L);
  thrd_join(thread, &theirs);
  assert(mine == 1 && theirs == 2);
  return 0;
}
