// Addresses of everything in constant initialisers: globals, members, functions, literals, themselves.
struct node {
  struct node *next;
  int v;
};

static struct node c, a, b = {&c, 2};
static struct node a = {&b, 1}, c = {&a, 3};
static int array[5] = {1, 2, 3, 4, 5};
static int *const end = array + 5, *middle = &array[2];
static int f(int x) { return x + 1; }
static int (*const table[])(int) = {f, 0, f};
static const char *const words[] = {"one", "two" + 1};
static char shared[] = "literal";
int tentative;
int tentative;
extern int declared;
int declared = 4;
static long difference = &array[4] - &array[1];
static unsigned char bytes[] = {[3] = 1};

int main(void) {
  if (a.next->next->next != &a || c.next->v != 1 || end[-1] != 5 || *middle != 3)
    return 2;
  if (table[2](1) != 2 || table[1] || words[0][2] != 'e' || words[1][0] != 'w')
    return 3;
  return tentative == 0 && declared == 4 && difference == 3 && sizeof bytes == 4 && shared[7] == 0 ? 0 : 4;
}
