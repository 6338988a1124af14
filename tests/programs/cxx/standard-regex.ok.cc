// Regular expressions of <regex>, which look for facets of locales by code of the headers; in threads at the same time.
#include <cassert>
#include <cstdio>
#include <locale>
#include <regex>
#include <sstream>
#include <string>
#include <thread>

struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

static void match() {
  std::smatch found;
  std::string text = "key=value";
  assert(std::regex_match(text, found, std::regex("(\\w+)=(\\w+)")));
  assert(found[1] == "key" && found[2] == "value");
}

int main() {
  std::thread other(match);
  std::ostringstream out;
  out << 1.5;
  assert(std::regex_match(L"abc", std::wregex(L"[[:alpha:]]+")));
  other.join();
  assert(std::regex_replace("a1b22", std::regex("[0-9]+"), "#") == std::string("a#b#"));
  try {
    std::regex wrong("((");
    assert(!"it is wrong");
  } catch (const std::regex_error &error) {
    std::puts(error.what());
  }
  std::locale own(std::locale(), new Comma);
  out.imbue(own);
  out << ' ' << 2.5;
  assert(out.str() == "1.5 2,5");
  assert(std::use_facet<const std::ctype<char>>(own).toupper('a') == 'A');
}
