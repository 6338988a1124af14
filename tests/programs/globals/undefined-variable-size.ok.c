// Of this variable not even the size is known.
//@ unknown: variable `table`, which no unit defines
//@ native: no
extern char table[];
int main(void) { return table[3] == 'a'; }
