/* math.h: functions that take a long double apart, and remainders with the last bits of the quotient. */

int ilogbl(long double);
long double scalbnl(long double, int);
long double truncl(long double);
long double copysignl(long double, long double);
long double fabsl(long double);
long double fmodl(long double, long double);
long double remainderl(long double, long double);
long double lgammal(long double);
long double floorl(long double);

static int is_finite(long double x)
{
    return x - x == 0;
}

long double frexpl(long double x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || !is_finite(x))
        return x;
    *exponent = ilogbl(x) + 1;
    return scalbnl(x, -*exponent);
}

long double modfl(long double x, long double *whole)
{
    *whole = truncl(x);
    return copysignl(x - *whole == 0 || !is_finite(x) ? (x == x ? 0 : x) : x - *whole, x);
}

/* Eight divisors more or less leave the last three bits of the quotient as they are, and every step is exact. */
static int last_bits(long double x, long double y)
{
    if (x != x || y != y || y == 0 || !is_finite(x) || !is_finite(y))
        return 0;
    int bits = 0, negative = (x < 0) != (y < 0);
    x = fabsl(x);
    y = fabsl(y);
    if (is_finite(8 * y))
        x = fmodl(x, 8 * y);
    for (int power = 4; power > 0; power /= 2)
        if (is_finite(power * y) && x >= power * y) {
            x -= power * y;
            bits += power;
        }
    /* The nearest multiple, and of two the even one. */
    if (x > y - x || (x == y - x && bits % 2 == 1))
        bits++;
    bits &= 7;
    return negative ? -bits : bits;
}

long double remquol(long double x, long double y, int *bits)
{
    *bits = last_bits(x, y);
    return remainderl(x, y);
}

double remquo(double x, double y, int *bits)
{
    *bits = last_bits(x, y);
    return remainderl(x, y);
}

float remquof(float x, float y, int *bits)
{
    *bits = last_bits(x, y);
    return remainderl(x, y);
}

/* The sign of the gamma function changes between negative integers. */
long double lgammal_r(long double x, int *sign)
{
    long double below = floorl(x);
    *sign = x < 0 && x != below && fmodl(below, 2) != 0 ? -1 : 1;
    return lgammal(x);
}
