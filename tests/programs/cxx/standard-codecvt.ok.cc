// Texts in other encodings, by <codecvt>.
#include <cassert>
#include <codecvt>
#include <locale>
#include <stdexcept>
#include <string>

int main() {
  std::wstring_convert<std::codecvt_utf8<wchar_t>> wide;
  assert(wide.from_bytes("h\xc3\xa9\xe2\x82\xac") == L"h\u00e9\u20ac");
  assert(wide.to_bytes(L"\u20ac") == "\xe2\x82\xac");
  std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t> units;
  assert(units.from_bytes("\xf0\x9f\x98\x80") == u"\U0001F600" && units.from_bytes("\xf0\x9f\x98\x80").size() == 2);
  std::wstring_convert<std::codecvt_utf16<char32_t, 0x10ffff, std::little_endian>, char32_t> little;
  assert(little.to_bytes(U"\U0001F600") == "\x3d\xd8" + std::string("\x00\xde", 2));
  try {
    wide.from_bytes("\xff");
    assert(!"it is no text");
  } catch (const std::range_error &) {
  }
}
