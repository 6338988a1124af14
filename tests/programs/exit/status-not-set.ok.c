// The status that the program ends with is used by whoever started it.
int main(int argc, char **argv) {
  (void)argv;
  int status;
  if (argc > 5) status = 0;
  else status = 0;
  return status;
}
