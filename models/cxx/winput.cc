/* Reading from streams of wchar_t. */

typedef wchar_t Char;
#include "input.h"

namespace std {

template void __istream_extract(wistream &, wchar_t *, streamsize);
template wistream &operator>>(wistream &, wstring &);
template wistream &getline(wistream &, wstring &, wchar_t);
template wistream &getline(wistream &, wstring &);
template streamsize __copy_streambufs(wstreambuf *, wstreambuf *);

} // namespace std
