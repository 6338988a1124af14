// A reader in an epoch of Concurrency Kit's, and a writer that frees what no reader sees any more.
#include <assert.h>
#include <ck_epoch.h>
#include <pthread.h>
#include <stdlib.h>
static ck_epoch_t epoch;
static int *shared;
static void *reader(void *p) {
  ck_epoch_record_t *r = p;
  ck_epoch_begin(r, NULL);
  int *x = ck_pr_load_ptr(&shared);
  int v = *x;
  assert(v == 1 || v == 2);
  ck_epoch_end(r, NULL);
  return 0;
}
static ck_epoch_record_t rec[2];
int main(void) {
  ck_epoch_init(&epoch);
  ck_epoch_register(&epoch, &rec[0], NULL);
  ck_epoch_register(&epoch, &rec[1], NULL);
  shared = malloc(sizeof(int));
  *shared = 1;
  int *neu = malloc(sizeof(int));
  *neu = 2;
  pthread_t t;
  pthread_create(&t, 0, reader, &rec[1]);
  int *old = shared;
  ck_pr_fence_store();
  ck_pr_store_ptr(&shared, neu);
  ck_epoch_synchronize(&rec[0]);
  free(old);
  pthread_join(t, 0);
  free(shared);
}
