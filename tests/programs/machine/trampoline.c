//@ exit: 0
static int apply(int (*f)(int), int x) { return f(x); }
int main(void)
{
    int sum = 0;
    int add(int x) { sum += x; return sum; }
    apply(add, 3);
    return apply(add, 4) == 7 && sum == 7 ? 0 : 1;
}
