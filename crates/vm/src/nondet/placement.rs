//! What a thread needs split before it goes on: a value, or how objects lie in memory (`--addresses any`).
//!
//! How objects lie is left open until the program compares two addresses, and then decided for all threads. The memory
//! knows what was decided, what follows from it, and what is still open (`gmc_mem::PlacementSplit`). A comparison that
//! depends on an open question fails before it has any effect; the answer is a choice, and the comparison is made
//! again.

use super::ValueSplit;
use crate::diagnose::leaf;
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::Machine;
use crate::reg::Reg;
use crate::symbolic::TermSplit;
use gmc_mem::{Memory, ObjId, PlacementQuestion, PlacementSplit, Pointer, UnknownPlacement};
use std::cmp::Ordering;

/// Something to be decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Split {
    /// Which part a value is in.
    Value(ValueSplit),
    /// Which of several conditions holds.
    Term(TermSplit),
    /// How two objects lie.
    Place(PlacementSplit),
}

impl Split {
    /// In how many ways.
    pub fn alternatives(&self) -> u32 {
        match self {
            Split::Value(split) => split.alternatives(),
            Split::Term(split) => split.alternatives(),
            Split::Place(_) => PlacementSplit::ALTERNATIVES,
        }
    }
}

impl Machine {
    /// Something is decided, as far as it can still be so.
    pub fn decide(&mut self, split: &Split, alternative: u32) -> InterpResult<()> {
        match split {
            Split::Value(split) => self.decide_value(split, alternative),
            Split::Term(split) => self.decide_term(split, alternative),
            Split::Place(split) if self.memory.decide_placement(*split, alternative) => Ok(()),
            // Another thread has had it decided meanwhile.
            Split::Place(_) => Err(Box::new(InterpError::Assumption)),
        }
    }

    /// What a choice says, for those who read the run.
    pub fn describe(&self, split: &Split, alternative: u32) -> String {
        let split = match split {
            Split::Value(split) => return self.describe_value(split, alternative),
            Split::Term(split) => return self.describe_term(split, alternative),
            Split::Place(split) => split,
        };
        let base = |it: ObjId| self.memory.object(it).map_or(0, |info| info.base);
        let name = |it: ObjId| leaf::target(self, Pointer { addr: base(it), prov: it });
        let ended = |it: ObjId| self.memory.object(it).is_some_and(|info| info.free_site.is_some());
        let (mut old, mut new) = (split.first, split.second);
        if !ended(old) {
            (old, new) = (new, old);
        }
        match (split.question, alternative) {
            (PlacementQuestion::SameStart, 0) => format!("{} is not where {} was", name(new), name(old)),
            (PlacementQuestion::SameStart, _) => format!("{} is where {} was", name(new), name(old)),
            (PlacementQuestion::Order, 0) => {
                format!("{} lies below {}", name(split.first), name(split.second))
            }
            (PlacementQuestion::Order, _) => {
                format!("{} lies below {}", name(split.second), name(split.first))
            }
        }
    }
}

/// Why something that depends on where objects lie cannot be done, where nothing is taken for granted of it.
pub fn unclear() -> Box<InterpError> {
    InterpError::unsupported(
        "a step that depends on where objects lie in memory by more than whether they lie at the same address, or \
         which one lies lower (--addresses any)",
    )
}

impl From<UnknownPlacement> for Box<InterpError> {
    fn from(unknown: UnknownPlacement) -> Box<InterpError> {
        match unknown {
            UnknownPlacement::Split(split) => Box::new(InterpError::Placement(split)),
            UnknownPlacement::Unmodelled => unclear(),
        }
    }
}

/// Whether what two registers hold is the same number.
///
/// # Errors
/// When it depends on where objects lie, which is not decided.
pub fn equal(memory: &Memory, x: Reg, y: Reg) -> InterpResult<bool> {
    let other = x.meta != y.meta && x.meta.0 != 0 && y.meta.0 != 0;
    if !other || !x.meta.is_whole() || !y.meta.is_whole() {
        return Ok(x.plain_bits(memory.target()) == y.plain_bits(memory.target()));
    }
    if memory.has_nondet_placement() {
        return Ok(memory.nondet_equal(x.as_pointer(), y.as_pointer())?);
    }
    // They differ, unless a place is used again.
    let gone = |reg: Reg| memory.object(reg.meta.prov()).is_some_and(|it| it.free_site.is_some());
    if gone(x) != gone(y) {
        memory.set_address_dependent(true);
    }
    Ok(x.bits == y.bits)
}

/// The order of two addresses of different objects, where nothing is taken for granted of where these lie.
pub fn order(memory: &Memory, x: Reg, y: Reg) -> InterpResult<Ordering> {
    Ok(memory.nondet_order(x.as_pointer(), y.as_pointer())?)
}
