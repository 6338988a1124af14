// A static variable of a function is initialised by one thread while others wait; what is hand-made is not.
//@ check
#include <thread>

struct Table {
  int numbers[2];
  Table() : numbers{1, 2} {}
};

static const Table &table() {
  static Table *it;
  if (!it) //~| data-race: it
    it = new Table; //~| data-race: it
  return *it;
}

int main() {
  int one = 0;
  std::thread thread([&] { one = table().numbers[0]; });
  int two = table().numbers[1];
  thread.join();
  return one + two - 3;
}
