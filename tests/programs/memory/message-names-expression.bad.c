// The message names the expression of the source, not the compiler's temporaries.
struct node {
  struct node *next;
  int values[4];
};

int main(void) {
  struct node b = {0, {1, 2, 3, 4}}, a = {&b, {0}}, *list = &a;
  return list->next->next->values[3] - 4; //~ null-dereference: `list->next->next->values[3]` reads 4 bytes
}
