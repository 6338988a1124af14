// Several levels of indirection, arrays of pointers, pointers to arrays.
static void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}

int main(void) {
  int x = 1, y = 2, *p = &x, *q = &y, **pp = &p, ***ppp = &pp;
  swap(&p, &q);
  if (*p != 2 || *q != 1 || ***ppp != 2)
    return 2;
  *ppp = &q;
  if (**pp != 1)
    return 3;
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = m, *flat[2] = {m[0], m[1]};
  if (row[1][2] != 6 || (*(row + 1))[0] != 4 || flat[1][1] != 5 || *(*(m + 1) + 2) != 6)
    return 4;
  int(*whole)[2][3] = &m;
  if ((*whole)[0][1] != 2 || (char *)(whole + 1) - (char *)whole != (long)sizeof m)
    return 5;
  const char *names[] = {"zero", "one", "two"};
  return names[2][1] == 'w' && 1 [names[1]] == 'n' ? 0 : 6;
}
