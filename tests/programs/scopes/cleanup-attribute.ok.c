// GCC's cleanup attribute calls a function at the end of the scope, in reverse order, however it is left.
static int trace;

static void leave(int *p) { trace = trace * 10 + *p; }

static int early(int way) {
  __attribute__((cleanup(leave))) int a = 1;
  for (int i = 0; i < 3; i++) {
    __attribute__((cleanup(leave))) int b = 2 + i;
    if (way == 1)
      break;
    if (way == 2)
      return trace;
    if (way == 3)
      goto out;
    if (i == 1)
      continue;
  }
out:
  return trace;
}

int main(void) {
  if (early(0) != 234 || trace != 2341)
    return 2;
  trace = 0;
  if (early(1) != 2 || trace != 21)
    return 3;
  trace = 0;
  if (early(2) != 0 || trace != 21)
    return 4;
  trace = 0;
  return early(3) == 2 && trace == 21 ? 0 : 5;
}
