// A thread that is neither joined nor detached ends the program.
//@ violation: abort
//@ note: std::terminate
#include <thread>

int main() {
  int number = 0;
  {
    std::thread thread([&] { number = 1; });
  }
  return number - 1;
}
