/* Vector instructions of x86 on floating-point numbers, as `vectors.cc` has those on integers. Deliberately absent:
   approximations (rcpps, rsqrtps), dot products. */

#include "vectors.h"

extern "C" double rint(double), floor(double), ceil(double), trunc(double), sqrt(double);
extern "C" float sqrtf(float);

namespace {

int whole(double value)
{
    return value >= -2147483648.0 && value < 2147483648.0 ? (int)value : INT_MIN;
}

wide whole64(double value)
{
    return value >= -9223372036854775808.0 && value < 9223372036854775808.0 ? (wide)value : LLONG_MIN;
}

double rounded(double value, int how)
{
    switch (how & 7) {
    case 0:
        return rint(value);
    case 1:
        return floor(value);
    case 2:
        return ceil(value);
    case 3:
        return trunc(value);
    default:
        return rint(value);
    }
}

} // namespace

/* Numbers with a point: the lowest lane alone, or all. */
#define SCALAR(V, name, expression)                                                                                    \
    IA32(V, name, (V a, V b)) { a[0] = expression; return a; }
#define SCALARS(V, s)                                                                                                  \
    SCALAR(V, add##s, a[0] + b[0])                                                                                     \
    SCALAR(V, sub##s, a[0] - b[0])                                                                                     \
    SCALAR(V, mul##s, a[0] * b[0])                                                                                     \
    SCALAR(V, div##s, a[0] / b[0])                                                                                     \
    SCALAR(V, min##s, a[0] < b[0] ? a[0] : b[0])                                                                       \
    SCALAR(V, max##s, a[0] > b[0] ? a[0] : b[0])
SCALARS(v4sf, ss)
SCALARS(v2df, sd)
IA32(v4sf, movss, (v4sf a, v4sf b)) { a[0] = b[0]; return a; }
IA32(v2df, movsd, (v2df a, v2df b)) { a[0] = b[0]; return a; }
IA32(v4sf, sqrtss, (v4sf a)) { a[0] = sqrtf(a[0]); return a; }
IA32(v2df, sqrtsd, (v2df a)) { a[0] = sqrt(a[0]); return a; }

#define FLOATS(V, s, root)                                                                                             \
    IA32(V, min##s, (V a, V b)) { return make<V>([&](int i) { return a[i] < b[i] ? a[i] : b[i]; }); }                  \
    IA32(V, max##s, (V a, V b)) { return make<V>([&](int i) { return a[i] > b[i] ? a[i] : b[i]; }); }                  \
    IA32(V, sqrt##s, (V a)) { return make<V>([&](int i) { return root(a[i]); }); }
FLOATS(v4sf, ps, sqrtf)
FLOATS(v2df, pd, sqrt)
FLOATS(v8sf, ps256, sqrtf)
FLOATS(v4df, pd256, sqrt)

#define LOGIC(V, I, s)                                                                                                 \
    IA32(V, and##s, (V a, V b)) { return bits<V>(bits<I>(a) & bits<I>(b)); }                                           \
    IA32(V, andn##s, (V a, V b)) { return bits<V>(~bits<I>(a) & bits<I>(b)); }                                         \
    IA32(V, or##s, (V a, V b)) { return bits<V>(bits<I>(a) | bits<I>(b)); }                                            \
    IA32(V, xor##s, (V a, V b)) { return bits<V>(bits<I>(a) ^ bits<I>(b)); }
LOGIC(v4sf, v4si, ps)
LOGIC(v2df, v2di, pd)
LOGIC(v8sf, v8si, ps256)
LOGIC(v4df, v4di, pd256)
IA32(v2di, pandn128, (v2di a, v2di b)) { return ~a & b; }
IA32(v4di, andnotsi256, (v4di a, v4di b)) { return ~a & b; }

static bool compared(double a, double b, int how)
{
    const bool unordered = __builtin_isnan(a) || __builtin_isnan(b);
    bool is = false;
    switch (how & 7) {
    case 0:
        is = !unordered && a == b;
        return how & 8 ? is || unordered : is;
    case 1:
        is = !unordered && a < b;
        break;
    case 2:
        is = !unordered && a <= b;
        break;
    case 3:
        return how & 8 ? false : unordered;
    case 4:
        return how & 8 ? !unordered && a != b : unordered || a != b;
    case 5:
        return how & 8 ? !unordered && a >= b : unordered || !(a < b);
    case 6:
        return how & 8 ? !unordered && a > b : unordered || !(a <= b);
    default:
        return how & 8 ? true : !unordered;
    }
    /* 9 and 10: not greater or equal, not greater. */
    if (how & 8)
        return how & 1 ? unordered || !(a >= b) : unordered || !(a > b);
    return is;
}
template <class V, class I> static V masks(V a, V b, int how)
{
    return bits<V>(make<I>([&](int i) { return compared(a[i], b[i], how) ? -1 : 0; }));
}
template <class V, class I> static V mask(V a, V b, int how)
{
    I made = bits<I>(a);
    made[0] = compared(a[0], b[0], how) ? -1 : 0;
    return bits<V>(made);
}
#define COMPARED(V, I, s, all)                                                                                         \
    IA32(V, cmpeq##s, (V a, V b)) { return all<V, I>(a, b, 0); }                                                       \
    IA32(V, cmplt##s, (V a, V b)) { return all<V, I>(a, b, 1); }                                                       \
    IA32(V, cmple##s, (V a, V b)) { return all<V, I>(a, b, 2); }                                                       \
    IA32(V, cmpunord##s, (V a, V b)) { return all<V, I>(a, b, 3); }                                                    \
    IA32(V, cmpneq##s, (V a, V b)) { return all<V, I>(a, b, 4); }                                                      \
    IA32(V, cmpnlt##s, (V a, V b)) { return all<V, I>(a, b, 5); }                                                      \
    IA32(V, cmpnle##s, (V a, V b)) { return all<V, I>(a, b, 6); }                                                      \
    IA32(V, cmpord##s, (V a, V b)) { return all<V, I>(a, b, 7); }                                                      \
    IA32(V, cmp##s, (V a, V b, int n)) { return all<V, I>(a, b, n & 15); }
#define COMPARED_GREATER(V, I, s)                                                                                      \
    IA32(V, cmpgt##s, (V a, V b)) { return masks<V, I>(a, b, 14); }                                                    \
    IA32(V, cmpge##s, (V a, V b)) { return masks<V, I>(a, b, 13); }                                                    \
    IA32(V, cmpngt##s, (V a, V b)) { return masks<V, I>(a, b, 10); }                                                   \
    IA32(V, cmpnge##s, (V a, V b)) { return masks<V, I>(a, b, 9); }
COMPARED(v4sf, v4si, ps, masks)
COMPARED(v2df, v2di, pd, masks)
COMPARED(v4sf, v4si, ss, mask)
COMPARED(v2df, v2di, sd, mask)
COMPARED_GREATER(v4sf, v4si, ps)
COMPARED_GREATER(v2df, v2di, pd)
IA32(v8sf, cmpps256, (v8sf a, v8sf b, int n)) { return masks<v8sf, v8si>(a, b, n & 15); }
IA32(v4df, cmppd256, (v4df a, v4df b, int n)) { return masks<v4df, v4di>(a, b, n & 15); }

/* With a NaN only `neq` is true, as documented (GCC before 13 has it otherwise: PR 106113). */
#define ORDERED(V, prefix, s)                                                                                          \
    IA32(int, prefix##eq, (V a, V b)) { return compared(a[0], b[0], 0); }                                              \
    IA32(int, prefix##lt, (V a, V b)) { return compared(a[0], b[0], 1); }                                              \
    IA32(int, prefix##le, (V a, V b)) { return compared(a[0], b[0], 2); }                                              \
    IA32(int, prefix##neq, (V a, V b)) { return compared(a[0], b[0], 4); }                                             \
    IA32(int, prefix##ge, (V a, V b)) { return compared(a[0], b[0], 13); }                                             \
    IA32(int, prefix##gt, (V a, V b)) { return compared(a[0], b[0], 14); }
ORDERED(v4sf, comi, )
ORDERED(v4sf, ucomi, )
ORDERED(v2df, comisd, )
ORDERED(v2df, ucomisd, )

/* Conversions. */
IA32(v4sf, cvtsi2ss, (v4sf a, int b)) { a[0] = b; return a; }
IA32(v4sf, cvtsi642ss, (v4sf a, long long b)) { a[0] = b; return a; }
IA32(v2df, cvtsi2sd, (v2df a, int b)) { a[0] = b; return a; }
IA32(v2df, cvtsi642sd, (v2df a, long long b)) { a[0] = b; return a; }
IA32(int, cvtss2si, (v4sf a)) { return whole(rint(a[0])); }
IA32(long long, cvtss2si64, (v4sf a)) { return whole64(rint(a[0])); }
IA32(int, cvttss2si, (v4sf a)) { return whole(trunc(a[0])); }
IA32(long long, cvttss2si64, (v4sf a)) { return whole64(trunc(a[0])); }
IA32(int, cvtsd2si, (v2df a)) { return whole(rint(a[0])); }
IA32(long long, cvtsd2si64, (v2df a)) { return whole64(rint(a[0])); }
IA32(int, cvttsd2si, (v2df a)) { return whole(trunc(a[0])); }
IA32(long long, cvttsd2si64, (v2df a)) { return whole64(trunc(a[0])); }
IA32(v4sf, cvtsd2ss, (v4sf a, v2df b)) { a[0] = b[0]; return a; }
IA32(v2df, cvtss2sd, (v2df a, v4sf b)) { a[0] = b[0]; return a; }
IA32(v4si, cvtps2dq, (v4sf a)) { return make<v4si>([&](int i) { return whole(rint(a[i])); }); }
IA32(v4si, cvttps2dq, (v4sf a)) { return make<v4si>([&](int i) { return whole(trunc(a[i])); }); }
IA32(v8si, cvtps2dq256, (v8sf a)) { return make<v8si>([&](int i) { return whole(rint(a[i])); }); }
IA32(v8si, cvttps2dq256, (v8sf a)) { return make<v8si>([&](int i) { return whole(trunc(a[i])); }); }
IA32(v4si, cvtpd2dq, (v2df a)) { return v4si{whole(rint(a[0])), whole(rint(a[1])), 0, 0}; }
IA32(v4si, cvttpd2dq, (v2df a)) { return v4si{whole(trunc(a[0])), whole(trunc(a[1])), 0, 0}; }
IA32(v4si, cvtpd2dq256, (v4df a)) { return make<v4si>([&](int i) { return whole(rint(a[i])); }); }
IA32(v4si, cvttpd2dq256, (v4df a)) { return make<v4si>([&](int i) { return whole(trunc(a[i])); }); }
IA32(v4sf, cvtdq2ps, (v4si a)) { return make<v4sf>([&](int i) { return (float)a[i]; }); }
IA32(v8sf, cvtdq2ps256, (v8si a)) { return make<v8sf>([&](int i) { return (float)a[i]; }); }
IA32(v2df, cvtdq2pd, (v4si a)) { return make<v2df>([&](int i) { return (double)a[i]; }); }
IA32(v4df, cvtdq2pd256, (v4si a)) { return make<v4df>([&](int i) { return (double)a[i]; }); }
IA32(v2df, cvtps2pd, (v4sf a)) { return make<v2df>([&](int i) { return (double)a[i]; }); }
IA32(v4df, cvtps2pd256, (v4sf a)) { return make<v4df>([&](int i) { return (double)a[i]; }); }
IA32(v4sf, cvtpd2ps, (v2df a)) { return v4sf{(float)a[0], (float)a[1], 0, 0}; }
IA32(v4sf, cvtpd2ps256, (v4df a)) { return make<v4sf>([&](int i) { return (float)a[i]; }); }

IA32(v4sf, roundps, (v4sf a, int n)) { return make<v4sf>([&](int i) { return (float)rounded(a[i], n); }); }
IA32(v2df, roundpd, (v2df a, int n)) { return make<v2df>([&](int i) { return rounded(a[i], n); }); }
IA32(v8sf, roundps256, (v8sf a, int n)) { return make<v8sf>([&](int i) { return (float)rounded(a[i], n); }); }
IA32(v4df, roundpd256, (v4df a, int n)) { return make<v4df>([&](int i) { return rounded(a[i], n); }); }
IA32(v4sf, roundss, (v4sf a, v4sf b, int n)) { a[0] = (float)rounded(b[0], n); return a; }
IA32(v2df, roundsd, (v2df a, v2df b, int n)) { a[0] = rounded(b[0], n); return a; }
