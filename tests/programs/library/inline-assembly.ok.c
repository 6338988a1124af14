// An empty asm is a barrier; another one is named.
//@ unknown: inline assembly
//@ native: no
int main(void) {
  int x = 1;
  __asm__ volatile("" : "+r"(x) : : "memory");
  if (x != 1)
    return 2;
  __asm__ volatile("hlt");
  return 0;
}
