// The same objects where pointers have 32 bits: declared here, since few machines have those headers.
//@ flags: -m32
//@ native: no
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef union { struct { int lock; unsigned count; int owner, kind; } data; char size[24]; } pthread_mutex_t;
typedef union { char size[4]; int align; } pthread_mutexattr_t;
typedef union { char size[48]; long long align; } pthread_cond_t;
typedef union { char size[32]; long align; } pthread_rwlock_t;
typedef union { char size[20]; long align; } pthread_barrier_t;
typedef union { char size[16]; long align; } sem_t;
typedef union { char size[36]; long align; } pthread_attr_t;
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *, int);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_rwlock_init(pthread_rwlock_t *, void *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_trywrlock(pthread_rwlock_t *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_barrier_init(pthread_barrier_t *, void *, unsigned);
int pthread_barrier_wait(pthread_barrier_t *);
int sem_init(sem_t *, int, unsigned);
int sem_post(sem_t *);
int sem_wait(sem_t *);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *);
void *pthread_getspecific(pthread_key_t);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_setstacksize(pthread_attr_t *, unsigned);
int pthread_attr_getstacksize(pthread_attr_t *, unsigned *);

static pthread_mutex_t mutex, robust;
static pthread_mutex_t careful = {{0, 0, 0, 2}};
static pthread_cond_t changed;
static pthread_rwlock_t lock;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_key_t keys[12];
static pthread_once_t once;
static int ready, destroyed, onces;

static void destroy(void *value) { destroyed += *(int *)value; }
static void initialise(void) { onces++; }

static void *work(void *arg) {
  pthread_once(&once, initialise);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  sem_wait(&semaphore);
  pthread_setspecific(keys[11], arg);
  pthread_mutex_lock(&robust);
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_attr_t attr;
  pthread_t thread;
  void *value;
  int argument = 4;
  unsigned size;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, 65536);
  if (pthread_attr_getstacksize(&attr, &size) || size != 65536) return 1;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, 1);
  pthread_mutex_init(&robust, &attributes);
  pthread_mutex_init(&mutex, 0);
  pthread_rwlock_init(&lock, 0);
  pthread_barrier_init(&barrier, 0, 2);
  sem_init(&semaphore, 0, 0);
  for (int i = 0; i < 12; i++) pthread_key_create(&keys[i], destroy);
  pthread_mutex_lock(&careful);
  if (pthread_mutex_lock(&careful) != 35) return 2;
  pthread_mutex_unlock(&careful);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&thread, &attr, work, &argument);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_rwlock_unlock(&lock);
  sem_post(&semaphore);
  pthread_barrier_wait(&barrier);
  if (pthread_join(thread, &value) || value != &argument) return 3;
  if (destroyed != 4 || onces != 1) return 4;
  if (pthread_mutex_lock(&robust) != 130) return 5;
  if (pthread_rwlock_trywrlock(&lock)) return 6;
  return 0;
}
