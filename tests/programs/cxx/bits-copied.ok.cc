// A vector of bool sets bit after bit in words that it never sets as a whole.
#include <cassert>
#include <sstream>
#include <vector>

int main() {
  std::vector<bool> bits{true, false, true};
  std::vector<bool> copy(bits);
  copy.insert(copy.begin(), 70, true);
  bits.assign(copy.rbegin(), copy.rend());
  assert(bits.size() == 73 && bits[0] && !bits[1] && copy[70] && !copy[71]);

  std::istringstream in("three words here");
  in.ignore(6);
  assert(in.tellg() == 6);
}
