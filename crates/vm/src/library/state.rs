//! What a library remembers, of a type that only the library knows.
//!
//! It is a part of the state of the program. Equality, hash and copies are those of the library's own type, which
//! derives them: nothing is left out here.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

/// What a library remembers beside what stands in memory.
pub struct LibraryState(Box<dyn Remembered>);

/// A value of any type with derived equality, hash and copies.
trait Remembered: Any + fmt::Debug {
    fn copy(&self) -> Box<dyn Remembered>;
    fn equals(&self, other: &dyn Remembered) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<T: Any + Clone + Eq + Hash + fmt::Debug> Remembered for T {
    fn copy(&self) -> Box<dyn Remembered> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Remembered) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<T>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

impl LibraryState {
    /// Holds a value.
    pub fn new<T: Any + Clone + Eq + Hash + fmt::Debug>(value: T) -> LibraryState {
        LibraryState(Box::new(value))
    }

    /// The value, of the type that it was made with.
    ///
    /// # Panics
    /// If that was another type: another library's.
    #[inline]
    pub fn get<T: Any>(&self) -> &T {
        let value: &dyn Any = &*self.0;
        value.downcast_ref().expect("a program has one library")
    }

    /// The value, to be changed.
    ///
    /// # Panics
    /// As [`LibraryState::get`].
    pub fn get_mut<T: Any>(&mut self) -> &mut T {
        let value: &mut dyn Any = &mut *self.0;
        value.downcast_mut().expect("a program has one library")
    }
}

impl Clone for LibraryState {
    fn clone(&self) -> LibraryState {
        LibraryState(self.0.copy())
    }
}

impl PartialEq for LibraryState {
    fn eq(&self, other: &LibraryState) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for LibraryState {}

impl Hash for LibraryState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl fmt::Debug for LibraryState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::LibraryState;
    use gmc_world::state::print_of;

    #[test]
    fn states_are_equal_if_their_values_are() {
        let (one, two) = (LibraryState::new(vec![1, 2]), LibraryState::new(vec![1, 3]));
        assert!(one == one.clone() && one != two);
        assert_ne!(one, LibraryState::new("another type"));
        assert_eq!(print_of(&one), print_of(&vec![1, 2]));
        assert_ne!(print_of(&one), print_of(&two));
    }

    #[test]
    fn a_copy_changes_by_itself() {
        let one = LibraryState::new(7);
        let mut two = one.clone();
        *two.get_mut::<i32>() += 1;
        assert_eq!((*one.get::<i32>(), *two.get::<i32>()), (7, 8));
    }
}
