// A structure of 16 bytes: 2^60 of them are no distance at all, modulo 2^64.
struct pair {
  long first, second;
};

int main(void) {
  struct pair pairs[4] = {{0}};
  struct pair *end = pairs + 4;
  volatile long count = 1L << 60;
  end -= count + 1; //~ invalid-pointer-operation
  return end->first;
}
