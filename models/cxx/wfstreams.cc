/* Streams of files that convert between wchar_t and bytes. */

#include <fstream>

namespace std {

template class basic_filebuf<wchar_t>;
template class basic_ifstream<wchar_t>;
template class basic_ofstream<wchar_t>;
template class basic_fstream<wchar_t>;

} // namespace std
