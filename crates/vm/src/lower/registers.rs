//! The registers of one function beside those of its variables: scratch registers and constants.
//!
//! Scratch registers live for one statement. Constants get registers behind the scratch ones; until those are counted,
//! constants are numbered from [`FIRST_CONSTANT`], and [`Registers::settled`] turns these numbers into final ones.

use super::body::TooLarge;
use crate::code::R;
use crate::reg::Reg;
use std::collections::HashMap;

/// Numbers at and above this stand for constants while lowering; few functions have as many registers of either kind.
const FIRST_CONSTANT: usize = 1 << 15;

/// The scratch registers and the constants of a function.
pub(super) struct Registers {
    /// The next scratch register.
    next: usize,
    /// One past the last scratch register that any statement uses.
    end: usize,
    constants: Vec<Reg>,
    /// The register of each constant, by its bits and what is known of them.
    ids: HashMap<(u64, u64), R>,
}

impl Registers {
    /// None are used; scratch registers start here.
    pub(super) fn new(start: usize) -> Registers {
        Registers { next: start, end: start, constants: Vec::new(), ids: HashMap::new() }
    }

    /// A statement begins: scratch registers start here again.
    pub(super) fn restart(&mut self, start: usize) {
        self.next = start;
        self.end = self.end.max(start);
    }

    /// Scratch registers start behind all that were used.
    pub(super) fn behind_all(&mut self) {
        self.next = self.end;
    }

    /// Registers for the rest of the statement.
    pub(super) fn scratch(&mut self, words: u16) -> R {
        let r = self.next as R;
        self.next += usize::from(words.max(1));
        self.end = self.end.max(self.next);
        r
    }

    /// The register of a constant.
    pub(super) fn constant(&mut self, reg: Reg) -> R {
        let next = (FIRST_CONSTANT + self.constants.len()) as R;
        *self.ids.entry((reg.bits, reg.meta.0)).or_insert_with(|| {
            self.constants.push(reg);
            next
        })
    }

    /// Consecutive registers for a wide constant.
    pub(super) fn wide_constant(&mut self, words: &[u64]) -> R {
        let first = (FIRST_CONSTANT + self.constants.len()) as R;
        self.constants.extend(words.iter().map(|&word| Reg::number(word)));
        first
    }

    /// The constant in a register, if that is what it is.
    pub(super) fn constant_of(&self, r: R) -> Option<Reg> {
        usize::from(r).checked_sub(FIRST_CONSTANT).and_then(|at| self.constants.get(at).copied())
    }

    /// How final numbers are made of provisional ones, when every register is known.
    pub(super) fn settled(&self) -> Result<Settled<'_>, TooLarge> {
        let fits = self.end <= FIRST_CONSTANT && self.constants.len() < FIRST_CONSTANT;
        fits.then_some(Settled { end: self.end, constants: &self.constants }).ok_or(TooLarge)
    }
}

/// Where registers are in the end: variables and scratch registers up to `end`, and the constants behind them.
#[derive(Clone, Copy)]
pub(super) struct Settled<'r> {
    /// The first register that holds a constant.
    pub(super) end: usize,
    /// The constants.
    pub(super) constants: &'r [Reg],
}

impl Settled<'_> {
    /// Turns a provisional number into the final one.
    pub(super) fn renumber(self, r: &mut R) {
        if usize::from(*r) >= FIRST_CONSTANT {
            *r -= (FIRST_CONSTANT - self.end) as R;
        }
    }
}
