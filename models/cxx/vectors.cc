/* Vector instructions of x86 by what they mean: the builtins behind the intrinsics of SSE to AVX2 that headers do not
   write as operators, of integers and of what moves. Lanes are counted from 0; instructions of 256 bits that mix lanes
   do so in each half alone. Deliberately absent: comparisons of texts (pcmpestri and its kin), gathers, MMX. */

#include "vectors.h"

/* Lane by lane. U is what lanes are read as. */
#define LANES(V, name, U, ...)                                                                                         \
    IA32(V, name, (V a_, V b_))                                                                                        \
    {                                                                                                                  \
        return make<V>([&](int i) { wide a = (U)a_[i], b = (U)b_[i]; (void)a, (void)b; return __VA_ARGS__; });         \
    }
#define BOTH(V, W, name, U, ...) LANES(V, name##128, U, __VA_ARGS__) LANES(W, name##256, U, __VA_ARGS__)

BOTH(v16qi, v32qi, paddsb, wide, s8(a + b))
BOTH(v8hi, v16hi, paddsw, wide, s16(a + b))
BOTH(v16qi, v32qi, psubsb, wide, s8(a - b))
BOTH(v8hi, v16hi, psubsw, wide, s16(a - b))
BOTH(v16qi, v32qi, paddusb, u8, to_u8(a + b))
BOTH(v8hi, v16hi, paddusw, u16, to_u16(a + b))
BOTH(v16qi, v32qi, psubusb, u8, to_u8(a - b))
BOTH(v8hi, v16hi, psubusw, u16, to_u16(a - b))
BOTH(v16qi, v32qi, pavgb, u8, (a + b + 1) >> 1)
BOTH(v8hi, v16hi, pavgw, u16, (a + b + 1) >> 1)
BOTH(v16qi, v32qi, pmaxub, u8, a > b ? a : b)
BOTH(v16qi, v32qi, pminub, u8, a < b ? a : b)
BOTH(v16qi, v32qi, pmaxsb, wide, a > b ? a : b)
BOTH(v16qi, v32qi, pminsb, wide, a < b ? a : b)
BOTH(v8hi, v16hi, pmaxsw, wide, a > b ? a : b)
BOTH(v8hi, v16hi, pminsw, wide, a < b ? a : b)
BOTH(v8hi, v16hi, pmaxuw, u16, a > b ? a : b)
BOTH(v8hi, v16hi, pminuw, u16, a < b ? a : b)
BOTH(v4si, v8si, pmaxsd, wide, a > b ? a : b)
BOTH(v4si, v8si, pminsd, wide, a < b ? a : b)
BOTH(v4si, v8si, pmaxud, u32, a > b ? a : b)
BOTH(v4si, v8si, pminud, u32, a < b ? a : b)
BOTH(v8hi, v16hi, pmulhw, wide, a * b >> 16)
BOTH(v8hi, v16hi, pmulhuw, u16, a * b >> 16)
BOTH(v8hi, v16hi, pmulhrsw, wide, (a * b >> 14) + 1 >> 1)
BOTH(v16qi, v32qi, psignb, wide, b < 0 ? -a : b == 0 ? 0 : a)
BOTH(v8hi, v16hi, psignw, wide, b < 0 ? -a : b == 0 ? 0 : a)
BOTH(v4si, v8si, psignd, wide, b < 0 ? -a : b == 0 ? 0 : a)

#define ABSOLUTE(V, name)                                                                                              \
    IA32(V, name, (V a))                                                                                               \
    {                                                                                                                  \
        return make<V>([&](int i) { return a[i] < 0 ? -(wide)a[i] : (wide)a[i]; });                                    \
    }
ABSOLUTE(v16qi, pabsb128)
ABSOLUTE(v8hi, pabsw128)
ABSOLUTE(v4si, pabsd128)
ABSOLUTE(v32qi, pabsb256)
ABSOLUTE(v16hi, pabsw256)
ABSOLUTE(v8si, pabsd256)

/* Products and sums of neighbours. */
#define MIXED(V, Q, name, from, expression)                                                                            \
    IA32(V, name, (Q a, Q b))                                                                                          \
    {                                                                                                                  \
        return make<V>([&](int i) { return expression; });                                                             \
    }
MIXED(v2di, v4si, pmuludq128, , (uwide)(u32)a[2 * i] * (u32)b[2 * i])
MIXED(v4di, v8si, pmuludq256, , (uwide)(u32)a[2 * i] * (u32)b[2 * i])
MIXED(v2di, v4si, pmuldq128, , (wide)a[2 * i] * b[2 * i])
MIXED(v4di, v8si, pmuldq256, , (wide)a[2 * i] * b[2 * i])
MIXED(v4si, v8hi, pmaddwd128, , (wide)a[2 * i] * b[2 * i] + (wide)a[2 * i + 1] * b[2 * i + 1])
MIXED(v8si, v16hi, pmaddwd256, , (wide)a[2 * i] * b[2 * i] + (wide)a[2 * i + 1] * b[2 * i + 1])
MIXED(v8hi, v16qi, pmaddubsw128, , s16((wide)(u8)a[2 * i] * b[2 * i] + (wide)(u8)a[2 * i + 1] * b[2 * i + 1]))
MIXED(v16hi, v32qi, pmaddubsw256, , s16((wide)(u8)a[2 * i] * b[2 * i] + (wide)(u8)a[2 * i + 1] * b[2 * i + 1]))

template <class V, class Q> static V differences(Q a, Q b)
{
    return make<V>([&](int i) {
        wide sum = 0;
        for (int k = 8 * i; k < 8 * i + 8; k++)
            sum += (u8)a[k] < (u8)b[k] ? (u8)b[k] - (u8)a[k] : (u8)a[k] - (u8)b[k];
        return sum;
    });
}
IA32(v2di, psadbw128, (v16qi a, v16qi b)) { return differences<v2di>(a, b); }
IA32(v4di, psadbw256, (v32qi a, v32qi b)) { return differences<v4di>(a, b); }

/* Sums and differences of pairs: of `a` in the lower part of each half, of `b` in the upper one. */
template <class V, class F> static V pairs(V a, V b, F of)
{
    constexpr int n = half<V> / 2;
    return make<V>([&](int i) {
        const V &from = i % half<V> < n ? a : b;
        const int at = i / half<V> * half<V> + 2 * (i % n);
        return of(from[at], from[at + 1]);
    });
}
#define PAIRS(V, name, type, ...)                                                                                      \
    IA32(V, name, (V a_, V b_))                                                                                        \
    {                                                                                                                  \
        return pairs(a_, b_, [](type a, type b) { return __VA_ARGS__; });                                              \
    }
PAIRS(v8hi, phaddw128, wide, (short)(a + b))
PAIRS(v16hi, phaddw256, wide, (short)(a + b))
PAIRS(v4si, phaddd128, wide, (int)(a + b))
PAIRS(v8si, phaddd256, wide, (int)(a + b))
PAIRS(v8hi, phaddsw128, wide, s16(a + b))
PAIRS(v16hi, phaddsw256, wide, s16(a + b))
PAIRS(v8hi, phsubw128, wide, (short)(a - b))
PAIRS(v16hi, phsubw256, wide, (short)(a - b))
PAIRS(v4si, phsubd128, wide, (int)(a - b))
PAIRS(v8si, phsubd256, wide, (int)(a - b))
PAIRS(v8hi, phsubsw128, wide, s16(a - b))
PAIRS(v16hi, phsubsw256, wide, s16(a - b))
PAIRS(v4sf, haddps, float, a + b)
PAIRS(v8sf, haddps256, float, a + b)
PAIRS(v2df, haddpd, double, a + b)
PAIRS(v4df, haddpd256, double, a + b)
PAIRS(v4sf, hsubps, float, a - b)
PAIRS(v8sf, hsubps256, float, a - b)
PAIRS(v2df, hsubpd, double, a - b)
PAIRS(v4df, hsubpd256, double, a - b)

#define ALTERNATING(V, name)                                                                                           \
    IA32(V, name, (V a, V b))                                                                                          \
    {                                                                                                                  \
        return make<V>([&](int i) { return i % 2 ? a[i] + b[i] : a[i] - b[i]; });                                      \
    }
ALTERNATING(v4sf, addsubps)
ALTERNATING(v2df, addsubpd)
ALTERNATING(v8sf, addsubps256)
ALTERNATING(v4df, addsubpd256)

/* Packing, unpacking, shuffles. */
template <class V, class Q, class F> static V packed(Q a, Q b, F to)
{
    return make<V>([&](int i) {
        const int in = i % half<V>;
        const Q &from = in < half<Q> ? a : b;
        return to(from[i / half<V> * half<Q> + in % half<Q>]);
    });
}
IA32(v16qi, packsswb128, (v8hi a, v8hi b)) { return packed<v16qi>(a, b, s8); }
IA32(v32qi, packsswb256, (v16hi a, v16hi b)) { return packed<v32qi>(a, b, s8); }
IA32(v8hi, packssdw128, (v4si a, v4si b)) { return packed<v8hi>(a, b, s16); }
IA32(v16hi, packssdw256, (v8si a, v8si b)) { return packed<v16hi>(a, b, s16); }
IA32(v16qi, packuswb128, (v8hi a, v8hi b)) { return packed<v16qi>(a, b, to_u8); }
IA32(v32qi, packuswb256, (v16hi a, v16hi b)) { return packed<v32qi>(a, b, to_u8); }
IA32(v8hi, packusdw128, (v4si a, v4si b)) { return packed<v8hi>(a, b, to_u16); }
IA32(v16hi, packusdw256, (v8si a, v8si b)) { return packed<v16hi>(a, b, to_u16); }

template <class V> static V unpacked(V a, V b, bool high)
{
    return make<V>([&](int i) {
        const int at = i / half<V> * half<V> + i % half<V> / 2 + (high ? half<V> / 2 : 0);
        return i % 2 ? b[at] : a[at];
    });
}
#define UNPACKED(V, low, high)                                                                                         \
    IA32(V, low, (V a, V b)) { return unpacked(a, b, false); }                                                         \
    IA32(V, high, (V a, V b)) { return unpacked(a, b, true); }
UNPACKED(v16qi, punpcklbw128, punpckhbw128)
UNPACKED(v32qi, punpcklbw256, punpckhbw256)
UNPACKED(v8hi, punpcklwd128, punpckhwd128)
UNPACKED(v16hi, punpcklwd256, punpckhwd256)
UNPACKED(v4si, punpckldq128, punpckhdq128)
UNPACKED(v8si, punpckldq256, punpckhdq256)
UNPACKED(v2di, punpcklqdq128, punpckhqdq128)
UNPACKED(v4di, punpcklqdq256, punpckhqdq256)
UNPACKED(v4sf, unpcklps, unpckhps)
UNPACKED(v8sf, unpcklps256, unpckhps256)
UNPACKED(v2df, unpcklpd, unpckhpd)
UNPACKED(v4df, unpcklpd256, unpckhpd256)

#define CHOSEN(V, name, ...)                                                                                           \
    IA32(V, name, (V a, int n))                                                                                        \
    {                                                                                                                  \
        return make<V>([&](int i) {                                                                                    \
            const int in = i % half<V>, start = i - in;                                                                \
            (void)start, (void)in;                                                                                     \
            return a[__VA_ARGS__];                                                                                     \
        });                                                                                                            \
    }
CHOSEN(v4si, pshufd, start + (n >> 2 * in & 3))
CHOSEN(v8si, pshufd256, start + (n >> 2 * in & 3))
CHOSEN(v8hi, pshuflw, in < 4 ? start + (n >> 2 * in & 3) : i)
CHOSEN(v16hi, pshuflw256, in < 4 ? start + (n >> 2 * in & 3) : i)
CHOSEN(v8hi, pshufhw, in < 4 ? i : start + 4 + (n >> 2 * (in - 4) & 3))
CHOSEN(v16hi, pshufhw256, in < 4 ? i : start + 4 + (n >> 2 * (in - 4) & 3))
CHOSEN(v4sf, vpermilps, start + (n >> 2 * in & 3))
CHOSEN(v8sf, vpermilps256, start + (n >> 2 * in & 3))
CHOSEN(v2df, vpermilpd, start + (n >> i & 1))
CHOSEN(v4df, vpermilpd256, start + (n >> i & 1))
CHOSEN(v4di, permdi256, n >> 2 * i & 3)
CHOSEN(v4df, permdf256, n >> 2 * i & 3)

template <class V> static V of_two(V a, V b, int n, int width)
{
    return make<V>([&](int i) {
        const int in = i % half<V>, start = i - in, at = n >> (width == 2 ? 2 * in : i) & (width == 2 ? 3 : 1);
        return in < half<V> / 2 ? a[start + at] : b[start + at];
    });
}
IA32(v4sf, shufps, (v4sf a, v4sf b, int n)) { return of_two(a, b, n, 2); }
IA32(v8sf, shufps256, (v8sf a, v8sf b, int n)) { return of_two(a, b, n, 2); }
IA32(v2df, shufpd, (v2df a, v2df b, int n)) { return of_two(a, b, n, 1); }
IA32(v4df, shufpd256, (v4df a, v4df b, int n)) { return of_two(a, b, n, 1); }

template <class V> static V shuffled(V a, V b)
{
    return make<V>([&](int i) { return b[i] < 0 ? 0 : a[i / 16 * 16 + (b[i] & 15)]; });
}
IA32(v16qi, pshufb128, (v16qi a, v16qi b)) { return shuffled(a, b); }
IA32(v32qi, pshufb256, (v32qi a, v32qi b)) { return shuffled(a, b); }
IA32(v8si, permvarsi256, (v8si a, v8si b)) { return make<v8si>([&](int i) { return a[b[i] & 7]; }); }
IA32(v8sf, permvarsf256, (v8sf a, v8si b)) { return make<v8sf>([&](int i) { return a[b[i] & 7]; }); }

template <class V> static V aligned(V a, V b, int n)
{
    return make<V>([&](int i) {
        const int in = i % 16 + n, start = i / 16 * 16;
        return in < 16 ? b[start + in] : in < 32 ? a[start + in - 16] : (signed char)0;
    });
}
IA32(v2di, palignr128, (v2di a, v2di b, int n))
{
    return bits<v2di>(aligned(bits<v16qi>(a), bits<v16qi>(b), (n & 2047) / 8));
}
IA32(v4di, palignr256, (v4di a, v4di b, int n))
{
    return bits<v4di>(aligned(bits<v32qi>(a), bits<v32qi>(b), (n & 2047) / 8));
}

/* Shifts. What is shifted out altogether leaves zeros, or signs. */
template <class V, class U> static V left(V a, uwide by)
{
    return make<V>([&](int i) { return by < 8 * sizeof(U) ? (U)((U)a[i] << by) : (U)0; });
}
template <class V, class U> static V right(V a, uwide by)
{
    return make<V>([&](int i) { return by < 8 * sizeof(U) ? (U)((U)a[i] >> by) : (U)0; });
}
template <class V> static V right_signed(V a, uwide by)
{
    const uwide most = 8 * sizeof(a[0]) - 1;
    return make<V>([&](int i) { return a[i] >> (by < most ? by : most); });
}
#define SHIFTS(V, C, U, s, size)                                                                                       \
    IA32(V, psll##s##size, (V a, C n)) { return left<V, U>(a, bits<v2di>(n)[0]); }                                     \
    IA32(V, psll##s##i##size, (V a, int n)) { return left<V, U>(a, (u32)n); }                                          \
    IA32(V, psrl##s##size, (V a, C n)) { return right<V, U>(a, bits<v2di>(n)[0]); }                                    \
    IA32(V, psrl##s##i##size, (V a, int n)) { return right<V, U>(a, (u32)n); }
#define SIGNED_SHIFTS(V, C, s, size)                                                                                   \
    IA32(V, psra##s##size, (V a, C n)) { return right_signed(a, bits<v2di>(n)[0]); }                                   \
    IA32(V, psra##s##i##size, (V a, int n)) { return right_signed(a, (u32)n); }
SHIFTS(v8hi, v8hi, u16, w, 128)
SHIFTS(v4si, v4si, u32, d, 128)
SHIFTS(v2di, v2di, uwide, q, 128)
SHIFTS(v16hi, v8hi, u16, w, 256)
SHIFTS(v8si, v4si, u32, d, 256)
SHIFTS(v4di, v2di, uwide, q, 256)
SIGNED_SHIFTS(v8hi, v8hi, w, 128)
SIGNED_SHIFTS(v4si, v4si, d, 128)
SIGNED_SHIFTS(v16hi, v8hi, w, 256)
SIGNED_SHIFTS(v8si, v4si, d, 256)

#define OWN_SHIFTS(V, U, name)                                                                                         \
    IA32(V, psllv##name, (V a, V n))                                                                                   \
    {                                                                                                                  \
        return make<V>([&](int i) { return (U)n[i] < 8 * sizeof(U) ? (U)((U)a[i] << (U)n[i]) : (U)0; });               \
    }                                                                                                                  \
    IA32(V, psrlv##name, (V a, V n))                                                                                   \
    {                                                                                                                  \
        return make<V>([&](int i) { return (U)n[i] < 8 * sizeof(U) ? (U)((U)a[i] >> (U)n[i]) : (U)0; });               \
    }
OWN_SHIFTS(v4si, u32, 4si)
OWN_SHIFTS(v8si, u32, 8si)
OWN_SHIFTS(v2di, uwide, 2di)
OWN_SHIFTS(v4di, uwide, 4di)
IA32(v4si, psrav4si, (v4si a, v4si n))
{
    return make<v4si>([&](int i) { return a[i] >> ((u32)n[i] < 31 ? n[i] : 31); });
}
IA32(v8si, psrav8si, (v8si a, v8si n))
{
    return make<v8si>([&](int i) { return a[i] >> ((u32)n[i] < 31 ? n[i] : 31); });
}

template <class V> static V bytes_left(V a, int n)
{
    return make<V>([&](int i) { return i % 16 >= n ? a[i - n] : (signed char)0; });
}
template <class V> static V bytes_right(V a, int n)
{
    return make<V>([&](int i) { return i % 16 + n < 16 ? a[i + n] : (signed char)0; });
}
IA32(v2di, pslldqi128, (v2di a, int n)) { return bits<v2di>(bytes_left(bits<v16qi>(a), (n & 2047) / 8)); }
IA32(v2di, psrldqi128, (v2di a, int n)) { return bits<v2di>(bytes_right(bits<v16qi>(a), (n & 2047) / 8)); }
IA32(v4di, pslldqi256, (v4di a, int n)) { return bits<v4di>(bytes_left(bits<v32qi>(a), (n & 2047) / 8)); }
IA32(v4di, psrldqi256, (v4di a, int n)) { return bits<v4di>(bytes_right(bits<v32qi>(a), (n & 2047) / 8)); }

/* Signs, tests, blends. */
template <class V> static int signs(V a)
{
    u32 found = 0;
    for (int i = 0; i < count<V>; i++)
        found |= (u32)(a[i] < 0) << i;
    return (int)found;
}
IA32(int, pmovmskb128, (v16qi a)) { return signs(a); }
IA32(int, pmovmskb256, (v32qi a)) { return signs(a); }
IA32(int, movmskps, (v4sf a)) { return signs(bits<v4si>(a)); }
IA32(int, movmskps256, (v8sf a)) { return signs(bits<v8si>(a)); }
IA32(int, movmskpd, (v2df a)) { return signs(bits<v2di>(a)); }
IA32(int, movmskpd256, (v4df a)) { return signs(bits<v4di>(a)); }

template <class V> static bool is_zero(V a)
{
    for (int i = 0; i < count<V>; i++)
        if (a[i])
            return false;
    return true;
}
#define TESTS(V, size)                                                                                                 \
    IA32(int, ptestz##size, (V a, V b)) { return is_zero(a & b); }                                                     \
    IA32(int, ptestc##size, (V a, V b)) { return is_zero(~a & b); }                                                    \
    IA32(int, ptestnzc##size, (V a, V b)) { return !is_zero(a & b) && !is_zero(~a & b); }
TESTS(v2di, 128)
TESTS(v4di, 256)

template <class V, class M> static V blended(V a, V b, M takes_second)
{
    return make<V>([&](int i) { return takes_second(i) ? b[i] : a[i]; });
}
#define BLENDS(V, name, type, test)                                                                                    \
    IA32(V, name, (V a, V b, type n)) { return blended(a, b, [&](int i) { return (test) != 0; }); }
BLENDS(v8hi, pblendw128, int, n >> i & 1)
BLENDS(v16hi, pblendw256, int, n >> i % 8 & 1)
BLENDS(v4si, pblendd128, int, n >> i & 1)
BLENDS(v8si, pblendd256, int, n >> i & 1)
BLENDS(v4sf, blendps, int, n >> i & 1)
BLENDS(v8sf, blendps256, int, n >> i & 1)
BLENDS(v2df, blendpd, int, n >> i & 1)
BLENDS(v4df, blendpd256, int, n >> i & 1)
BLENDS(v16qi, pblendvb128, v16qi, n[i] < 0)
BLENDS(v32qi, pblendvb256, v32qi, n[i] < 0)
BLENDS(v4sf, blendvps, v4sf, bits<v4si>(n)[i] < 0)
BLENDS(v8sf, blendvps256, v8sf, bits<v8si>(n)[i] < 0)
BLENDS(v2df, blendvpd, v2df, bits<v2di>(n)[i] < 0)
BLENDS(v4df, blendvpd256, v4df, bits<v4di>(n)[i] < 0)

/* Wider lanes, single lanes, halves. */
#define WIDENED(To, From, name, U)                                                                                     \
    IA32(To, name, (From a)) { return make<To>([&](int i) { return (U)a[i]; }); }
WIDENED(v8hi, v16qi, pmovsxbw128, wide)
WIDENED(v4si, v16qi, pmovsxbd128, wide)
WIDENED(v2di, v16qi, pmovsxbq128, wide)
WIDENED(v4si, v8hi, pmovsxwd128, wide)
WIDENED(v2di, v8hi, pmovsxwq128, wide)
WIDENED(v2di, v4si, pmovsxdq128, wide)
WIDENED(v8hi, v16qi, pmovzxbw128, u8)
WIDENED(v4si, v16qi, pmovzxbd128, u8)
WIDENED(v2di, v16qi, pmovzxbq128, u8)
WIDENED(v4si, v8hi, pmovzxwd128, u16)
WIDENED(v2di, v8hi, pmovzxwq128, u16)
WIDENED(v2di, v4si, pmovzxdq128, u32)
WIDENED(v16hi, v16qi, pmovsxbw256, wide)
WIDENED(v8si, v16qi, pmovsxbd256, wide)
WIDENED(v4di, v16qi, pmovsxbq256, wide)
WIDENED(v8si, v8hi, pmovsxwd256, wide)
WIDENED(v4di, v8hi, pmovsxwq256, wide)
WIDENED(v4di, v4si, pmovsxdq256, wide)
WIDENED(v16hi, v16qi, pmovzxbw256, u8)
WIDENED(v8si, v16qi, pmovzxbd256, u8)
WIDENED(v4di, v16qi, pmovzxbq256, u8)
WIDENED(v8si, v8hi, pmovzxwd256, u16)
WIDENED(v4di, v8hi, pmovzxwq256, u16)
WIDENED(v4di, v4si, pmovzxdq256, u32)

#define LANE(V, T, name, index)                                                                                        \
    IA32(T, vec_ext_##name, (V a, int n)) { return a[n & index]; }                                                     \
    IA32(V, vec_set_##name, (V a, T value, int n)) { a[n & index] = value; return a; }
LANE(v16qi, char, v16qi, 15)
LANE(v8hi, short, v8hi, 7)
LANE(v4si, int, v4si, 3)
LANE(v2di, long long, v2di, 1)
LANE(v4sf, float, v4sf, 3)

template <class H, class V> static H half_of(V a, int n)
{
    return make<H>([&](int i) { return a[i + (n & 1) * count<H>]; });
}
template <class V, class H> static V with_half(V a, H b, int n)
{
    return make<V>([&](int i) { return i / count<H> == (n & 1) ? b[i % count<H>] : a[i]; });
}
template <class V> static V of_halves(V a, V b, int n)
{
    return make<V>([&](int i) {
        const int how = n >> (i < half<V> ? 0 : 4) & 15, at = i % half<V> + (how & 1 ? half<V> : 0);
        return how & 8 ? V{}[0] : how & 2 ? b[at] : a[at];
    });
}
IA32(v2di, extract128i256, (v4di a, int n)) { return half_of<v2di>(a, n); }
IA32(v4di, insert128i256, (v4di a, v2di b, int n)) { return with_half(a, b, n); }
IA32(v4di, permti256, (v4di a, v4di b, int n)) { return of_halves(a, b, n); }
#define HALVES(V, H, s)                                                                                                \
    IA32(H, vextractf128_##s##256, (V a, int n)) { return half_of<H>(a, n); }                                          \
    IA32(V, vinsertf128_##s##256, (V a, H b, int n)) { return with_half(a, b, n); }                                    \
    IA32(V, vperm2f128_##s##256, (V a, V b, int n)) { return of_halves(a, b, n); }
HALVES(v8sf, v4sf, ps)
HALVES(v4df, v2df, pd)
HALVES(v8si, v4si, si)

/* The upper half has no value. Natively it is what the register had. */
#define CASTS(V, H, s)                                                                                                 \
    IA32(H, s##_##s##256, (V a)) { return half_of<H>(a, 0); }                                                          \
    IA32(V, s##256_##s, (H a)) { return with_half(V{}, a, 0); }
CASTS(v8sf, v4sf, ps)
CASTS(v4df, v2df, pd)
CASTS(v8si, v4si, si)

#define BROADCAST(V, From, name) IA32(V, name, (From a)) { return make<V>([&](int) { return a[0]; }); }
BROADCAST(v16qi, v16qi, pbroadcastb128)
BROADCAST(v32qi, v16qi, pbroadcastb256)
BROADCAST(v8hi, v8hi, pbroadcastw128)
BROADCAST(v16hi, v8hi, pbroadcastw256)
BROADCAST(v4si, v4si, pbroadcastd128)
BROADCAST(v8si, v4si, pbroadcastd256)
BROADCAST(v2di, v2di, pbroadcastq128)
BROADCAST(v4di, v2di, pbroadcastq256)
BROADCAST(v4sf, v4sf, vbroadcastss_ps)
BROADCAST(v8sf, v4sf, vbroadcastss_ps256)
BROADCAST(v4df, v2df, vbroadcastsd_pd256)
IA32(v4di, vbroadcastsi256, (v2di a)) { return make<v4di>([&](int i) { return a[i % 2]; }); }
IA32(v4sf, vbroadcastss, (const float *p)) { return make<v4sf>([&](int) { return *p; }); }
IA32(v8sf, vbroadcastss256, (const float *p)) { return make<v8sf>([&](int) { return *p; }); }
IA32(v4df, vbroadcastsd256, (const double *p)) { return make<v4df>([&](int) { return *p; }); }
IA32(v8sf, vbroadcastf128_ps256, (const v4sf *p)) { return make<v8sf>([&](int i) { return (*p)[i % 4]; }); }
IA32(v4df, vbroadcastf128_pd256, (const v2df *p)) { return make<v4df>([&](int i) { return (*p)[i % 2]; }); }

/* Moves between lanes and memory. */
IA32(v4sf, movhlps, (v4sf a, v4sf b)) { return v4sf{b[2], b[3], a[2], a[3]}; }
IA32(v4sf, movlhps, (v4sf a, v4sf b)) { return v4sf{a[0], a[1], b[0], b[1]}; }
IA32(v4sf, movshdup, (v4sf a)) { return make<v4sf>([&](int i) { return a[i | 1]; }); }
IA32(v4sf, movsldup, (v4sf a)) { return make<v4sf>([&](int i) { return a[i & ~1]; }); }
IA32(v8sf, movshdup256, (v8sf a)) { return make<v8sf>([&](int i) { return a[i | 1]; }); }
IA32(v8sf, movsldup256, (v8sf a)) { return make<v8sf>([&](int i) { return a[i & ~1]; }); }
IA32(v4df, movddup256, (v4df a)) { return make<v4df>([&](int i) { return a[i & ~1]; }); }
IA32(v2di, movq128, (v2di a)) { return v2di{a[0], 0}; }
IA32(v4sf, loadhps, (v4sf a, const v2sf *p)) { return v4sf{a[0], a[1], (*p)[0], (*p)[1]}; }
IA32(v4sf, loadlps, (v4sf a, const v2sf *p)) { return v4sf{(*p)[0], (*p)[1], a[2], a[3]}; }
IA32(void, storehps, (v2sf *p, v4sf a)) { *p = v2sf{a[2], a[3]}; }
IA32(void, storelps, (v2sf *p, v4sf a)) { *p = v2sf{a[0], a[1]}; }
IA32(v2df, loadhpd, (v2df a, const double *p)) { return v2df{a[0], *p}; }
IA32(v2df, loadlpd, (v2df a, const double *p)) { return v2df{*p, a[1]}; }
IA32(v16qi, lddqu, (const char *p)) { return load<v16qi>(p); }
IA32(v32qi, lddqu256, (const char *p)) { return load<v32qi>(p); }
IA32(void, movnti, (int *p, int value)) { *p = value; }
IA32(void, movnti64, (long long *p, long long value)) { *p = value; }
IA32(void, movntdq, (v2di *p, v2di a)) { *p = a; }
IA32(void, movntdq256, (v4di *p, v4di a)) { *p = a; }
IA32(void, movntps, (float *p, v4sf a)) { memcpy(p, &a, sizeof a); }
IA32(void, movntpd, (double *p, v2df a)) { memcpy(p, &a, sizeof a); }
IA32(void, movntps256, (float *p, v8sf a)) { memcpy(p, &a, sizeof a); }
IA32(void, movntpd256, (double *p, v4df a)) { memcpy(p, &a, sizeof a); }
IA32(v2di, movntdqa, (v2di *p)) { return *p; }
IA32(v4di, movntdqa256, (v4di *p)) { return *p; }
IA32(void, maskmovdqu, (v16qi a, v16qi n, char *p))
{
    for (int i = 0; i < 16; i++)
        if (n[i] < 0)
            p[i] = a[i];
}
#define MASKED(V, I, load, store)                                                                                      \
    IA32(V, load, (const V *p, I n))                                                                                   \
    {                                                                                                                  \
        const __typeof__(V{}[0] + 0) *from = (const __typeof__(V{}[0] + 0) *)p;                                        \
        return make<V>([&](int i) { return n[i] < 0 ? from[i] : 0; });                                                 \
    }                                                                                                                  \
    IA32(void, store, (V * p, I n, V a))                                                                               \
    {                                                                                                                  \
        __typeof__(V{}[0] + 0) *to = (__typeof__(V{}[0] + 0) *)p;                                                      \
        for (int i = 0; i < count<V>; i++)                                                                             \
            if (n[i] < 0)                                                                                              \
                to[i] = a[i];                                                                                          \
    }
MASKED(v4sf, v4si, maskloadps, maskstoreps)
MASKED(v8sf, v8si, maskloadps256, maskstoreps256)
MASKED(v2df, v2di, maskloadpd, maskstorepd)
MASKED(v4df, v4di, maskloadpd256, maskstorepd256)
MASKED(v4si, v4si, maskloadd, maskstored)
MASKED(v8si, v8si, maskloadd256, maskstored256)
MASKED(v2di, v2di, maskloadq, maskstoreq)
MASKED(v4di, v4di, maskloadq256, maskstoreq256)

/* CRC-32C, of the lowest bit first. */
static u32 crc(u32 sum, uwide value, int bytes)
{
    for (int i = 0; i < 8 * bytes; i++, value >>= 1)
        sum = sum >> 1 ^ ((sum ^ (u32)value) & 1 ? 0x82f63b78u : 0);
    return sum;
}
IA32(u32, crc32qi, (u32 sum, u8 value)) { return crc(sum, value, 1); }
IA32(u32, crc32hi, (u32 sum, u16 value)) { return crc(sum, value, 2); }
IA32(u32, crc32si, (u32 sum, u32 value)) { return crc(sum, value, 4); }
IA32(uwide, crc32di, (uwide sum, uwide value)) { return crc((u32)sum, value, 8); }
