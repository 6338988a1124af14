// __builtin_trap ends the program.
int main(void) {
  volatile int n = 0;
  if (n)
    __builtin_trap();
  return 0;
}
