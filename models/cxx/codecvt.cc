/* <codecvt>: codecvt_utf8, codecvt_utf16, codecvt_utf8_utf16, as libstdc++ has them. What is no text may be found to be
   none at another byte. */

#include <codecvt>
#include <string.h>

#include "unicode.h"

namespace std {

namespace {

/* The bytes of one side: UTF-8, or UTF-16 in either order. */
struct Utf8 {
    static const int HEADER = 3;
    /* Whether it is said that something is left where the other side is full. */
    static const bool TELLS = false;

    static bool is_header(const char *at, codecvt_mode &) { return !memcmp(at, "\xef\xbb\xbf", 3); }
    static void write_header(char *to, codecvt_mode) { memcpy(to, "\xef\xbb\xbf", 3); }
    static char32_t next(const char *&at, const char *end, codecvt_mode) { return read(at, end); }
    static bool put(char32_t value, char *&at, char *end, codecvt_mode) { return write(value, at, end); }
    static bool takes(char32_t value, size_t size)
    {
        return size == 4 || !(is_half(value, 0xd800) || is_half(value, 0xdc00));
    }
};

struct Utf16 {
    static const int HEADER = 2;
    static const bool TELLS = true;

    /* The order that it says is that of what follows. */
    static bool is_header(const char *at, codecvt_mode &mode)
    {
        if (memcmp(at, "\xfe\xff", 2) && memcmp(at, "\xff\xfe", 2))
            return false;
        mode = codecvt_mode(*at == '\xff' ? mode | little_endian : mode & ~little_endian);
        return true;
    }

    static void write_header(char *to, codecvt_mode mode)
    {
        memcpy(to, mode & little_endian ? "\xff\xfe" : "\xfe\xff", 2);
    }


    static bool takes(char32_t value, size_t size) { return size == 4 || !is_half(value, 0xd800); }

    static char16_t unit(const char *at, codecvt_mode mode)
    {
        unsigned char first = at[0], second = at[1];
        return mode & little_endian ? second << 8 | first : first << 8 | second;
    }

    static char32_t next(const char *&at, const char *end, codecvt_mode mode)
    {
        char16_t units[2];
        int count = end - at >= 4 ? 2 : end - at >= 2 ? 1 : 0;
        if (!count)
            return NONE;
        for (int i = 0; i < count; i++)
            units[i] = unit(at + 2 * i, mode);
        const char16_t *next = units;
        char32_t value = read(next, units + count);
        at += 2 * (next - units);
        return value;
    }

    static bool put(char32_t value, char *&at, char *end, codecvt_mode mode)
    {
        char16_t units[2], *next = units;
        write(value, next, units + 2);
        if (end - at < 2 * (next - units))
            return false;
        for (char16_t *it = units; it < next; it++) {
            *at++ = mode & little_endian ? *it : *it >> 8;
            *at++ = mode & little_endian ? *it >> 8 : *it;
        }
        return true;
    }
};

/* The elements of the other side: a character each, or units of UTF-16. */
template <class Elem> struct Whole {
    static const unsigned long MOST = sizeof(Elem) == 2 ? 0xffff : 0x10ffff;
    static const bool TELLS = sizeof(Elem) == 4;

    /* Where there is room, halves of pairs are written as they are. */
    static char32_t next(const Elem *&at, const Elem *)
    {
        return *at++;
    }

    static bool put(char32_t value, Elem *&at, Elem *end)
    {
        if (at == end)
            return false;
        *at++ = value;
        return true;
    }
};

template <class Elem> struct Units {
    static const unsigned long MOST = 0x10ffff;
    static const bool TELLS = false;

    static char32_t next(const Elem *&at, const Elem *end)
    {
        if (char32_t(*at) > 0xffff)
            return *at++;
        char16_t units[2] = {char16_t(at[0]), char16_t(end - at > 1 ? at[1] : 0)};
        const char16_t *next = units;
        char32_t value = read(next, units + (end - at > 1 ? 2 : 1));
        at += next - units;
        return value;
    }

    static bool put(char32_t value, Elem *&at, Elem *end)
    {
        char16_t units[2], *next = units;
        write(value, next, units + 2);
        if (end - at < next - units)
            return false;
        for (char16_t *it = units; it < next; it++)
            *at++ = *it;
        return true;
    }
};

unsigned long least(unsigned long one, unsigned long other)
{
    return one < other ? one : other;
}

template <class Bytes, class Side, class Elem>
Result decode(const char *&from, const char *end, Elem *&to, Elem *to_end, unsigned long most, codecvt_mode mode)
{
    most = least(most, Side::MOST);
    if (mode & consume_header && end - from >= Bytes::HEADER && Bytes::is_header(from, mode))
        from += Bytes::HEADER;
    while (from < end && to < to_end) {
        const char *next = from;
        char32_t value = Bytes::next(next, end, mode);
        if (value == CUT)
            return codecvt_base::partial;
        if (value == NONE || value > most)
            return codecvt_base::error;
        if (!Side::put(value, to, to_end))
            return codecvt_base::partial;
        from = next;
    }
    if (Bytes::TELLS && end - from == 1)
        return codecvt_base::error;
    return from < end && (Bytes::TELLS || Side::TELLS) ? codecvt_base::partial : codecvt_base::ok;
}

template <class Bytes, class Side, class Elem>
Result encode(const Elem *&from, const Elem *end, char *&to, char *to_end, unsigned long most, codecvt_mode mode)
{
    most = least(most, Side::MOST);
    if (mode & generate_header) {
        if (to_end - to < Bytes::HEADER)
            return codecvt_base::partial;
        Bytes::write_header(to, mode);
        to += Bytes::HEADER;
    }
    while (from < end) {
        const Elem *next = from;
        char32_t value = Side::next(next, end);
        if (value == CUT)
            return codecvt_base::partial;
        if (value == NONE || value > most || !Bytes::takes(value, sizeof(Elem)))
            return codecvt_base::error;
        if (!Bytes::put(value, to, to_end, mode))
            return codecvt_base::partial;
        from = next;
    }
    return codecvt_base::ok;
}

/* How many bytes make so many elements at most. */
template <class Bytes, class Side, class Elem>
int measure(const char *from, const char *end, size_t count, unsigned long most, codecvt_mode mode)
{
    const char *at = from;
    most = least(most, Side::MOST);
    if (mode & consume_header && end - at >= Bytes::HEADER && Bytes::is_header(at, mode))
        at += Bytes::HEADER;
    while (at < end && count > 0) {
        const char *next = at;
        char32_t value = Bytes::next(next, end, mode);
        Elem room[2], *to = room;
        if (value == CUT || value == NONE || value > most || !Side::put(value, to, room + 2) || size_t(to - room) > count)
            break;
        count -= to - room;
        at = next;
    }
    return at - from;
}

} // namespace

#define CODECVT(Name, Elem, Bytes, Side, longest) \
    Name<Elem>::~Name() {} \
    Result Name<Elem>::do_out(state_type &, const Elem *from, const Elem *end, const Elem *&from_next, char *to, \
        char *to_end, char *&to_next) const \
    { \
        from_next = from; \
        to_next = to; \
        return encode<Bytes, Side<Elem>>(from_next, end, to_next, to_end, _M_maxcode, _M_mode); \
    } \
    Result Name<Elem>::do_in(state_type &, const char *from, const char *end, const char *&from_next, Elem *to, \
        Elem *to_end, Elem *&to_next) const \
    { \
        from_next = from; \
        to_next = to; \
        return decode<Bytes, Side<Elem>>(from_next, end, to_next, to_end, _M_maxcode, _M_mode); \
    } \
    Result Name<Elem>::do_unshift(state_type &, char *to, char *, char *&to_next) const \
    { \
        to_next = to; \
        return noconv; \
    } \
    int Name<Elem>::do_encoding() const noexcept { return 0; } \
    bool Name<Elem>::do_always_noconv() const noexcept { return false; } \
    int Name<Elem>::do_length(state_type &, const char *from, const char *end, size_t most) const \
    { \
        return measure<Bytes, Side<Elem>, Elem>(from, end, most, _M_maxcode, _M_mode); \
    } \
    int Name<Elem>::do_max_length() const noexcept \
    { \
        return longest + (_M_mode & (consume_header | generate_header) ? Bytes::HEADER : 0); \
    }

CODECVT(__codecvt_utf8_base, char16_t, Utf8, Whole, 3)
CODECVT(__codecvt_utf8_base, char32_t, Utf8, Whole, 4)
CODECVT(__codecvt_utf8_base, wchar_t, Utf8, Whole, 4)
CODECVT(__codecvt_utf16_base, char16_t, Utf16, Whole, 2)
CODECVT(__codecvt_utf16_base, char32_t, Utf16, Whole, 4)
CODECVT(__codecvt_utf16_base, wchar_t, Utf16, Whole, 4)
CODECVT(__codecvt_utf8_utf16_base, char16_t, Utf8, Units, 4)
CODECVT(__codecvt_utf8_utf16_base, char32_t, Utf8, Units, 4)
CODECVT(__codecvt_utf8_utf16_base, wchar_t, Utf8, Units, 4)

} // namespace std
