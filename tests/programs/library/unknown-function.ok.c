// A function that nothing defines and gmc does not know is named.
//@ unknown: gmc_test_of_a_function_that_nobody_has
//@ native: no
int gmc_test_of_a_function_that_nobody_has(int);

int main(int argc, char **argv) {
  if (argc > 100)
    return 2;
  return gmc_test_of_a_function_that_nobody_has(argc);
}
