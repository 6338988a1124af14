// A variable has no value each time its declaration is reached (C11 6.2.4p6), unless it is set there.
int main(void) {
  int again = 0;
back:;
  int status = 0;
  if (again) return status;
  again = 1;
  goto back;
}
