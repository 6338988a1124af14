/* Blocks of heap memory. Freed memory is not used again, so that accesses to it are noticed. */

struct block { uintptr_t start; size_t size; bool live; int maker, freer; const void *made, *freed; };
static struct block *blocks;
static size_t block_count, block_room;

static struct block *block_of(uintptr_t address) {
  for (size_t i = block_count; i-- > 0;)
    if (address - blocks[i].start < (blocks[i].size ? blocks[i].size : 1))
      return &blocks[i];
  return NULL;
}

static void check_lives(struct thread *me, const void *place) {
  for (unsigned i = 0; i < COUNT(me->accesses); i++) {
    if (!me->accesses[i].size)
      continue;
    struct block *block = block_of(me->accesses[i].start);
    if (block && !block->live)
      reproduced(YES "use-after-free: thread %d %s memory at %s that thread %d has freed at %s; it was allocated at %s",
                 me->number, me->accesses[i].write ? "writes" : "reads", LINE(place), block->freer,
                 LINE(block->freed), LINE(block->made));
  }
}

static bool points_into(uintptr_t from, uintptr_t to, const struct block *block) {
  for (from = (from + sizeof from - 1) & -sizeof from; from + sizeof from <= to; from += sizeof from)
    if (*(uintptr_t *)from - block->start < (block->size ? block->size : 1))
      return true;
  return false;
}

/* Looks for blocks that no pointer in variables or reachable blocks leads to. */
static void check_leaks(void) {
  bool *found = REAL(calloc)(block_count + 1, sizeof *found), more = true;
  /* Pointers in this file's own tables do not count. */
  REAL(memset)(threads, 0, sizeof threads);
  for (size_t i = 0; i < block_count; i++)
    found[i] = blocks[i].live && points_into((uintptr_t)__data_start, (uintptr_t)_end, &blocks[i]);
  while (more) {
    more = false;
    for (size_t i = 0; i < block_count; i++)
      for (size_t j = 0; j < block_count && blocks[i].live && !found[i]; j++)
        if (found[j] && points_into(blocks[j].start, blocks[j].start + blocks[j].size, &blocks[i]))
          found[i] = more = true;
  }
  for (size_t i = 0; i < block_count; i++)
    if (blocks[i].live && !found[i])
      reproduced(YES "memory-leak: %zu bytes that thread %d allocated at %s were not freed, and nothing points to them",
                 blocks[i].size, blocks[i].maker, LINE(blocks[i].made));
}

/* Turns: threads run one at a time, as the plan says. */

static bool is_for(const struct mark *mark, enum act act, const char *function, const void *place) {
  if (mark->act != act || (mark->function && REAL(strcmp)(mark->function, function)))
    return false;
  const struct row *row = row_of(place);
  return row && row->line == mark->line && !REAL(strcmp)(base_name(row->file), base_name(mark->file));
}

/* Whether a waiting thread could go on. Locks are tried. */
static bool can_go_on(const struct thread *it) {
  switch (it->wait) {
  case FOR_MUTEX:
    if ((((pthread_mutex_t *)it->object)->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP)
      return true;
    return REAL(pthread_mutex_trylock)(it->object) == EBUSY ? false : (REAL(pthread_mutex_unlock)(it->object), true);
  case FOR_READING:
    return REAL(pthread_rwlock_tryrdlock)(it->object) ? false : (REAL(pthread_rwlock_unlock)(it->object), true);
  case FOR_WRITING:
    return REAL(pthread_rwlock_trywrlock)(it->object) ? false : (REAL(pthread_rwlock_unlock)(it->object), true);
  case FOR_SPIN: return REAL(pthread_spin_trylock)(it->object) ? false : (REAL(pthread_spin_unlock)(it->object), true);
  case FOR_SEMAPHORE: return REAL(sem_trywait)(it->object) ? false : (REAL(sem_post)(it->object), true);
  case FOR_JOIN: return !it->object || ((struct thread *)it->object)->ended;
  case FOR_SIGNAL:
    return it->signalled && REAL(pthread_mutex_trylock)(it->mutex) == 0 &&
           (REAL(pthread_mutex_unlock)(it->mutex), true);
  case FOR_BARRIER: return *(unsigned *)it->object != it->generation;
  default: return true;
  }
}

static bool overlap(const struct access *a, const struct access *b) {
  return a->size && b->size && a->start < b->start + b->size && b->start < a->start + a->size &&
         (a->write || b->write) && !(a->atomic && b->atomic);
}

/* All turns of the plan are over: checks whether the failure is there. */
static void finish(void) {
  char text[1024] = "";
  size_t length = 0;
  struct thread *last = &threads[plan[TURNS - 1].thread];
  switch (how) {
  case FAILS:
    not_reproduced(NOT "thread %d has ended and has not failed; gmc: %s", last->number, what);
  case RACES: {
    struct thread *a = &threads[who[0]], *b = &threads[who[1]];
    for (unsigned i = 0; i < 2; i++)
      for (unsigned j = 0; j < 2; j++)
        if (overlap(&a->accesses[i], &b->accesses[j]))
          reproduced(YES "data-race: thread %d is about to %s %zu bytes at %s, "
                         "and thread %d to %s %zu bytes of the same memory at %s",
                     a->number, a->accesses[i].write ? "write" : "read", a->accesses[i].size, LINE(a->place), b->number,
                     b->accesses[j].write ? "write" : "read", b->accesses[j].size, LINE(b->place));
    not_reproduced(NOT "thread %d at %s and thread %d at %s are not about to access the same memory", a->number,
                   LINE(a->place), b->number, LINE(b->place));
  }
  case WAITS:
    for (unsigned i = 0; i < COUNT(who); i++) {
      struct thread *it = &threads[who[i]];
      if (can_go_on(it))
        not_reproduced(NOT "thread %d at %s does not have to wait", it->number, LINE(it->place));
      length += snprintf(text + length, sizeof text - length, "%sthread %d waits in %s at %s", i ? ", " : "",
                         it->number, it->function, LINE(it->place));
      if (length >= sizeof text)
        length = sizeof text - 1;
    }
    reproduced(YES "deadlock: %s", text);
  case LEAKS:
    released = true;
    REAL(pthread_cond_broadcast)(&moved);
    return;
  case STANDS:
    for (unsigned i = 0; i < COUNT(last->accesses); i++) {
      uintptr_t start = 0, first = last->accesses[i].start;
      size_t size = 0;
      struct block *block = block_of(first);
      const char *name = block ? "heap memory" : variable_of(first, &start, &size);
      if (block)
        start = block->start, size = block->size;
      if (last->accesses[i].size && name && first + last->accesses[i].size > start + size)
        reproduced(YES "out-of-bounds: thread %d is about to %s %zu bytes at offset %zu of `%s`, which has %zu, at %s",
                   last->number, last->accesses[i].write ? "write" : "read", last->accesses[i].size,
                   (size_t)(first - start), name, size, LINE(last->place));
    }
    reproduced("reproducer: the same statement is reached: thread %d is about to do what is wrong at %s, "
               "and natively nothing has to come of it; gmc: %s",
               last->number, LINE(last->place), what);
  case HAPPENS:
    reproduced(YES "all that violates the formula has happened, whatever comes now; gmc: %s", what);
  case REPEATS:
    reproduced(YES "threads went round the same cycle %zu times and can do so for ever; gmc: %s", rounds, what);
  }
}

/* A round of the cycle is over: each thread must stand where it stood after the round before. */
static void check_round(bool is_first) {
  for (int i = 0; i <= born; i++) {
    struct thread *it = &threads[i];
    if (!is_first && !it->ended && (it->place != it->round_place || it->function != it->round_function))
      not_reproduced(NOT "thread %d stands at %s after a round of the cycle, and stood at %s after the one before",
                     it->number, LINE(it->place), LINE(it->round_place));
    it->round_place = it->place, it->round_function = it->function;
  }
}

static void next_turn(void) {
  at++;
  alarm(PATIENCE);
  size_t left = TURNS - at;
  if (how == REPEATS && left < lap * rounds && left % lap == 0)
    check_round(left == lap * (rounds - 1));
  if (at == TURNS)
    finish();
  else if (plan[at].thread > born)
    not_reproduced(NOT "thread %d, which has the next turn, was not created yet", plan[at].thread);
  else
    REAL(pthread_cond_broadcast)(&moved);
}

static void wait_for_turn(struct thread *me) {
  while (!released && (extra ? extra != me : at >= TURNS || plan[at].thread != me->number))
    REAL(pthread_cond_wait)(&moved, &guard);
}

static bool is_before(enum act act, const char *function, const void *place) {
  return !extra && seen[at] + 1 == plan[at].until.nth && is_for(&plan[at].until, act, function, place);
}

/* A thread is about to execute an operation at which a turn can end: waits for its turn. */
static void hook(enum act act, const char *function, const void *place) {
  struct thread *me = self;
  if (!me || released)
    return;
  inside++;
  REAL(pthread_mutex_lock)(&guard);
  me->function = function, me->place = place;
  wait_for_turn(me);
  while (!released && is_before(act, function, place)) {
    next_turn();
    wait_for_turn(me);
  }
  if (!released)
    check_lives(me, place);
  for (size_t i = 0; !released && i < TURNS; i++)
    if (plan[i].thread == me->number && is_for(&plan[i].until, act, function, place))
      seen[i]++;
  REAL(pthread_mutex_unlock)(&guard);
  inside--;
}

static void memory(void *address, size_t size, bool write, const void *place) {
  uintptr_t start = (uintptr_t)address;
  if (!self || inside || released)
    return;
  /* Reads of constants are no operations of gmc's runs either. */
  if (start >= (uintptr_t)__executable_start && start < (uintptr_t)__data_start)
    return;
  bool local = false;
  for (int i = 0; i <= born && !local; i++)
    local = start >= threads[i].low && start < threads[i].high;
  self->accesses[0] = (struct access){start, size, write, false};
  hook(local ? (write ? WRITE_LOCAL : READ_LOCAL) : (write ? WRITE : READ), NULL, place);
  self->accesses[0].size = 0;
}

static void atomic(volatile void *address, size_t size, const void *place) {
  if (!self || inside || released)
    return;
  self->accesses[0] = (struct access){(uintptr_t)address, size, true, true};
  hook(ATOMIC, NULL, place);
  self->accesses[0].size = 0;
}

/* Whether a call comes from the program, and what it has to answer. */
static bool is_planned(void) { return self && !inside && !released; }

static bool answer(const char *function, unsigned long long *value) {
  bool found = false;
  for (size_t i = 0; self && i < COUNT(answers); i++)
    if (answers[i].thread == self->number && answers[i].nth && !REAL(strcmp)(answers[i].function, function) &&
        ++asked[i] == answers[i].nth) {
      *value = answers[i].value;
      found = true;
    }
  return found;
}

/* A call that uses an object such as a mutex, whose memory must not be freed. */
static void use(const char *function, const void *place, const void *object) {
  self->accesses[1] = (struct access){(uintptr_t)object, 1, false, true};
  hook(CALL, function, place);
  self->accesses[1].size = 0;
}

/* Lets a thread that has no turns left run to its end. Nothing but its end matters to the run. */
static void let_end(struct thread *it) {
  for (size_t i = at; i < TURNS; i++)
    if (it->ended || plan[i].thread == it->number)
      return;
  inside++;
  REAL(pthread_mutex_lock)(&guard);
  extra = it;
  REAL(pthread_cond_broadcast)(&moved);
  while (extra)
    REAL(pthread_cond_wait)(&moved, &guard);
  REAL(pthread_mutex_unlock)(&guard);
  inside--;
}

/* A call that may wait: where the plan lets the thread run, it does not have to wait. */
static void may_wait(const char *function, const void *place, enum wait wait, void *object) {
  self->wait = wait, self->object = object;
  use(function, place, wait == FOR_JOIN ? NULL : object);
  if (!released && wait == FOR_JOIN && object)
    let_end(object);
  if (!released && !can_go_on(self))
    not_reproduced(NOT "thread %d would have to wait in %s at %s", self->number, function, LINE(place));
  self->wait = FOR_NOTHING;
}
