/* Complex numbers in streams: what the headers can instantiate. */

#include <complex>
#include <istream>
#include <ostream>

namespace std {

#define IN_STREAMS(Char, T) \
    template basic_istream<Char> &operator>>(basic_istream<Char> &, complex<T> &); \
    template basic_ostream<Char> &operator<<(basic_ostream<Char> &, const complex<T> &);

IN_STREAMS(char, float)
IN_STREAMS(char, double)
IN_STREAMS(char, long double)
IN_STREAMS(wchar_t, float)
IN_STREAMS(wchar_t, double)
IN_STREAMS(wchar_t, long double)

} // namespace std
