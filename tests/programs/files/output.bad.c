// A replay shows what the program prints, though that is no part of any state.
//@ trace: "one 1\n" (standard output)
#include <assert.h>
#include <gmc.h>
#include <stdio.h>

int main(void)
{
    int n = gmc_choose(2);
    printf("one %d\n", n);
    assert(n == 0); //~ assertion
    return 0;
}
