// A statement without effect.
static void look(const int *p) {
  *p;
}

int main(void) {
  int there = 0;
  look(&there);
  return 0;
}
