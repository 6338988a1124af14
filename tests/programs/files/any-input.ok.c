// Reads a word, as much of it as there is room for.
//@ check: --stdin-any 2
//@ note: standard input has at most 2 bytes
#include <stdio.h>

int main(void)
{
    char word[1];
    int length = 0, c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (length < 1)
            word[length++] = c;
    }
    return length > 0 && word[0] == 'x' ? 0 : 0;
}
