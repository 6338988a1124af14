// A conversion to char goes through no int.
int main(void) {
  float f = 300.0f;
  signed char c = (signed char)f; //~ float-conversion: 300
  return c != 127;
}
