// An array indexed by an enumeration class.
enum class Level { Low, Middle, High };

static const int limits[] = {1, 10, 100};

static int limit(Level l) {
  return limits[static_cast<int>(l)]; //~ out-of-bounds: index 3
}

int main() { return limit(static_cast<Level>(3)) - 100; }
