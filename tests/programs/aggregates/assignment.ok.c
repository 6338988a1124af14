// Structs and arrays in structs are copied whole: in chains, through pointers, in conditional expressions, over themselves.
struct vec {
  int v[4];
};
struct node {
  struct vec data;
  struct node *next;
};

static struct vec make(int n) { return (struct vec){{n, n + 1, n + 2, n + 3}}; }

int main(int argc, char **argv) {
  struct vec a = make(1), b, c;
  c = b = a;
  b.v[0] = 100;
  if (a.v[0] != 1 || c.v[0] != 1)
    return 2;
  struct node n = {a, &n}, m;
  m = *n.next;
  m.next->data = b;
  if (n.data.v[0] != 100 || m.data.v[0] != 1)
    return 3;
  struct vec *p = &a;
  *p = *p;
  a = argc > 0 ? b : c;
  struct vec array[3] = {a, b, c};
  array[0] = array[2];
  return array[0].v[0] == 1 && make(5).v[3] == 8 && a.v[0] == 100 ? 0 : 4;
}
