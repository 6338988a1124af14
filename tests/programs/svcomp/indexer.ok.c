// Threads insert into a shared hash table with compare and exchange: everyone finds a place.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

#define SIZE 4

static atomic_int table[SIZE];

static void *insert(void *arg) {
  int me = (int)(long)arg;
  for (int value = me; value <= me + 4; value += 4) {
    int at = value % SIZE, tries = 0;
    int empty = 0;
    while (!atomic_compare_exchange_strong(&table[at], &empty, value)) {
      empty = 0;
      at = (at + 1) % SIZE;
      if (++tries == SIZE)
        reach_error();
    }
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, insert, (void *)1L);
  insert((void *)2L);
  pthread_join(thread, 0);
  return 0;
}
