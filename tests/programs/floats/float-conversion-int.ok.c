// A double that just fits an int.
int main(void) {
  double d = 2147483647.5;
  int i = (int)d;
  return i != 2147483647;
}
