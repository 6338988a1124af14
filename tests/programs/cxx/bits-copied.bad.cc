// A word of bits that was never set.
#include <cstdlib>

int main() {
  unsigned long *word = static_cast<unsigned long *>(std::malloc(sizeof *word));
  if (!word)
    return 0;
  *word |= 1; //~ uninitialized-read
  bool set = *word & 1;
  std::free(word);
  return set ? 0 : 1;
}
