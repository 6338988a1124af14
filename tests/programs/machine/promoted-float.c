//@ exit: 0
// Without a prototype a float is passed as a double.
float half(x) float x; { return x / 2; }
int main(void)
{
    float half();
    return half(3.0f) == 1.5f ? 0 : 1;
}
