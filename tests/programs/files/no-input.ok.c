// Nobody said what standard input is, so that nothing can be said about a program that reads it.
//@ unknown: --stdin-any
#include <stdio.h>

int main(void)
{
    return getchar() == 'x';
}
