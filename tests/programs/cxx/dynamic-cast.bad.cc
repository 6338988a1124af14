// A cast to a reference throws where the object is of another class.
struct Animal {
  virtual ~Animal() {}
};
struct Dog : Animal {
  int age = 3;
};
struct Cat : Animal {};

static int age(Animal &animal) {
  return dynamic_cast<Dog &>(animal).age; //~ uncaught-exception: std::bad_cast
}

int main() {
  Dog dog;
  Cat cat;
  return age(dog) + age(cat) - 3;
}
