//! An arena that several workers build terms in.
//!
//! Who solves a query holds the lock only while terms are read or built, never while the SAT solver works.

use crate::arena::Arena;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All terms of a program under check. Terms never change and are never removed.
#[derive(Debug, Default)]
pub struct Terms(Mutex<Arena>);

impl Terms {
    /// The arena, for this caller alone.
    pub fn lock(&self) -> MutexGuard<'_, Arena> {
        // A term is added as a whole, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
