// A loop that does nothing.
int main(void) {
  for (;;)
    ;
}
