// The end of main returns 0.
int main(void) {
  int x = 5;
  x++;
}
