/* Characters of UTF-8, UTF-16 and UTF-32, read and written one by one. */

#include <locale>

namespace std {

namespace {

typedef codecvt_base::result Result;

const char32_t NONE = -1, CUT = -2;

/* Reads a character of UTF-8: NONE where there is none, CUT where its end is missing. */
template <class Byte> char32_t read(const Byte *&at, const Byte *end)
{
    const unsigned char first = *at;
    if (first < 0x80) {
        at++;
        return first;
    }
    const int more = first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0;
    if (!more)
        return NONE;
    char32_t value = first & (0x3f >> more);
    for (int i = 1; i <= more; i++) {
        if (end - at <= i)
            return CUT;
        const unsigned char next = at[i];
        if ((next & 0xc0) != 0x80)
            return NONE;
        value = value << 6 | (next & 0x3f);
        /* Too long a form, half of a pair, or too large. */
        if (i == 1 && ((first == 0xe0 && next < 0xa0) || (first == 0xed && next > 0x9f) || (first == 0xf0 && next < 0x90)
                || (first == 0xf4 && next > 0x8f)))
            return NONE;
    }
    at += more + 1;
    return value;
}

template <class Byte> bool write(char32_t value, Byte *&at, Byte *end)
{
    const int more = value < 0x80 ? 0 : value < 0x800 ? 1 : value < 0x10000 ? 2 : 3;
    if (end - at <= more)
        return false;
    *at++ = more ? (0xff00 >> (more + 1) & 0xff) | value >> 6 * more : value;
    for (int i = more; i > 0; i--)
        *at++ = 0x80 | (value >> 6 * (i - 1) & 0x3f);
    return true;
}

bool is_half(char32_t value, char32_t first)
{
    return value >= first && value < first + 0x400;
}

char32_t read(const char32_t *&at, const char32_t *)
{
    return *at < 0x110000 && !is_half(*at, 0xd800) && !is_half(*at, 0xdc00) ? *at++ : NONE;
}

char32_t read(const char16_t *&at, const char16_t *end)
{
    if (is_half(*at, 0xdc00))
        return NONE;
    if (!is_half(*at, 0xd800))
        return *at++;
    if (end - at < 2)
        return CUT;
    if (!is_half(at[1], 0xdc00))
        return NONE;
    at += 2;
    return 0x10000 + ((at[-2] & 0x3ff) << 10 | (at[-1] & 0x3ff));
}

bool write(char32_t value, char32_t *&at, char32_t *end)
{
    if (at == end)
        return false;
    *at++ = value;
    return true;
}

bool write(char32_t value, char16_t *&at, char16_t *end)
{
    if (end - at < (value < 0x10000 ? 1 : 2))
        return false;
    if (value >= 0x10000)
        *at++ = 0xd800 + ((value - 0x10000) >> 10);
    *at++ = value < 0x10000 ? value : 0xdc00 + (value & 0x3ff);
    return true;
}

template <class From, class To> Result convert(const From *&from, const From *end, To *&to, To *to_end)
{
    while (from < end) {
        const From *next = from;
        char32_t value = read(next, end);
        if (value == NONE)
            return codecvt_base::error;
        if (value == CUT || !write(value, to, to_end))
            return codecvt_base::partial;
        from = next;
    }
    return codecvt_base::ok;
}

} // namespace

} // namespace std
