// A loop that begins and ends at a null pointer.
static int length(const char *text, const char *end) {
  int length = 0;
  for (; text != end; text++)
    length++;
  return length;
}

int main(void) {
  const char *volatile nowhere = 0;
  return length(nowhere, nowhere);
}
