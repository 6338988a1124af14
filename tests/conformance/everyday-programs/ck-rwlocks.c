// Concurrency Kit's read-write locks: a reader sees all that a writer does, or nothing.
#include <assert.h>
#include <ck_pflock.h>
#include <ck_rwlock.h>
#include <ck_sequence.h>
#include <pthread.h>
static ck_rwlock_t rw = CK_RWLOCK_INITIALIZER;
static ck_pflock_t pf = CK_PFLOCK_INITIALIZER;
static int a, b, c, d;
static void *writer(void *p) {
  ck_rwlock_write_lock(&rw);
  a++;
  b++;
  ck_rwlock_write_unlock(&rw);
  ck_pflock_write_lock(&pf);
  c++;
  d++;
  ck_pflock_write_unlock(&pf);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  ck_rwlock_read_lock(&rw);
  assert(a == b);
  ck_rwlock_read_unlock(&rw);
  ck_pflock_read_lock(&pf);
  assert(c == d);
  ck_pflock_read_unlock(&pf);
  pthread_join(t, 0);
}
