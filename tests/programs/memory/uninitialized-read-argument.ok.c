// A function that sets what it is given always.
static int parse(const char *s, int *out) {
  *out = 0;
  if (*s < '0' || *s > '9')
    return -1;
  *out = *s - '0';
  return 0;
}

int main(void) {
  int v;
  parse("x", &v);
  return v == 77;
}
