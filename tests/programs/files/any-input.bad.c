// Reads a word that may be as long as it likes.
//@ check: --stdin-any 2
//@ trace: gets
#include <stdio.h>

int main(void)
{
    char word[1];
    int length = 0, c;
    while ((c = getchar()) != EOF && c != '\n') {
        word[length++] = c; //~ out-of-bounds
    }
    return length > 0 && word[0] == 'x';
}
