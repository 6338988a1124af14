//@ exit: 0
#include <string.h>
int main(void)
{
    char text[4] = { 'a', 'b', 'c' };
    return strlen(text) != 3;
}
