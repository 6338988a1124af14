// Pointers: a search tree of heap nodes, built and walked.
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *left, *right;
  int key;
};

static struct node *insert(struct node *tree, int key) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    tree->left = tree->right = NULL;
    tree->key = key;
  } else if (key < tree->key) {
    tree->left = insert(tree->left, key);
  } else {
    tree->right = insert(tree->right, key);
  }
  return tree;
}

static long sum(const struct node *tree) {
  return tree ? sum(tree->left) + tree->key % 7 + sum(tree->right) : 0;
}

static void release(struct node *tree) {
  if (tree) {
    release(tree->left);
    release(tree->right);
    free(tree);
  }
}

int main(void) {
  struct node *tree = NULL;
  unsigned state = 1;
  for (int i = 0; i < 20000; i++) {
    state = state * 1103515245u + 12345;
    tree = insert(tree, state >> 16 & 0x7fff);
  }
  long total = 0;
  for (int i = 0; i < 40; i++)
    total += sum(tree);
  printf("%ld\n", total);
  release(tree);
  return 0;
}
