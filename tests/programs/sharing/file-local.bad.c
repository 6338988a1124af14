// The address of a local variable goes to another thread through a file.
// Its owner reads it while the other one writes.
//@ native: no
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static FILE *file;
static sem_t ready, done;

static void *first(void *arg) {
  int local = 0, *p = &local;
  fwrite(&p, sizeof p, 1, file);
  rewind(file);
  sem_post(&ready);
  int seen = local; //~| data-race
  sem_wait(&done);
  return seen ? &file : 0;
}

static void *second(void *arg) {
  int *p;
  sem_wait(&ready);
  if (fread(&p, sizeof p, 1, file) == 1)
    *p = 1; //~| data-race
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t a, b;
  file = tmpfile();
  if (!file)
    return 1;
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  fclose(file);
  return 0;
}
