// Erasing what an iterator stands at.
#include <map>

int main() {
  std::map<int, int> squares{{1, 1}, {2, 4}, {3, 9}};
  for (auto it = squares.begin(); it != squares.end(); ) {
    if (it->first % 2)
      it = squares.erase(it);
    else
      ++it;
  }
  return squares.size() != 1;
}
