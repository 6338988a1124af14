//! A machine that is lent to whoever calls from Lua: in the middle of a step, rows of the API must reach the machine
//! that the interpreter is working on.
//!
//! Lua calls rows with nothing but its own state, so the machine cannot be an argument. Handing it to Lua as a scoped
//! object for each callback takes several times as long as the callback itself.
//!
//! **Invariant:** the pointer is there only while [`Lent::lend`] holds the exclusive borrow that it was made from, and
//! [`Lent::with`] takes it out while it is used, so no two references exist at a time.

#![expect(unsafe_code, reason = "a scoped object for each callback costs more than the callback")]

use std::cell::Cell;
use std::ptr::NonNull;

/// Something that is lent: a machine, or the state of a search.
pub(crate) struct Lent<M>(Cell<Option<NonNull<M>>>);

impl<M> Default for Lent<M> {
    fn default() -> Lent<M> {
        Lent(Cell::new(None))
    }
}

/// Puts back what was there, however the scope is left.
struct Restore<'a, M>(&'a Lent<M>, Option<NonNull<M>>);

impl<M> Drop for Restore<'_, M> {
    fn drop(&mut self) {
        self.0.0.set(self.1);
    }
}

impl<M> Lent<M> {
    /// Lends a machine as long as `act` runs.
    pub(crate) fn lend<T>(&self, machine: &mut M, act: impl FnOnce() -> T) -> T {
        let before = self.0.replace(Some(NonNull::from(machine)));
        let _restore = Restore(self, before);
        act()
    }

    /// Does something with the machine that is lent; none where no machine is, or where it is in use.
    pub(crate) fn with<T>(&self, act: impl FnOnce(&mut M) -> T) -> Option<T> {
        let mut lent = self.0.take()?;
        let _restore = Restore(self, Some(lent));
        // SAFETY: `lend` has an exclusive borrow of the machine, made the pointer from it, does not use it meanwhile,
        // and takes the pointer away before the borrow ends. While it is used here, the cell is empty: nobody else
        // gets it.
        Some(act(unsafe { lent.as_mut() }))
    }
}
