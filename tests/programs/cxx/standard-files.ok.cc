// Streams of files.
//@ files: rw
#include <fstream>
#include <iostream>
#include <string>

int main() {
  {
    std::ofstream out("numbers.txt");
    for (int i = 0; i < 5; i++)
      out << i * i << '\n';
  }
  std::fstream both("numbers.txt", std::ios::in | std::ios::out | std::ios::ate);
  both << "end\n";
  both.seekg(0);
  int sum = 0, n;
  for (int i = 0; i < 5 && both >> n; i++)
    sum += n;
  std::string word;
  both >> word;
  std::ifstream none("none.txt");
  std::cout << sum << word << both.tellg() << none.is_open() << std::ifstream("numbers.txt").rdbuf();
}
