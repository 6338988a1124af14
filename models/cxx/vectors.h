/* Vectors of x86 and their lanes, for the models of their instructions. */

#pragma once

#include <limits.h>
#include <string.h>

#define VECTOR(name, type, size) typedef type name __attribute__((vector_size(size)))
VECTOR(v16qi, signed char, 16);
VECTOR(v8hi, short, 16);
VECTOR(v4si, int, 16);
VECTOR(v2di, long long, 16);
VECTOR(v4sf, float, 16);
VECTOR(v2df, double, 16);
VECTOR(v2sf, float, 8);
VECTOR(v32qi, signed char, 32);
VECTOR(v16hi, short, 32);
VECTOR(v8si, int, 32);
VECTOR(v4di, long long, 32);
VECTOR(v8sf, float, 32);
VECTOR(v4df, double, 32);

#define IA32(result, name, parameters)                                                                                 \
    extern "C" result ia32_##name parameters asm("__builtin_ia32_" #name);                                             \
    result ia32_##name parameters

namespace {

typedef long long wide;
typedef unsigned long long uwide;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

template <class V> constexpr int count = sizeof(V) / sizeof(V{}[0]);
/* Lanes in each half of 128 bits. */
template <class V> constexpr int half = 16 / sizeof(V{}[0]);

template <class V, class F> V make(F lane)
{
    V made{};
    for (int i = 0; i < count<V>; i++)
        made[i] = lane(i);
    return made;
}

template <class To, class From> To bits(From from)
{
    static_assert(sizeof(To) == sizeof(From), "as many bits");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

template <class T> T load(const void *from)
{
    T value;
    memcpy(&value, from, sizeof value);
    return value;
}

wide clamp(wide value, wide least, wide most)
{
    return value < least ? least : value > most ? most : value;
}

wide s8(wide value) { return clamp(value, -128, 127); }
wide s16(wide value) { return clamp(value, -32768, 32767); }
wide to_u8(wide value) { return clamp(value, 0, 255); }
wide to_u16(wide value) { return clamp(value, 0, 65535); }

} // namespace
