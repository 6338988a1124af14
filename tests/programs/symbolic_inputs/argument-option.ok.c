// An option is looked at as far as it goes.
//@ native: no
//@ check: --arg-any 2
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] == '-')
    return argv[1][1] ? argv[1][2] == 0 : 0;
  return 0;
}
