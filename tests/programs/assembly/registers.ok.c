// Arithmetic of the x86 in registers: results and flags are those of the processor.
#include <stdint.h>
#include <stdio.h>

#define BINARY(name, type, code)                                                                                     \
  static type name(type a, type b) {                                                                                 \
    __asm__(code : "+r"(a) : "r"(b) : "cc");                                                                        \
    return a;                                                                                                        \
  }
#define SHIFT(name, type, code)                                                                                      \
  static type name(type a, uint8_t b) {                                                                              \
    __asm__(code : "+r"(a) : "c"(b) : "cc");                                                                        \
    return a;                                                                                                        \
  }

BINARY(add4, uint32_t, "addl %1, %0")
BINARY(sub4, uint32_t, "subl %1, %0")
BINARY(and4, uint32_t, "and %1, %0")
BINARY(or4, uint32_t, "orl %1, %0")
BINARY(xor4, uint32_t, "xor %1, %0")
SHIFT(shl4, uint32_t, "shll %b1, %0")
SHIFT(shr4, uint32_t, "shr %%cl, %0")
SHIFT(sar4, int32_t, "sarl %%cl, %0")
SHIFT(rol4, uint32_t, "roll %%cl, %0")
SHIFT(ror4, uint32_t, "rorl %%cl, %0")

static uint32_t swapped(uint32_t x) {
  __asm__("bswap %0" : "+r"(x));
  return x;
}

static int first_bit(uint32_t x) {
  int at;
  __asm__("bsfl %1, %0" : "=r"(at) : "rm"(x) : "cc");
  return at;
}

static int last_bit(uint32_t x) {
  int at;
  __asm__("bsrl %1,%0" : "=r"(at) : "r"(x));
  return at;
}

static int compared(uint32_t a, uint32_t b) {
  unsigned char below, less, equal, above;
  __asm__("cmpl %5, %4\n\tsetb %0\n\tsetl %1\n\tsete %2\n\tseta %3"
          : "=&q"(below), "=&q"(less), "=&q"(equal), "=&q"(above)
          : "r"(a), "r"(b)
          : "cc");
  return below | less << 1 | equal << 2 | above << 3;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
  __asm__("cmpl %1, %0\n\tcmovae %1, %0" : "+r"(a) : "r"(b) : "cc");
  return a;
}

static int is_zero_after_decrement(int *counter) {
  unsigned char is_zero;
  __asm__ volatile("decl %0; setz %1" : "+m"(*counter), "=qm"(is_zero)::"memory", "cc");
  return is_zero;
}

static int has_bit(uint32_t x, uint32_t at) {
  int carry;
  __asm__("btl %2, %1" : "=@ccc"(carry) : "r"(x), "r"(at));
  return carry;
}

static int added_with_carry(uint32_t a, uint32_t b, uint32_t *sum) {
  int carry;
  __asm__("addl %2, %1" : "=@ccc"(carry), "+r"(a) : "r"(b));
  *sum = a;
  return carry;
}

static uint32_t widened(const unsigned char *byte) {
  uint32_t wide;
  __asm__("movzbl %1, %0" : "=r"(wide) : "m"(*byte));
  return wide;
}

static int32_t widened_signed(const signed char *byte) {
  int32_t wide;
  __asm__("movsbl %1, %0" : "=r"(wide) : "m"(*byte));
  return wide;
}

int main(void) {
  static const uint32_t values[] = {0, 1, 2, 7, 31, 0x7fffffff, 0x80000000, 0xdeadbeef, 0xffffffff};
  enum { COUNT = sizeof values / sizeof *values };
  for (int i = 0; i < COUNT; i++) {
    uint32_t a = values[i];
    printf("%x: %x %x", a, swapped(a), (unsigned)(a ? first_bit(a) * 100 + last_bit(a) : 0));
    for (int j = 0; j < COUNT; j++) {
      uint32_t b = values[j], sum;
      printf(" %x %x %x %x %x", add4(a, b), sub4(a, b), and4(a, b), or4(a, b), xor4(a, b));
      printf(" %x %x %x %x %x", shl4(a, b), shr4(a, b), sar4(a, b), rol4(a, b & 31), ror4(a, b & 31));
      printf(" %d %x %d", compared(a, b), smaller(a, b), has_bit(a, b & 31));
      int carry = added_with_carry(a, b, &sum);
      printf(" %d:%x", carry, sum);
    }
    printf("\n");
  }
  int counter = 2;
  printf("%d", is_zero_after_decrement(&counter));
  printf(" %d %d\n", is_zero_after_decrement(&counter), counter);
  unsigned char byte = 0xf7;
  signed char negative = -9;
  printf("%x %d\n", widened(&byte), widened_signed(&negative));
  return 0;
}
