/* A function of which only two of eight paths can be taken, and both return 1. */
int foo(int n)
{
    int x = 1, y = 7;

    if (y > n)
        y -= n;

    if (x <= y)
        x += y;
    else
        x = 2 * y - 1;

    if (x > 1)
        return 1;
    else
        return 0;
}
