// __builtin_trap ends the program.
int main(void) {
  volatile int n = 1;
  if (n)
    __builtin_trap(); //~ abort
  return 0;
}
