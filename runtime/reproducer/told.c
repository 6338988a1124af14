/* The functions that code compiled with gcc -fsanitize=thread calls at accesses and atomic operations. */

void __tsan_init(void) {}
void __tsan_func_entry(void *place) { (void)place; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void **it, void *to) { (void)it, (void)to; }
void __tsan_vptr_read(void **it) { (void)it; }
void __tsan_atomic_thread_fence(int order) { (void)order, __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) { (void)order; }
void __tsan_read_range(void *it, size_t size) { memory(it, size, false, CALLER); }
void __tsan_write_range(void *it, size_t size) { memory(it, size, true, CALLER); }

#define ACCESS(size)                                                                    \
  void __tsan_read##size(void *it) { memory(it, size, false, CALLER); }                 \
  void __tsan_write##size(void *it) { memory(it, size, true, CALLER); }                 \
  void __tsan_unaligned_read##size(void *it) { memory(it, size, false, CALLER); }       \
  void __tsan_unaligned_write##size(void *it) { memory(it, size, true, CALLER); }       \
  void __tsan_volatile_read##size(void *it) { memory(it, size, false, CALLER); }        \
  void __tsan_volatile_write##size(void *it) { memory(it, size, true, CALLER); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)

#define FETCH(bits, type, name)                                                         \
  type __tsan_atomic##bits##_fetch_##name(volatile type *it, type by, int order) {      \
    (void)order, atomic(it, sizeof *it, CALLER);                                        \
    return __atomic_fetch_##name(it, by, __ATOMIC_SEQ_CST);                             \
  }
#define EXCHANGE(bits, type, kind)                                                      \
  int __tsan_atomic##bits##_compare_exchange_##kind(volatile type *it, type *old, type to, int order, int otherwise) { \
    (void)order, (void)otherwise, atomic(it, sizeof *it, CALLER);                       \
    return __atomic_compare_exchange_n(it, old, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }
#define ATOMICS(bits, type)                                                             \
  type __tsan_atomic##bits##_load(const volatile type *it, int order) {                 \
    (void)order, atomic((volatile void *)it, sizeof *it, CALLER);                       \
    return __atomic_load_n(it, __ATOMIC_SEQ_CST);                                       \
  }                                                                                     \
  void __tsan_atomic##bits##_store(volatile type *it, type to, int order) {             \
    (void)order, atomic(it, sizeof *it, CALLER);                                        \
    __atomic_store_n(it, to, __ATOMIC_SEQ_CST);                                         \
  }                                                                                     \
  type __tsan_atomic##bits##_exchange(volatile type *it, type to, int order) {          \
    (void)order, atomic(it, sizeof *it, CALLER);                                        \
    return __atomic_exchange_n(it, to, __ATOMIC_SEQ_CST);                               \
  }                                                                                     \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *it, type old, type to, int order, int otherwise) { \
    (void)order, (void)otherwise, atomic(it, sizeof *it, CALLER);                       \
    __atomic_compare_exchange_n(it, &old, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
    return old;                                                                         \
  }                                                                                     \
  FETCH(bits, type, add) FETCH(bits, type, sub) FETCH(bits, type, and) FETCH(bits, type, or) FETCH(bits, type, xor) \
  FETCH(bits, type, nand) EXCHANGE(bits, type, strong) EXCHANGE(bits, type, weak)
ATOMICS(8, uint8_t) ATOMICS(16, uint16_t) ATOMICS(32, uint32_t) ATOMICS(64, uint64_t)

/* The functions of gmc.h, and those of the SV-COMP. They answer what they answered in the run. */

#define ASKED __attribute__((weak))
static unsigned long long ask(const char *function, const void *place) {
  unsigned long long value = 0;
  if (is_planned())
    hook(CALL, function, place);
  answer(function, &value);
  return value;
}
static void assumed(int condition, const void *place) {
  if (!condition)
    not_reproduced(NOT "an assumption does not hold at %s", LINE(place));
}
static void asserted(const char *text, const void *place) {
  fprintf(stderr, "%s: `%s` does not hold\n", LINE(place), text);
  abort();
}

ASKED unsigned gmc_choose(unsigned n) { return (void)n, (unsigned)ask("gmc_choose", CALLER); }
ASKED void gmc_assume(int condition) { assumed(condition, CALLER); }
ASKED void __VERIFIER_assume(int condition) { assumed(condition, CALLER); }
ASKED void gmc_assert_(int holds, const char *condition) {
  if (!holds)
    asserted(condition, CALLER);
}
ASKED void reach_error(void) { asserted("reach_error is not called", CALLER); }
ASKED void __VERIFIER_error(void) { asserted("__VERIFIER_error is not called", CALLER); }
ASKED void gmc_yield(void) { ask("gmc_yield", CALLER); }
ASKED void gmc_atomic_begin(void) { ask("gmc_atomic_begin", CALLER); }
ASKED void gmc_atomic_end(void) { ask("gmc_atomic_end", CALLER); }
ASKED void __VERIFIER_atomic_begin(void) { ask("__VERIFIER_atomic_begin", CALLER); }
ASKED void __VERIFIER_atomic_end(void) { ask("__VERIFIER_atomic_end", CALLER); }
ASKED void gmc_invariant(int (*holds)(void)) { (void)holds, ask("gmc_invariant", CALLER); }
ASKED void gmc_any(void *object, size_t size, const char *name) {
  size_t width = size == 2 || size == 4 || size == 8 ? size : 1;
  (void)name;
  if (is_planned())
    hook(CALL, "gmc_any", CALLER);
  for (size_t at = 0; at < size; at += width) {
    unsigned long long value = 0;
    answer("gmc_any", &value);
    memcpy((char *)object + at, &value, width);
  }
}
ASKED void gmc_label(const char *text) { (void)text; }
ASKED void gmc_progress(void) { ask("gmc_progress", CALLER); }

#define ANY(name, type) \
  ASKED type __VERIFIER_nondet_##name(void) { return (type)ask("__VERIFIER_nondet_" #name, CALLER); }
ANY(bool, bool) ANY(_Bool, bool) ANY(uchar, unsigned char) ANY(char, char) ANY(short, short) ANY(ushort, unsigned short)
ANY(int, int) ANY(uint, unsigned) ANY(unsigned, unsigned) ANY(long, long) ANY(ulong, unsigned long)
ANY(longlong, long long) ANY(ulonglong, unsigned long long) ANY(size_t, size_t) ANY(pointer, void *)
ASKED float __VERIFIER_nondet_float(void) {
  union { unsigned bits; float value; } it = {.bits = (unsigned)ask("__VERIFIER_nondet_float", CALLER)};
  return it.value;
}
ASKED double __VERIFIER_nondet_double(void) {
  union { unsigned long long bits; double value; } it = {.bits = ask("__VERIFIER_nondet_double", CALLER)};
  return it.value;
}

/* At the start and at the end of the program. */

static void at_end(void) {
  if (told)
    return;
  inside++;
  if (how == LEAKS)
    check_leaks();
  /* The last operation could not be stopped after, and has been executed. */
  if (how == HAPPENS && at + 1 == TURNS)
    finish();
  not_reproduced(NOT "the program has ended; gmc: %s", what);
}

__attribute__((constructor(101))) static void start(void) {
  inside++;
  read_lines();
  if (!row_count)
    not_reproduced(NOT "there are no line numbers: compile the program with -g, and without -gz");
  const int signals[] = {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL};
  for (unsigned i = 0; i < COUNT(signals); i++)
    signal(signals[i], on_failure);
  signal(SIGALRM, on_alarm);
  alarm(PATIENCE);
  atexit(at_end);
  feed();
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (!pthread_getattr_np(pthread_self(), &attributes)) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  threads[0].low = (uintptr_t)low, threads[0].high = (uintptr_t)low + size;
  threads[0].handle = pthread_self();
  self = &threads[0];
  inside--;
}
