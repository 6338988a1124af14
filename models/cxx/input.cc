/* Reading from streams of char what headers declare as special cases: lines, words, characters that are skipped. */

#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <streambuf>
#include <string>

namespace std {

typedef char_traits<char> Traits;

static const Traits::int_type END = Traits::eof();
static const streamsize MOST = numeric_limits<streamsize>::max();

/* Reads with `read`, which returns what has become of the stream. What it throws makes the stream bad. */
template <class Read> static void guarded(istream &from, bool keep_spaces, ios_base::iostate otherwise, Read read)
{
    ios_base::iostate state = otherwise;
    if (istream::sentry ready(from, keep_spaces); ready) {
        state = ios_base::goodbit;
        try {
            state = read();
        } catch (...) {
            from._M_setstate(ios_base::badbit);
        }
    }
    if (state)
        from.setstate(state);
}

template <> istream &istream::getline(char *to, streamsize size, char end)
{
    _M_gcount = 0;
    guarded(*this, true, goodbit, [&] {
        streambuf *buffer = rdbuf();
        int_type c = buffer->sgetc();
        streamsize stored = 0;
        while (stored + 1 < size && c != END && Traits::to_char_type(c) != end) {
            to[stored++] = Traits::to_char_type(c);
            _M_gcount++;
            c = buffer->snextc();
        }
        ios_base::iostate state = goodbit;
        if (c == END)
            state = eofbit;
        else if (Traits::to_char_type(c) == end) {
            _M_gcount++;
            buffer->sbumpc();
        } else
            state = failbit;
        if (size > 0)
            to[stored] = 0;
        return _M_gcount ? state : state | failbit;
    });
    if (_M_gcount == 0 && size > 0)
        *to = 0;
    if (_M_gcount == 0)
        setstate(failbit);
    return *this;
}

/* Skips so many characters at most, up to and including one. */
static ios_base::iostate skip(istream &from, streamsize count, streamsize &skipped, Traits::int_type end)
{
    streambuf *buffer = from.rdbuf();
    for (Traits::int_type c = buffer->sgetc(); count == MOST || skipped < count; c = buffer->snextc()) {
        if (c == END)
            return ios_base::eofbit;
        if (skipped < MOST)
            skipped++;
        if (c == end || (count != MOST && skipped == count)) {
            buffer->sbumpc();
            break;
        }
    }
    return ios_base::goodbit;
}

template <> istream &istream::ignore(streamsize count)
{
    _M_gcount = 0;
    guarded(*this, true, goodbit, [&] { return count > 0 ? skip(*this, count, _M_gcount, END) : goodbit; });
    return *this;
}

template <> istream &istream::ignore(streamsize count, int_type end)
{
    _M_gcount = 0;
    guarded(*this, true, goodbit, [&] { return count > 0 ? skip(*this, count, _M_gcount, end) : goodbit; });
    return *this;
}

/* Up to a space. */
static bool ends_word(Traits::int_type c, const ctype<char> &type)
{
    return c == END || type.is(ctype_base::space, Traits::to_char_type(c));
}

void __istream_extract(istream &from, char *to, streamsize size)
{
    streamsize stored = 0;
    guarded(from, false, ios_base::goodbit, [&] {
        streamsize width = from.width(), most = width > 0 && width < size ? width : size;
        const ctype<char> &type = use_facet<ctype<char>>(from.getloc());
        streambuf *buffer = from.rdbuf();
        Traits::int_type c = buffer->sgetc();
        for (; stored + 1 < most && !ends_word(c, type); c = buffer->snextc())
            to[stored++] = Traits::to_char_type(c);
        to[stored] = 0;
        from.width(0);
        return stored + 1 < most && c == END ? ios_base::eofbit : ios_base::goodbit;
    });
    if (stored == 0)
        from.setstate(ios_base::failbit);
}

template <> istream &operator>>(istream &from, string &to)
{
    bool any = false;
    guarded(from, false, ios_base::goodbit, [&] {
        to.erase();
        streamsize width = from.width();
        size_t most = width > 0 ? width : to.max_size();
        const ctype<char> &type = use_facet<ctype<char>>(from.getloc());
        streambuf *buffer = from.rdbuf();
        Traits::int_type c = buffer->sgetc();
        for (; to.size() < most && !ends_word(c, type); c = buffer->snextc())
            to += Traits::to_char_type(c);
        any = !to.empty();
        from.width(0);
        return to.size() < most && c == END ? ios_base::eofbit : ios_base::goodbit;
    });
    if (!any)
        from.setstate(ios_base::failbit);
    return from;
}

template <> istream &getline(istream &from, string &to, char end)
{
    bool any = false;
    guarded(from, true, ios_base::goodbit, [&] {
        to.erase();
        streambuf *buffer = from.rdbuf();
        Traits::int_type c = buffer->sgetc();
        for (; to.size() < to.max_size() && c != END && Traits::to_char_type(c) != end; c = buffer->snextc())
            to += Traits::to_char_type(c);
        any = !to.empty();
        if (c == END)
            return ios_base::eofbit;
        if (Traits::to_char_type(c) != end)
            return ios_base::failbit;
        buffer->sbumpc();
        any = true;
        return ios_base::goodbit;
    });
    if (!any)
        from.setstate(ios_base::failbit);
    return from;
}

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &ended)
{
    streamsize copied = 0;
    ended = true;
    for (Traits::int_type c = from->sgetc(); c != END; c = from->snextc(), copied++)
        if (to->sputc(Traits::to_char_type(c)) == END) {
            ended = false;
            break;
        }
    return copied;
}

template istream &getline(istream &, string &);
template streamsize __copy_streambufs(streambuf *, streambuf *);

} // namespace std
