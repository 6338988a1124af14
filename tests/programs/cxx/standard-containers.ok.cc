// Strings, trees, lists, hashed containers, vectors: the order of elements is libstdc++'s.
#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

int main() {
  std::map<int, std::string> tree;
  for (int i = 0; i < 100; i++)
    tree[i * 37 % 101] = std::to_string(i);
  for (int i = 0; i < 60; i++)
    tree.erase(i * 13 % 101);
  for (auto it = tree.rbegin(); it != tree.rend(); ++it)
    std::printf("%d=%s ", it->first, it->second.c_str());
  std::list<int> list{5, 3, 9, 1}, other{4, 2};
  list.sort();
  other.sort();
  list.merge(other);
  list.reverse();
  list.splice(list.begin(), list, std::prev(list.end()));
  std::swap(list, other);
  for (int n : other)
    std::printf("%d ", n);
  std::unordered_map<std::string, int> hashed;
  for (int i = 0; i < 40; i++)
    hashed["key" + std::to_string(i * i)] = i;
  for (auto &[key, value] : hashed)
    std::printf("%s:%d ", key.c_str(), value);
  std::multiset<int> many{3, 1, 3, 2};
  std::printf("%zu ", many.erase(3));
  std::string text = "the quick brown fox";
  text.replace(4, 5, "slow").append(3, '!').insert(0, ">> ");
  std::vector<std::string> words;
  for (size_t at = 0, end; at < text.size(); at = end + 1) {
    end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
  }
  std::sort(words.begin(), words.end());
  for (auto &word : words)
    std::printf("[%s]", word.c_str());
  try {
    std::vector<int>(3).at(5);
  } catch (const std::exception &e) {
    std::printf(" %s\n", e.what());
  }
}
