// A structure of 16 bytes.
struct pair {
  long first, second;
};

int main(void) {
  struct pair pairs[4] = {{0}};
  struct pair *end = pairs + 4;
  volatile long count = 3;
  end -= count + 1;
  return end->first;
}
