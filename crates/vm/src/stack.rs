//! The registers of a thread's calls, one frame behind the other.
//!
//! Operations name registers by 16 bits. A frame at work sees as many registers as that can name, although only the
//! first few are its own: so the loop need not check that a register exists.
//!
//! Invariant: at least [`WINDOW`] registers follow the last one in use. What they hold means nothing.

use crate::reg::Reg;
use std::ops::{Deref, DerefMut};

/// As many registers as an operation can name.
pub const WINDOW: usize = 1 << 16;

/// The registers of a frame, and what follows them.
pub type Registers = [Reg; WINDOW];

/// Registers of frames; those in use are what it dereferences to.
#[derive(Debug)]
pub struct Stack {
    all: Vec<Reg>,
    used: usize,
}

impl Default for Stack {
    /// No registers.
    fn default() -> Stack {
        Stack { all: vec![Reg::ZERO; 2 * WINDOW], used: 0 }
    }
}

impl Stack {
    /// Whether none is in use.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// How many are in use.
    #[inline]
    pub fn len(&self) -> usize {
        self.used
    }

    /// Adds registers.
    #[inline]
    pub fn extend_from_slice(&mut self, regs: &[Reg]) {
        let end = self.used + regs.len();
        if end + WINDOW > self.all.len() {
            self.grow(end);
        }
        self.all[self.used..][..regs.len()].copy_from_slice(regs);
        self.used = end;
    }

    #[cold]
    fn grow(&mut self, end: usize) {
        // Not twice as many: a deep recursion is to stay within gmc's memory.
        self.all.resize(end + end / 4 + 2 * WINDOW, Reg::ZERO);
    }

    /// Drops all but the first `len` registers.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.used = self.used.min(len);
    }

    /// The registers of the frame that starts here.
    #[inline]
    pub fn window(&mut self, base: usize) -> &mut Registers {
        self.all[base..].first_chunk_mut().expect("a window follows every register in use")
    }
}

impl Clone for Stack {
    fn clone(&self) -> Stack {
        let mut copy = Stack { all: Vec::new(), used: 0 };
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Stack) {
        self.used = 0;
        self.extend_from_slice(source);
    }
}

impl Deref for Stack {
    type Target = [Reg];

    #[inline]
    fn deref(&self) -> &[Reg] {
        &self.all[..self.used]
    }
}

impl DerefMut for Stack {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Reg] {
        &mut self.all[..self.used]
    }
}
