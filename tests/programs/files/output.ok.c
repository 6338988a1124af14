// What is printed makes no difference between states.
//@ states: 4
#include <gmc.h>
#include <stdio.h>

int main(void)
{
    int n = gmc_choose(2);
    printf("one %d\n", n);
    gmc_choose(2);
    return 0;
}
