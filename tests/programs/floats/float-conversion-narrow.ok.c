// A conversion to char goes through no int.
int main(void) {
  float f = 127.9f;
  signed char c = (signed char)f;
  return c != 127;
}
