// A hash of 20,000 bytes that are not decided: a formula of more than a million nodes.
extern void gmc_any(void *, __SIZE_TYPE__, const char *);
static unsigned char bytes[20001];
int main(void) {
  gmc_any(bytes, sizeof bytes, "bytes");
  unsigned long long hash = 14695981039346656037ull;
  for (unsigned i = 0; i < sizeof bytes; i++) {
    hash ^= bytes[i];
    hash *= 1099511628211ull;
    hash ^= hash >> 29;
  }
  while (hash % 1000003 != 77)
    hash = hash * hash + 1;
  return hash == 42;
}
