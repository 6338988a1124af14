// Atomic operations as the Linux kernel, liburcu, Concurrency Kit and musl write them.
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
int printf(const char *, ...);

static inline int kernel_add_return(int i, int *v) {
  int old = i;
  __asm__ volatile(".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; xaddl %0, %1"
                   : "+r"(old), "+m"(*v)
                   :
                   : "memory", "cc");
  return old + i;
}

static inline int kernel_dec_and_test(int *v) {
  _Bool c;
  __asm__ volatile("lock; decl %[counter]\n\t/* output condition code e*/\n" : [counter] "+m"(*v), "=@cce"(c)::"memory");
  return c;
}

static inline int kernel_test_and_set_bit(long nr, unsigned long *addr) {
  _Bool c;
  __asm__ volatile("lock; bts"
#ifdef __x86_64__
                   "q"
#else
                   "l"
#endif
                   " %[bit], %[at]"
                   : [at] "+m"(*addr), "=@ccc"(c)
                   : [bit] "Ir"(nr)
                   : "memory");
  return c;
}

static inline unsigned long urcu_cmpxchg(unsigned int *addr, unsigned int old, unsigned int new) {
  unsigned int result = old;
  __asm__ volatile("lock; cmpxchgl %2, %1" : "+a"(result), "+m"(*addr) : "r"(new) : "memory");
  return result;
}

static inline unsigned int urcu_xchg(unsigned int *addr, unsigned int val) {
  unsigned int result;
  __asm__ volatile("xchgl %0, %1" : "=r"(result), "+m"(*addr) : "0"(val) : "memory");
  return result;
}

static inline void urcu_add(unsigned int *addr, unsigned int val) {
  __asm__ volatile("lock; addl %1, %0" : "=m"(*addr) : "ir"(val) : "memory");
}

static inline _Bool ck_cas(unsigned int *target, unsigned int compare, unsigned int set) {
  _Bool z;
  __asm__ volatile("lock cmpxchgl %2, %0; setz %1" : "+m"(*target), "=a"(z) : "q"(set), "a"(compare) : "memory", "cc");
  return z;
}

static inline _Bool ck_cas_value(unsigned int *target, unsigned int compare, unsigned int set, unsigned int *v) {
  _Bool z;
  __asm__ volatile("lock cmpxchgl %3, %0; mov %%eax, %2; setz %1"
                   : "+m"(*target), "=a"(z), "=m"(*v)
                   : "q"(set), "a"(compare)
                   : "memory", "cc");
  return z;
}

static inline unsigned int ck_load(const unsigned int *target) {
  unsigned int r;
  __asm__ volatile("movl %1, %0;" : "=q"(r) : "m"(*target) : "memory");
  return r;
}

static inline void ck_store(unsigned int *target, unsigned int v) {
  __asm__ volatile("movl %1, %0;" : "=m"(*target) : "iq"(v) : "memory");
}

static inline int musl_cas(volatile int *p, int t, int s) {
  __asm__ __volatile__("lock ; cmpxchg %3, %1" : "=a"(t), "=m"(*p) : "a"(t), "r"(s) : "memory");
  return t;
}

static inline int musl_fetch_add(volatile int *p, int v) {
  __asm__ __volatile__("lock ; xadd %0, %1" : "=r"(v), "=m"(*p) : "0"(v) : "memory");
  return v;
}

static inline void musl_store(volatile int *p, int x) {
  __asm__ __volatile__("mov %1, %0 ; lock ; orl $0,("
#ifdef __x86_64__
                       "%%rsp"
#else
                       "%%esp"
#endif
                       ")"
                       : "=m"(*p)
                       : "r"(x)
                       : "memory");
}

static inline uint64_t cas8(volatile uint64_t *p, uint64_t old, uint64_t new) {
#ifdef __x86_64__
  __asm__ volatile("lock; cmpxchgq %2, %1" : "+a"(old), "+m"(*p) : "r"(new) : "memory");
  return old;
#else
  __asm__ volatile("lock; cmpxchg8b %1"
                   : "=A"(old), "+m"(*p)
                   : "b"((uint32_t)new), "c"((uint32_t)(new >> 32)), "0"(old)
                   : "memory");
  return old;
#endif
}

int main(void) {
  int v = 5;
  unsigned long bits[2] = {0, 0};
  unsigned int u = 7, seen = 0;
  printf("%d", kernel_add_return(3, &v));
  printf(" %d", kernel_dec_and_test(&v));
  v = 1;
  printf(" %d %d\n", kernel_dec_and_test(&v), v);
  printf("%d %d", kernel_test_and_set_bit(3, bits), kernel_test_and_set_bit(3, bits));
  printf(" %d", kernel_test_and_set_bit(8 * sizeof(long) + 1, bits));
  printf(" %lx %lx\n", bits[0], bits[1]);
  printf("%lu", urcu_cmpxchg(&u, 8, 9));
  printf(" %lu %u", urcu_cmpxchg(&u, 7, 9), u);
  printf(" %u %u", urcu_xchg(&u, 11), u);
  urcu_add(&u, 4);
  printf(" %u\n", u);
  printf("%d", ck_cas(&u, 1, 2));
  printf(" %d %u", ck_cas(&u, 15, 2), u);
  printf(" %d %u", ck_cas_value(&u, 3, 4, &seen), seen);
  printf(" %d %u", ck_cas_value(&u, 2, 4, &seen), seen);
  ck_store(&u, 21);
  printf(" %u\n", ck_load(&u));
  printf("%d %d", musl_cas(&v, 0, 3), v);
  printf(" %d %d", musl_fetch_add(&v, 4), v);
  musl_store(&v, 2);
  printf(" %d\n", v);
  volatile uint64_t wide = 0x100000002;
  printf("%llx", (unsigned long long)cas8(&wide, 1, 2));
  printf(" %llx %llx\n", (unsigned long long)cas8(&wide, 0x100000002, 0x300000004), (unsigned long long)wide);
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  return 0;
}
