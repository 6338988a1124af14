/* codecvt between UTF-8 and UTF-16 or UTF-32. */

#include "unicode.h"

namespace std {

#define CODECVT(Wide, Byte) \
    locale::id codecvt<Wide, Byte, mbstate_t>::id; \
    codecvt<Wide, Byte, mbstate_t>::~codecvt() {} \
    Result codecvt<Wide, Byte, mbstate_t>::do_out(state_type &, const Wide *from, const Wide *end, \
        const Wide *&from_next, Byte *to, Byte *to_end, Byte *&to_next) const \
    { \
        from_next = from; \
        to_next = to; \
        return convert(from_next, end, to_next, to_end); \
    } \
    Result codecvt<Wide, Byte, mbstate_t>::do_in(state_type &, const Byte *from, const Byte *end, \
        const Byte *&from_next, Wide *to, Wide *to_end, Wide *&to_next) const \
    { \
        from_next = from; \
        to_next = to; \
        return convert(from_next, end, to_next, to_end); \
    } \
    Result codecvt<Wide, Byte, mbstate_t>::do_unshift(state_type &, Byte *to, Byte *, Byte *&to_next) const \
    { \
        to_next = to; \
        return noconv; \
    } \
    int codecvt<Wide, Byte, mbstate_t>::do_encoding() const noexcept { return 0; } \
    bool codecvt<Wide, Byte, mbstate_t>::do_always_noconv() const noexcept { return false; } \
    int codecvt<Wide, Byte, mbstate_t>::do_length(state_type &, const Byte *from, const Byte *end, size_t most) const \
    { \
        const Byte *at = from; \
        for (Wide room[2], *to; at < end; most -= to - room) { \
            const Byte *next = at; \
            char32_t value = read(next, end); \
            to = room; \
            if (value == NONE || value == CUT || !write(value, to, room + 2) || size_t(to - room) > most) \
                break; \
            at = next; \
        } \
        return at - from; \
    } \
    int codecvt<Wide, Byte, mbstate_t>::do_max_length() const noexcept { return sizeof(Wide) == 2 ? 3 : 4; }

CODECVT(char16_t, char)
CODECVT(char32_t, char)
#ifdef _GLIBCXX_USE_CHAR8_T
CODECVT(char16_t, char8_t)
CODECVT(char32_t, char8_t)
#endif

} // namespace std
