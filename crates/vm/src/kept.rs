//! Values that go back with the state: cheap to keep a copy of, copied when changed while a copy is kept.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A value of which copies can be kept at no cost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept<T>(Rc<T>);

impl<T> Kept<T> {
    /// Keeps a value.
    pub(crate) fn new(value: T) -> Kept<T> {
        Kept(Rc::new(value))
    }

    /// Whether this is the very copy, not merely an equal one.
    pub(crate) fn is(&self, other: &Kept<T>) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Kept<T> {
    fn deref_mut(&mut self) -> &mut T {
        Rc::make_mut(&mut self.0)
    }
}
