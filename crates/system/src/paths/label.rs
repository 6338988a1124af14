//! Labels: what a state must be like so that the run goes on safely from it.
//!
//! A label has a demand for each place that matters: a register of a call, or a word of memory. Numbers are compared
//! as signed 64-bit integers, whatever their type is: an interval of an unsigned type that has numbers on both sides of
//! 2⁶³ is cut to the side where the run is.
//!
//! Invariant: the state of the run itself meets every label made from it. To demand more than is needed costs runs,
//! never an answer.

use gmc_mem::ObjId;
use gmc_vm::reg::{Meta, Reg};
use std::collections::BTreeMap;

/// What a place must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// Anything. Of a word: it must be there.
    Nothing,
    /// A plain number between these.
    Number(i64, i64),
    /// Exactly this, which is no plain number.
    Same(Reg),
}

impl Demand {
    /// Any plain number.
    pub(super) const PLAIN: Demand = Demand::Number(i64::MIN, i64::MAX);

    /// Exactly what a register holds.
    pub(super) fn same(reg: Reg) -> Demand {
        if reg.meta == Meta::PLAIN {
            Demand::Number(reg.bits as i64, reg.bits as i64)
        } else {
            Demand::Same(reg)
        }
    }

    /// A plain number where this is one, otherwise exactly this.
    pub(super) fn kind(reg: Reg) -> Demand {
        if reg.meta == Meta::PLAIN { Demand::PLAIN } else { Demand::Same(reg) }
    }

    /// Whether a register meets it.
    pub(super) fn is_met(self, reg: Reg) -> bool {
        match self {
            Demand::Nothing => true,
            Demand::Number(low, high) => reg.meta == Meta::PLAIN && (low..=high).contains(&(reg.bits as i64)),
            Demand::Same(same) => same == reg,
        }
    }

    /// Both. They have a value in common, the run's own.
    pub(super) fn and(self, other: Demand) -> Demand {
        match (self, other) {
            (Demand::Nothing, it) | (it, Demand::Nothing) => it,
            (Demand::Number(low, high), Demand::Number(from, to)) => {
                Demand::Number(low.max(from), high.min(to))
            }
            (Demand::Same(reg), _) | (_, Demand::Same(reg)) => Demand::Same(reg),
        }
    }
}

/// A word of memory, as a load sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Word {
    pub(super) address: u64,
    pub(super) object: ObjId,
    pub(super) size: u8,
    /// It is extended by sign.
    pub(super) signed: bool,
}

impl Word {
    /// Whether it shares a byte with as many bytes at an address.
    pub(super) fn overlaps(&self, address: u64, size: u8) -> bool {
        self.address < address + u64::from(size) && address < self.address + u64::from(self.size)
    }
}

/// What a state must be like.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Label {
    /// By the number of the register, counted from the outermost call.
    pub(super) regs: Vec<Demand>,
    pub(super) words: BTreeMap<Word, Demand>,
}

impl Label {
    /// Adds a demand on a register.
    pub(super) fn need(&mut self, at: usize, demand: Demand) {
        if demand == Demand::Nothing {
            return;
        }
        if at >= self.regs.len() {
            self.regs.resize(at + 1, Demand::Nothing);
        }
        self.regs[at] = self.regs[at].and(demand);
    }

    /// Removes what is demanded of a register.
    pub(super) fn take(&mut self, at: usize) -> Demand {
        self.regs.get_mut(at).map_or(Demand::Nothing, |it| std::mem::replace(it, Demand::Nothing))
    }

    /// Adds a demand on a word.
    pub(super) fn need_word(&mut self, word: Word, demand: Demand) {
        let known = self.words.entry(word).or_insert(Demand::Nothing);
        *known = known.and(demand);
    }

    /// Adds all demands of another label.
    pub(super) fn add(&mut self, other: &Label) {
        other.regs.iter().enumerate().for_each(|(at, &demand)| self.need(at, demand));
        other.words.iter().for_each(|(&word, &demand)| self.need_word(word, demand));
    }
}

/// The numbers of an unsigned interval that are on the same side of 2⁶³ as one of them.
pub(super) fn unsigned(low: u64, high: u64, one: u64) -> Demand {
    let (from, to) = if one as i64 >= 0 { (0, i64::MAX as u64) } else { (1 << 63, u64::MAX) };
    Demand::Number(low.max(from) as i64, high.min(to) as i64)
}
