// A variable has no value each time its declaration is reached (C11 6.2.4p6), also by a jump back.
int main(void) {
  int again = 0;
back:;
  int status;
  if (again) return status; //~ uninitialized-read
  status = 0;
  again = 1;
  goto back;
}
