// Objects of a thread end with it, in the reverse order of their making.
#include <thread>

static int ended;

struct Counted {
  int number = 1;
  ~Counted() { ended++; }
};

thread_local Counted first, second;

int main() {
  int *number = nullptr, sum = 0;
  std::thread thread([&] {
    number = &first.number;
    sum = first.number + second.number;
  });
  thread.join();
  return sum - ended + *number - 1; //~ use-after-scope
}
