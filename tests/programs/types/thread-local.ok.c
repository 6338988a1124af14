// Thread-local variables in a program of one thread.
_Thread_local int counter = 5;
static __thread int hidden;
static __thread int *self = &hidden == 0 ? 0 : 0;

static int next(void) {
  static _Thread_local int n = 10;
  return n++;
}

int main(void) {
  counter += 2;
  hidden = counter;
  self = &hidden;
  *self += 1;
  return counter == 7 && hidden == 8 && next() + next() == 21 ? 0 : 2;
}
