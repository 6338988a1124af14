/* Streams of char: ios_base, and what headers can instantiate. */

#include <iomanip>
#include <istream>
#include <limits.h>
#include <locale>
#include <new>
#include <ostream>
#include <streambuf>
#include <string>
#include <system_error>

namespace std {

/* ios_base. */

const ios_base::fmtflags ios_base::boolalpha;
const ios_base::fmtflags ios_base::dec;
const ios_base::fmtflags ios_base::fixed;
const ios_base::fmtflags ios_base::hex;
const ios_base::fmtflags ios_base::internal;
const ios_base::fmtflags ios_base::left;
const ios_base::fmtflags ios_base::oct;
const ios_base::fmtflags ios_base::right;
const ios_base::fmtflags ios_base::scientific;
const ios_base::fmtflags ios_base::showbase;
const ios_base::fmtflags ios_base::showpoint;
const ios_base::fmtflags ios_base::showpos;
const ios_base::fmtflags ios_base::skipws;
const ios_base::fmtflags ios_base::unitbuf;
const ios_base::fmtflags ios_base::uppercase;
const ios_base::fmtflags ios_base::adjustfield;
const ios_base::fmtflags ios_base::basefield;
const ios_base::fmtflags ios_base::floatfield;
const ios_base::iostate ios_base::badbit;
const ios_base::iostate ios_base::eofbit;
const ios_base::iostate ios_base::failbit;
const ios_base::iostate ios_base::goodbit;
const ios_base::openmode ios_base::app;
const ios_base::openmode ios_base::ate;
const ios_base::openmode ios_base::binary;
const ios_base::openmode ios_base::in;
const ios_base::openmode ios_base::out;
const ios_base::openmode ios_base::trunc;
const ios_base::seekdir ios_base::beg;
const ios_base::seekdir ios_base::cur;
const ios_base::seekdir ios_base::end;

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(nullptr),
      _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word), _M_ios_locale()
{
}

ios_base::~ios_base()
{
    _M_call_callbacks(erase_event);
    _M_dispose_callbacks();
    if (_M_word != _M_local_word)
        delete[] _M_word;
}

void ios_base::_M_init() noexcept
{
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

locale ios_base::imbue(const locale &other) noexcept
{
    locale before = _M_ios_locale;
    _M_ios_locale = other;
    _M_call_callbacks(imbue_event);
    return before;
}

int ios_base::xalloc() noexcept
{
    static int made = 3;
    return __atomic_add_fetch(&made, 1, __ATOMIC_ACQ_REL);
}

void ios_base::register_callback(event_callback function, int index)
{
    _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) noexcept
{
    for (_Callback_list *at = _M_callbacks; at; at = at->_M_next) {
        try {
            at->_M_fn(what, *this, at->_M_index);
        } catch (...) {
        }
    }
}

void ios_base::_M_dispose_callbacks() noexcept
{
    _Callback_list *at = _M_callbacks;
    while (at && at->_M_remove_reference() == 0) {
        _Callback_list *next = at->_M_next;
        delete at;
        at = next;
    }
    _M_callbacks = nullptr;
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool)
{
    if (index < 0 || index == INT_MAX) {
        _M_streambuf_state |= badbit;
        if (_M_streambuf_state & _M_exception)
            __throw_ios_failure("ios_base::_M_grow_words is not valid");
        _M_word_zero = _Words();
        return _M_word_zero;
    }
    _Words *words = new _Words[index + 1];
    for (int i = 0; i < _M_word_size; i++)
        words[i] = _M_word[i];
    if (_M_word != _M_local_word)
        delete[] _M_word;
    _M_word = words;
    _M_word_size = index + 1;
    return _M_word[index];
}

void ios_base::_M_move(ios_base &from) noexcept
{
    _M_precision = from._M_precision;
    _M_width = from._M_width;
    _M_flags = from._M_flags;
    _M_exception = from._M_exception;
    _M_streambuf_state = from._M_streambuf_state;
    _M_callbacks = from._M_callbacks;
    from._M_callbacks = nullptr;
    if (_M_word != _M_local_word)
        delete[] _M_word;
    bool local = from._M_word == from._M_local_word;
    for (int i = 0; local && i < _S_local_word_size; i++) {
        _M_local_word[i] = from._M_local_word[i];
        from._M_local_word[i] = _Words();
    }
    _M_word = local ? _M_local_word : from._M_word;
    _M_word_size = from._M_word_size;
    from._M_word = from._M_local_word;
    from._M_word_size = _S_local_word_size;
    _M_ios_locale = from._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept
{
    swap(_M_precision, other._M_precision);
    swap(_M_width, other._M_width);
    swap(_M_flags, other._M_flags);
    swap(_M_exception, other._M_exception);
    swap(_M_streambuf_state, other._M_streambuf_state);
    swap(_M_callbacks, other._M_callbacks);
    bool local = _M_word == _M_local_word, others_local = other._M_word == other._M_local_word;
    for (int i = 0; i < _S_local_word_size; i++)
        swap(_M_local_word[i], other._M_local_word[i]);
    _Words *words = others_local ? _M_local_word : other._M_word;
    other._M_word = local ? other._M_local_word : _M_word;
    _M_word = words;
    swap(_M_word_size, other._M_word_size);
    swap(_M_ios_locale, other._M_ios_locale);
}

namespace {

struct Streams : error_category {
    const char *name() const noexcept override { return "iostream"; }
    string message(int number) const override
    {
        return number == int(io_errc::stream) ? "iostream error" : "Unknown error";
    }
};

} // namespace

const error_category &iostream_category() noexcept
{
    alignas(Streams) static char room[sizeof(Streams)];
    static Streams *it = new (room) Streams;
    return *it;
}

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}

const char *ios_base::failure::what() const noexcept
{
    return runtime_error::what();
}

void __throw_ios_failure(const char *text)
{
    throw ios_base::failure(text);
}

void __throw_ios_failure(const char *text, int number)
{
    throw ios_base::failure(text, number ? error_code(number, system_category()) : error_code(io_errc::stream));
}

template ostream &operator<<(ostream &, unsigned char);
template ostream &operator<<(ostream &, signed char);
template ostream &operator<<(ostream &, const unsigned char *);
template ostream &operator<<(ostream &, const signed char *);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);

} // namespace std

typedef char Char;
#include "streams.h"
