#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* What a thread is about to do where a turn can end. NOTHING: the turn ends with the thread. */
enum act { NOTHING, READ, WRITE, READ_LOCAL, WRITE_LOCAL, ATOMIC, CALL, RESUME };
struct mark { enum act act; const char *function, *file; unsigned line; unsigned long nth; };
struct turn { int thread; struct mark until; };
struct input { const char *name, *bytes; size_t size; };
struct answer { int thread; const char *function; unsigned long nth; unsigned long long value; };
/* How the run ends: the last thread fails; two threads are about to race; all threads wait; memory is left; the last
   thread is about to execute the erroneous statement; what violates a formula has happened; the last turns were
   repeated. */
enum end { FAILS, RACES, WAITS, LEAKS, STANDS, HAPPENS, REPEATS };

/* THE PLAN */

#define COUNT(array) (sizeof (array) / sizeof *(array))
#define TURNS COUNT(plan)
#define THREADS 1024
/* How many seconds a turn may take; a debugger may take longer. */
#define PATIENCE 60
#define CALLER __builtin_return_address(0)
extern char __executable_start[], etext[], __data_start[], _end[];

enum wait {
  FOR_NOTHING, FOR_MUTEX, FOR_READING, FOR_WRITING, FOR_SPIN, FOR_SEMAPHORE, FOR_JOIN, FOR_SIGNAL, FOR_BARRIER
};
struct access { uintptr_t start; size_t size; bool write, atomic; };

struct thread {
  int number;
  bool ended;
  pthread_t handle;
  uintptr_t low, high;
  /* The operation that it is about to execute. */
  const char *function;
  const void *place;
  /* The operation at the end of the last round of the cycle. */
  const char *round_function;
  const void *round_place;
  struct access accesses[2];
  enum wait wait;
  void *object, *mutex;
  bool signalled;
  unsigned generation;
  void *(*start)(void *);
  int (*start11)(void *);
  void *argument;
};

static struct thread threads[THREADS];
static int born;
static __thread struct thread *self;
/* Above zero while the thread runs code of this file: calls are not the program's then. */
static __thread int inside;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static size_t at;
/* A thread without turns in the plan that may run, because another thread joins it. */
static struct thread *extra;
static bool released, told;
static unsigned long seen[TURNS], asked[COUNT(answers)];

/* REAL(f) is the library's f, not the one defined here. */
#define REAL(name) ((__typeof__(&name))real(#name, &real_##name))
#define SLOT(name) static void *real_##name
static void *real(const char *name, void **slot) {
  if (!*slot) {
    inside++;
    *slot = dlsym(RTLD_NEXT, name);
    inside--;
  }
  return *slot;
}

SLOT(pthread_create); SLOT(pthread_join); SLOT(pthread_exit);
SLOT(pthread_mutex_lock); SLOT(pthread_mutex_trylock); SLOT(pthread_mutex_unlock); SLOT(pthread_mutex_timedlock);
SLOT(pthread_cond_wait); SLOT(pthread_cond_timedwait); SLOT(pthread_cond_signal); SLOT(pthread_cond_broadcast);
SLOT(pthread_rwlock_rdlock); SLOT(pthread_rwlock_wrlock); SLOT(pthread_rwlock_tryrdlock);
SLOT(pthread_rwlock_trywrlock); SLOT(pthread_rwlock_unlock);
SLOT(pthread_spin_lock); SLOT(pthread_spin_trylock); SLOT(pthread_spin_unlock);
SLOT(sem_wait); SLOT(sem_trywait); SLOT(sem_post); SLOT(sem_timedwait);
SLOT(malloc); SLOT(calloc); SLOT(realloc); SLOT(free);
SLOT(memcpy); SLOT(memmove); SLOT(memset); SLOT(strcpy); SLOT(strncpy); SLOT(strcat); SLOT(strlen); SLOT(strcmp);
