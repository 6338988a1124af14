// Streams of strings and the standard ones: formats, manipulators, reading, failures.
//@ stdin: "1 2 x\nlast line\n"
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

struct Point {
  int x, y;
};

static std::ostream &operator<<(std::ostream &to, const Point &p) { return to << '(' << p.x << ", " << p.y << ')'; }

int main() {
  std::ostringstream o;
  o << std::hex << std::showbase << 255 << ' ' << std::dec << std::setw(8) << std::setfill('*') << 3.14159 << ' '
    << std::fixed << std::setprecision(2) << 2.0 << ' ' << std::boolalpha << true << ' ' << Point{1, -2};
  std::cout << o.str() << '\n';
  std::istringstream i("12 abc 3.5 true 0x1f");
  int n, h;
  std::string s;
  double d;
  bool b;
  i >> n >> s >> d >> std::boolalpha >> b >> std::hex >> h;
  std::cout << n << s << d << b << h << i.eof() << '\n';
  std::stringstream both;
  both << "line one\nline two\n";
  for (std::string line; std::getline(both, line);)
    std::cout << '[' << line << ']';
  std::cout << std::endl;
  std::printf("between\n");
  std::cout << std::left << std::setw(6) << "ab" << '|' << std::right << std::setw(6) << -5 << '|' << 1e100 << ' '
            << 1.5f << ' ' << std::uppercase << std::scientific << 12345.678L << '\n';
  int sum = 0;
  while (std::cin >> n)
    sum += n;
  std::cin.clear();
  std::string rest;
  std::getline(std::cin, rest);
  std::getline(std::cin, rest);
  std::cout << sum << ' ' << rest << ' ' << std::cin.peek() << '\n';
  std::istringstream wrong("xyz");
  wrong.exceptions(std::ios::failbit);
  try {
    wrong >> n;
  } catch (const std::ios_base::failure &e) {
    std::cout << e.what() << ' ' << n << '\n';
  }
}
