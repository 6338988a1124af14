// Erasing what an iterator stands at.
//@ violation: use-after-free
#include <map>

int main() {
  std::map<int, int> squares{{1, 1}, {2, 4}, {3, 9}};
  for (auto it = squares.begin(); it != squares.end(); ++it /* use after free */) {
    if (it->first % 2)
      squares.erase(it);
    else
      (void)0;
  }
  return squares.size() != 1;
}
