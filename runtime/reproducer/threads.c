/* The program's calls of functions of pthread.h, threads.h, semaphore.h, and of those that sleep. */

static void ended(void *it) {
  struct thread *me = it;
  inside++;
  REAL(pthread_mutex_lock)(&guard);
  wait_for_turn(me);
  me->ended = true;
  if (extra == me) {
    extra = NULL;
    REAL(pthread_cond_broadcast)(&moved);
  } else if (!released && at < TURNS) {
    if (plan[at].until.act)
      not_reproduced(NOT "thread %d has ended before it came to %s:%u", me->number, base_name(plan[at].until.file),
                     plan[at].until.line);
    next_turn();
  }
  REAL(pthread_mutex_unlock)(&guard);
}

static void *begin(void *it) {
  struct thread *me = it;
  inside++;
  self = me;
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size;
  if (!pthread_getattr_np(pthread_self(), &attributes)) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  me->low = (uintptr_t)low, me->high = (uintptr_t)__builtin_frame_address(0);
  REAL(pthread_mutex_lock)(&guard);
  wait_for_turn(me);
  REAL(pthread_mutex_unlock)(&guard);
  inside--;
  void *result;
  pthread_cleanup_push(ended, me);
  result = me->start ? me->start(me->argument) : (void *)(intptr_t)me->start11(me->argument);
  pthread_cleanup_pop(1);
  return result;
}

static int create(const char *name, const void *place, pthread_t *to, const pthread_attr_t *attributes,
                  void *(*start)(void *), int (*start11)(void *), void *argument) {
  hook(CALL, name, place);
  unsigned long long told_to;
  if (answer(name, &told_to) && told_to)
    return (int)told_to;
  if (born + 1 >= THREADS)
    not_reproduced(NOT "there are too many threads");
  struct thread *made = &threads[born + 1];
  made->number = born + 1, made->start = start, made->start11 = start11, made->argument = argument;
  inside++;
  int result = REAL(pthread_create)(&made->handle, attributes, begin, made);
  inside--;
  if (!result)
    born++, *to = made->handle;
  return result;
}

int pthread_create(pthread_t *to, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  if (!self || released)
    return REAL(pthread_create)(to, attributes, start, argument);
  return create("pthread_create", CALLER, to, attributes, start, NULL, argument);
}

static struct thread *named(pthread_t handle) {
  for (int i = born; i >= 0; i--)
    if (pthread_equal(threads[i].handle, handle))
      return &threads[i];
  return NULL;
}

int pthread_join(pthread_t thread, void **result) {
  if (is_planned())
    may_wait("pthread_join", CALLER, FOR_JOIN, named(thread));
  return REAL(pthread_join)(thread, result);
}

void pthread_exit(void *result) {
  if (is_planned()) {
    hook(CALL, "pthread_exit", CALLER);
    if (!self->number)
      ended(self);
  }
  REAL(pthread_exit)(result);
  __builtin_unreachable();
}

int thrd_create(thrd_t *to, int (*start)(void *), void *argument) {
  pthread_t handle;
  int result = create("thrd_create", CALLER, &handle, NULL, NULL, start, argument);
  *to = handle;
  return result ? thrd_error : thrd_success;
}

int thrd_join(thrd_t thread, int *result) {
  void *value;
  if (is_planned())
    may_wait("thrd_join", CALLER, FOR_JOIN, named(thread));
  if (REAL(pthread_join)(thread, &value))
    return thrd_error;
  if (result)
    *result = (int)(intptr_t)value;
  return thrd_success;
}

/* Locks. */

#define WAITING(name, parameter, argument, wait) \
  int name(parameter) {                          \
    if (is_planned())                            \
      may_wait(#name, CALLER, wait, (void *)argument); \
    return REAL(name)(argument);                 \
  }
#define PASSING(name, parameter, argument) \
  int name(parameter) {                    \
    if (is_planned())                      \
      use(#name, CALLER, (void *)argument); \
    return REAL(name)(argument);           \
  }

WAITING(pthread_mutex_lock, pthread_mutex_t *it, it, FOR_MUTEX)
PASSING(pthread_mutex_trylock, pthread_mutex_t *it, it)
PASSING(pthread_mutex_unlock, pthread_mutex_t *it, it)
WAITING(pthread_rwlock_rdlock, pthread_rwlock_t *it, it, FOR_READING)
WAITING(pthread_rwlock_wrlock, pthread_rwlock_t *it, it, FOR_WRITING)
PASSING(pthread_rwlock_tryrdlock, pthread_rwlock_t *it, it)
PASSING(pthread_rwlock_trywrlock, pthread_rwlock_t *it, it)
PASSING(pthread_rwlock_unlock, pthread_rwlock_t *it, it)
WAITING(pthread_spin_lock, pthread_spinlock_t *it, it, FOR_SPIN)
PASSING(pthread_spin_trylock, pthread_spinlock_t *it, it)
PASSING(pthread_spin_unlock, pthread_spinlock_t *it, it)
WAITING(sem_wait, sem_t *it, it, FOR_SEMAPHORE)
PASSING(sem_trywait, sem_t *it, it)
PASSING(sem_post, sem_t *it, it)

int pthread_mutex_timedlock(pthread_mutex_t *it, const struct timespec *until) {
  unsigned long long value;
  if (!is_planned())
    return REAL(pthread_mutex_timedlock)(it, until);
  use("pthread_mutex_timedlock", CALLER, it);
  if (answer("pthread_mutex_timedlock", &value) && value)
    return (int)value;
  return REAL(pthread_mutex_trylock)(it);
}

int sem_timedwait(sem_t *it, const struct timespec *until) {
  unsigned long long value;
  if (!is_planned())
    return REAL(sem_timedwait)(it, until);
  use("sem_timedwait", CALLER, it);
  if (answer("sem_timedwait", &value) && value) {
    errno = ETIMEDOUT;
    return -1;
  }
  return REAL(sem_trywait)(it);
}

int mtx_lock(mtx_t *it) {
  if (is_planned())
    may_wait("mtx_lock", CALLER, FOR_MUTEX, it);
  return REAL(pthread_mutex_lock)((pthread_mutex_t *)it) ? thrd_error : thrd_success;
}

int mtx_trylock(mtx_t *it) {
  if (is_planned())
    use("mtx_trylock", CALLER, it);
  return REAL(pthread_mutex_trylock)((pthread_mutex_t *)it) ? thrd_busy : thrd_success;
}

int mtx_unlock(mtx_t *it) {
  if (is_planned())
    use("mtx_unlock", CALLER, it);
  return REAL(pthread_mutex_unlock)((pthread_mutex_t *)it) ? thrd_error : thrd_success;
}

/* Condition variables are simulated: a waiting thread has unlocked the mutex and waits for its turn; a signal chooses a
   waiting thread. */

static int wait_on(const char *name, const void *place, pthread_cond_t *condition, pthread_mutex_t *mutex,
                   const struct timespec *until) {
  struct thread *me = self;
  use(name, place, condition);
  if (!released) {
    me->wait = FOR_SIGNAL, me->object = condition, me->mutex = mutex, me->signalled = false;
    REAL(pthread_mutex_unlock)(mutex);
    hook(RESUME, name, place);
    me->wait = FOR_NOTHING;
    unsigned long long value = 0;
    answer(name, &value);
    bool woken = me->signalled;
    /* The signal chose another thread, but the plan wakes this one: take the signal from the other. */
    for (int i = 0; i <= born && !released && !value && !woken; i++)
      if (threads[i].wait == FOR_SIGNAL && threads[i].object == condition && threads[i].signalled)
        threads[i].signalled = false, woken = true;
    if (!released && !woken && !value && !spurious)
      not_reproduced(NOT "nobody has woken thread %d, which waits in %s at %s", me->number, name, LINE(place));
    if (!released && REAL(pthread_mutex_trylock)(mutex) == EBUSY)
      not_reproduced(NOT "thread %d would have to wait for the mutex in %s at %s", me->number, name, LINE(place));
    if (!released)
      return (int)value;
    REAL(pthread_mutex_lock)(mutex);
    if (woken)
      return 0;
  }
  return until ? REAL(pthread_cond_timedwait)(condition, mutex, until) : REAL(pthread_cond_wait)(condition, mutex);
}

static void wake(const char *name, const void *place, void *condition, bool all) {
  use(name, place, condition);
  for (int i = 0; i <= born; i++)
    if (threads[i].wait == FOR_SIGNAL && threads[i].object == condition && !threads[i].signalled) {
      threads[i].signalled = true;
      if (!all)
        break;
    }
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return is_planned() ? wait_on("pthread_cond_wait", CALLER, condition, mutex, NULL)
                      : REAL(pthread_cond_wait)(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  return is_planned() ? wait_on("pthread_cond_timedwait", CALLER, condition, mutex, until)
                      : REAL(pthread_cond_timedwait)(condition, mutex, until);
}

int pthread_cond_signal(pthread_cond_t *condition) {
  if (is_planned())
    wake("pthread_cond_signal", CALLER, condition, false);
  return REAL(pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  if (is_planned())
    wake("pthread_cond_broadcast", CALLER, condition, true);
  return REAL(pthread_cond_broadcast)(condition);
}

int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  if (is_planned())
    return wait_on("cnd_wait", CALLER, (void *)condition, (void *)mutex, NULL) ? thrd_error : thrd_success;
  return REAL(pthread_cond_wait)((void *)condition, (void *)mutex) ? thrd_error : thrd_success;
}

int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
  if (is_planned())
    return wait_on("cnd_timedwait", CALLER, (void *)condition, (void *)mutex, until);
  int code = REAL(pthread_cond_timedwait)((void *)condition, (void *)mutex, until);
  return code == ETIMEDOUT ? thrd_timedout : code ? thrd_error : thrd_success;
}

int cnd_signal(cnd_t *condition) {
  if (is_planned())
    wake("cnd_signal", CALLER, condition, false);
  return REAL(pthread_cond_signal)((void *)condition) ? thrd_error : thrd_success;
}

int cnd_broadcast(cnd_t *condition) {
  if (is_planned())
    wake("cnd_broadcast", CALLER, condition, true);
  return REAL(pthread_cond_broadcast)((void *)condition) ? thrd_error : thrd_success;
}

/* Barriers. */

static struct barrier { pthread_barrier_t *at; unsigned count, arrived, generation; } barriers[64];

static struct barrier *barrier(pthread_barrier_t *it) {
  for (unsigned i = 0; i < COUNT(barriers); i++)
    if (barriers[i].at == it || !barriers[i].at) {
      barriers[i].at = it;
      return &barriers[i];
    }
  not_reproduced(NOT "there are too many barriers");
}

int pthread_barrier_init(pthread_barrier_t *it, const pthread_barrierattr_t *attributes, unsigned count) {
  (void)attributes;
  if (is_planned())
    hook(CALL, "pthread_barrier_init", CALLER);
  *barrier(it) = (struct barrier){it, count, 0, 0};
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *it) {
  (void)it;
  if (is_planned())
    hook(CALL, "pthread_barrier_destroy", CALLER);
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t *it) {
  struct barrier *barrier_ = barrier(it);
  if (is_planned())
    hook(CALL, "pthread_barrier_wait", CALLER);
  inside++;
  REAL(pthread_mutex_lock)(&guard);
  unsigned generation = barrier_->generation;
  bool last = ++barrier_->arrived == barrier_->count;
  if (last) {
    barrier_->arrived = 0, barrier_->generation++;
    REAL(pthread_cond_broadcast)(&moved);
  }
  REAL(pthread_mutex_unlock)(&guard);
  inside--;
  if (last)
    return PTHREAD_BARRIER_SERIAL_THREAD;
  if (is_planned()) {
    self->wait = FOR_BARRIER, self->object = &barrier_->generation, self->generation = generation;
    hook(RESUME, "pthread_barrier_wait", CALLER);
    self->wait = FOR_NOTHING;
  }
  if (!released && barrier_->generation == generation)
    not_reproduced(NOT "thread %d would have to wait at the barrier at %s", self ? self->number : -1, LINE(CALLER));
  REAL(pthread_mutex_lock)(&guard);
  while (barrier_->generation == generation)
    REAL(pthread_cond_wait)(&moved, &guard);
  REAL(pthread_mutex_unlock)(&guard);
  return 0;
}

/* Sleeping takes no time: the plan decides who runs. */

int sched_yield(void) {
  if (is_planned())
    hook(CALL, "sched_yield", CALLER);
  return 0;
}
int usleep(useconds_t time) {
  (void)time;
  if (is_planned())
    hook(CALL, "usleep", CALLER);
  return 0;
}
unsigned sleep(unsigned time) {
  (void)time;
  if (is_planned())
    hook(CALL, "sleep", CALLER);
  return 0;
}
int nanosleep(const struct timespec *time, struct timespec *left) {
  (void)time, (void)left;
  if (is_planned())
    hook(CALL, "nanosleep", CALLER);
  return 0;
}
