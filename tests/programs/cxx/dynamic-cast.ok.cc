// A cast to a reference throws where the object is of another class.
struct Animal {
  virtual ~Animal() {}
};
struct Dog : Animal {
  int age = 3;
};
struct Cat : Animal {};

static int age(Animal &animal) {
  auto *dog = dynamic_cast<Dog *>(&animal);
  return dog ? dog->age : 0;
}

int main() {
  Dog dog;
  Cat cat;
  return age(dog) + age(cat) - 3;
}
