// The value of an option is taken to be there.
//@ native: no
//@ check: --arg-any 2
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == '-')
    return argv[1][2] == 0; //~ out-of-bounds
  return 0;
}
