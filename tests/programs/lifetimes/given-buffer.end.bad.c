// At the end of the program, after that of `main`, standard output is written from a variable of `main`.
//@ violation: use-after-scope
#include <stdio.h>

int main(void)
{
    char buffer[BUFSIZ];
    setbuf(stdout, buffer);
    puts("text");
    return 0;
}
