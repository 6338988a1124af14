/* What headers can instantiate of streams of Char. */

#include <iomanip>
#include <istream>
#include <ostream>
#include <streambuf>
#include <string>

namespace std {

typedef basic_istream<Char> Input;
typedef basic_ostream<Char> Output;


template class basic_ios<Char>;
template class basic_streambuf<Char>;
template class basic_ostream<Char>;
template class basic_istream<Char>;
template class basic_iostream<Char>;

template Output &endl(Output &);
template Output &ends(Output &);
template Output &flush(Output &);
template Output &operator<<(Output &, Char);
template Output &operator<<(Output &, const Char *);
template Output &operator<<(Output &, _Setfill<Char>);
template Output &operator<<(Output &, _Setiosflags);
template Output &operator<<(Output &, _Resetiosflags);
template Output &operator<<(Output &, _Setbase);
template Output &operator<<(Output &, _Setprecision);
template Output &operator<<(Output &, _Setw);
template Input &operator>>(Input &, _Setfill<Char>);
template Input &operator>>(Input &, _Setiosflags);
template Input &operator>>(Input &, _Resetiosflags);
template Input &operator>>(Input &, _Setbase);
template Input &operator>>(Input &, _Setprecision);
template Input &operator>>(Input &, _Setw);
template Output &Output::_M_insert(long);
template Output &Output::_M_insert(unsigned long);
template Output &Output::_M_insert(bool);
template Output &Output::_M_insert(long long);
template Output &Output::_M_insert(unsigned long long);
template Output &Output::_M_insert(double);
template Output &Output::_M_insert(long double);
template Output &Output::_M_insert(const void *);
template Output &__ostream_insert(Output &, const Char *, streamsize);

template Input &ws(Input &);
template Input &operator>>(Input &, Char &);
template Input &Input::_M_extract(unsigned short &);
template Input &Input::_M_extract(unsigned &);
template Input &Input::_M_extract(long &);
template Input &Input::_M_extract(unsigned long &);
template Input &Input::_M_extract(bool &);
template Input &Input::_M_extract(long long &);
template Input &Input::_M_extract(unsigned long long &);
template Input &Input::_M_extract(float &);
template Input &Input::_M_extract(double &);
template Input &Input::_M_extract(long double &);
template Input &Input::_M_extract(void *&);
template Output &operator<<(Output &, const basic_string<Char> &);

} // namespace std
