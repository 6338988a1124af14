/* Streams of strings of wchar_t. */

#include <sstream>

namespace std {

template class basic_stringbuf<wchar_t>;
template class basic_istringstream<wchar_t>;
template class basic_ostringstream<wchar_t>;
template class basic_stringstream<wchar_t>;

} // namespace std
