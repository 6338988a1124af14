/* The program's calls of functions of the heap and of strings. */

static void *allocated(const char *name, const void *place, void *made, size_t size) {
  if (!made)
    return made;
  inside++;
  REAL(pthread_mutex_lock)(&guard);
  if (block_count == block_room) {
    block_room = block_room ? 2 * block_room : 1024;
    blocks = REAL(realloc)(blocks, block_room * sizeof *blocks);
  }
  (void)name;
  blocks[block_count++] = (struct block){(uintptr_t)made, size, true, self->number, -1, place, NULL};
  REAL(pthread_mutex_unlock)(&guard);
  inside--;
  return made;
}

static bool runs_out(const char *name) {
  unsigned long long value;
  if (!answer(name, &value) || value)
    return false;
  errno = ENOMEM;
  return true;
}

/* Whether a call comes from the program: the library's own memory is not tracked. */
static bool is_own(const void *caller) {
  return self && !inside && (const char *)caller >= __executable_start && (const char *)caller < etext;
}

void *malloc(size_t size) {
  if (!is_own(CALLER))
    return REAL(malloc)(size);
  hook(CALL, "malloc", CALLER);
  return runs_out("malloc") ? NULL : allocated("malloc", CALLER, REAL(malloc)(size), size);
}

void *calloc(size_t count, size_t size) {
  if (!is_own(CALLER))
    return REAL(calloc)(count, size);
  hook(CALL, "calloc", CALLER);
  return runs_out("calloc") ? NULL : allocated("calloc", CALLER, REAL(calloc)(count, size), count * size);
}

static void release(void *it, const void *place) {
  inside++;
  REAL(pthread_mutex_lock)(&guard);
  struct block *block = it ? block_of((uintptr_t)it) : NULL;
  uintptr_t start = 0;
  size_t size = 0;
  if (block && !block->live)
    reproduced(YES "double-free: thread %d frees memory at %s that thread %d has freed at %s; it was allocated at %s",
               self->number, LINE(place), block->freer, LINE(block->freed), LINE(block->made));
  if (block && block->start != (uintptr_t)it)
    reproduced(YES "invalid-free: thread %d frees the middle of heap memory at %s", self->number, LINE(place));
  if (!block && it && variable_of((uintptr_t)it, &start, &size))
    reproduced(YES "invalid-free: thread %d frees a variable at %s", self->number, LINE(place));
  if (block)
    block->live = false, block->freed = place, block->freer = self->number;
  REAL(pthread_mutex_unlock)(&guard);
  if (!block)
    REAL(free)(it);
  inside--;
}

void free(void *it) {
  if (!is_own(CALLER)) {
    /* Memory that the program has allocated has a block, and is never really freed. */
    struct block *block = self ? block_of((uintptr_t)it) : NULL;
    if (!block)
      REAL(free)(it);
    return;
  }
  hook(CALL, "free", CALLER);
  release(it, CALLER);
}

void *realloc(void *it, size_t size) {
  struct block *block = it && self ? block_of((uintptr_t)it) : NULL;
  if (!is_own(CALLER) || (it && !block))
    return REAL(realloc)(it, size);
  hook(CALL, "realloc", CALLER);
  if (runs_out("realloc"))
    return NULL;
  size_t kept = !block ? 0 : block->size < size ? block->size : size;
  void *made = allocated("realloc", CALLER, REAL(malloc)(size), size);
  if (made && it) {
    REAL(memcpy)(made, it, kept);
    release(it, CALLER);
  }
  return made;
}

/* Functions of the library that access memory: the sanitizer does not report their accesses. */

static void touches(const char *name, const void *place, const void *to, size_t written, const void *from,
                    size_t read) {
  self->accesses[0] = (struct access){(uintptr_t)to, written, true, false};
  self->accesses[1] = (struct access){(uintptr_t)from, read, false, false};
  hook(CALL, name, place);
  self->accesses[0].size = self->accesses[1].size = 0;
}

#define SIZE(text) (REAL(strlen)(text) + 1)
void *memcpy(void *to, const void *from, size_t size) {
  if (is_own(CALLER) && !released)
    touches("memcpy", CALLER, to, size, from, size);
  return REAL(memcpy)(to, from, size);
}
void *memmove(void *to, const void *from, size_t size) {
  if (is_own(CALLER) && !released)
    touches("memmove", CALLER, to, size, from, size);
  return REAL(memmove)(to, from, size);
}
void *memset(void *to, int byte, size_t size) {
  if (is_own(CALLER) && !released)
    touches("memset", CALLER, to, size, NULL, 0);
  return REAL(memset)(to, byte, size);
}
char *strcpy(char *to, const char *from) {
  if (is_own(CALLER) && !released)
    touches("strcpy", CALLER, to, SIZE(from), from, SIZE(from));
  return REAL(strcpy)(to, from);
}
char *strncpy(char *to, const char *from, size_t size) {
  if (is_own(CALLER) && !released)
    touches("strncpy", CALLER, to, size, from, 1);
  return REAL(strncpy)(to, from, size);
}
char *strcat(char *to, const char *from) {
  if (is_own(CALLER) && !released)
    touches("strcat", CALLER, to + REAL(strlen)(to), SIZE(from), from, SIZE(from));
  return REAL(strcat)(to, from);
}
size_t strlen(const char *text) {
  if (is_own(CALLER) && !released)
    touches("strlen", CALLER, NULL, 0, text, SIZE(text));
  return REAL(strlen)(text);
}
int strcmp(const char *a, const char *b) {
  if (is_own(CALLER) && !released)
    touches("strcmp", CALLER, NULL, 0, a, SIZE(a));
  return REAL(strcmp)(a, b);
}
