// Names that the C library has copied are freed, not deleted.
#include <cstdlib>
#include <cstring>

struct Name {
  char *text;
  explicit Name(const char *from) : text(strdup(from)) {}
  ~Name() {
    delete[] text; //~ invalid-free: is freed by `delete[]`
  }
};

int main() {
  Name name("somebody");
  return name.text == nullptr;
}
