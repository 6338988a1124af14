/* Reading from streams of Char what headers declare as special cases: lines, characters that
   are skipped. */

#include <istream>
#include <limits>
#include <locale>
#include <ostream>
#include <streambuf>
#include <string>

namespace std {

typedef char_traits<Char> Traits;
typedef basic_istream<Char> Input;
typedef basic_streambuf<Char> Buffer;

static const Traits::int_type END = Traits::eof();
static const streamsize MOST = numeric_limits<streamsize>::max();

/* Reads with `read`, which returns what has become of the stream. What it throws makes the stream bad. */
template <class Read> static void guarded(Input &from, bool keep_spaces, ios_base::iostate otherwise, Read read)
{
    ios_base::iostate state = otherwise;
    if (Input::sentry ready(from, keep_spaces); ready) {
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

template <> Input &Input::getline(Char *to, streamsize size, Char end)
{
    _M_gcount = 0;
    guarded(*this, true, goodbit, [&] {
        Buffer *buffer = rdbuf();
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
static ios_base::iostate skip(Input &from, streamsize count, streamsize &skipped, Traits::int_type end)
{
    Buffer *buffer = from.rdbuf();
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

template <> Input &Input::ignore(streamsize count)
{
    _M_gcount = 0;
    guarded(*this, true, goodbit, [&] { return count > 0 ? skip(*this, count, _M_gcount, END) : goodbit; });
    return *this;
}

template <> Input &Input::ignore(streamsize count, int_type end)
{
    _M_gcount = 0;
    guarded(*this, true, goodbit, [&] { return count > 0 ? skip(*this, count, _M_gcount, end) : goodbit; });
    return *this;
}

template <> streamsize __copy_streambufs_eof(Buffer *from, Buffer *to, bool &ended)
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

} // namespace std
