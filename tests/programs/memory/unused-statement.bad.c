// A statement without effect.
static void look(const int *p) {
  *p; //~ null-dereference
}

int main(void) {
  int *volatile nowhere = 0;
  look(nowhere);
  return 0;
}
