// Containers and strings: words are counted in a map and sorted by how often they come.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

int main() {
  std::map<std::string, int> counts;
  unsigned state = 1;
  for (int i = 0; i < 20000; i++) {
    std::string word = "word-";
    state = state * 1103515245u + 12345;
    for (unsigned left = state >> 16 & 0x3ff; left; left /= 8)
      word += static_cast<char>('a' + left % 8);
    counts[word]++;
  }
  std::vector<std::pair<int, std::string>> order;
  for (const auto &[word, count] : counts)
    order.emplace_back(count, word);
  std::sort(order.begin(), order.end());
  for (const auto &[count, word] : order)
    std::cout << word << ' ' << count << '\n';
}
