/* std::string and std::wstring: what the headers can instantiate. */

#include <string>

namespace std {

template class allocator<char>;
template class allocator<wchar_t>;
template class basic_string<char>;
template class basic_string<wchar_t>;

template string operator+(const char *, const string &);
template string operator+(char, const string &);
template string operator+(const string &, const string &);
template wstring operator+(const wchar_t *, const wstring &);
template wstring operator+(wchar_t, const wstring &);
template wstring operator+(const wstring &, const wstring &);
template bool operator==(const string &, const char *);
template bool operator==(const wstring &, const wchar_t *);

} // namespace std
