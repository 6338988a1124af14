//@ exit: 0
static int calls;
static int search(int depth)
{
    __label__ found;
    void descend(int n)
    {
        calls++;
        if (n == 0)
            goto found;
        descend(n - 1);
    }
    descend(depth);
    return 1;
found:
    return 0;
}
int main(void)
{
    return search(10) || calls != 11;
}
