// A parameter has the length, and a type that is named.
static unsigned long size(long count) {
  typedef char text[count]; //~ invalid-value
  return sizeof(text);
}

int main(void) {
  volatile long count = -1;
  return size(count) != 0;
}
