// A variable that no unit defines: nobody knows what is in it.
//@ unknown: variable `limit`, which no unit defines
//@ native: no
extern int limit;
int main(void) { return &limit == 0 || limit > 3; }
