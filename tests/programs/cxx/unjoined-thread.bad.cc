// A thread that is neither joined nor detached ends the program.
#include <thread>

int main() {
  int number = 0;
  {
    std::thread thread([&] { number = 1; });
    number = number; //~ data-race
  }
  return number - 1;
}
