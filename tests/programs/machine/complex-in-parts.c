//@ exit: 0
int main(void)
{
    __complex__ double x;
    __complex__ float y;
    __complex__ char z;
    __real__ x = 1.0;
    __imag__ x = 2.0;
    __imag__ y = 4.0f;
    __real__ y = 3.0f;
    __real__ z = 5;
    __imag__ z = 6;
    return __real__(x * x) == -3.0 && __imag__ y == 4.0f && __real__ z + __imag__ z == 11 ? 0 : 1;
}
