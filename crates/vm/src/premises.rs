//! Premises: what a run relies on and cannot know (random numbers, the time, addresses), and the inputs that may be any
//! value instead.

use crate::machine::Machine;
use gmc_model::{Premise, Premises};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The premises that the runs of a search relied on; shared by its workers. They only grow: what a run that was given
/// up has met was met by a run of the program.
#[derive(Clone, Debug, Default)]
pub struct Relied(Arc<AtomicU32>);

impl Relied {
    /// Those that were met.
    pub fn premises(&self) -> Premises {
        Premises::from_bits(self.0.load(Ordering::Relaxed))
    }

    /// Adds some.
    pub fn add(&self, premises: Premises) {
        if self.0.load(Ordering::Relaxed) & premises.bits() != premises.bits() {
            self.0.fetch_or(premises.bits(), Ordering::Relaxed);
        }
    }
}

/// Inputs that may be any value; the others have one value, which is a premise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NondetInputs {
    /// Random numbers.
    pub random: bool,
    /// What the clock shows.
    pub clock: bool,
    /// Numbers of processes, users and groups.
    pub ids: bool,
    /// Where objects lie.
    pub addresses: bool,
    /// Variables of the environment that were not given.
    pub environment: bool,
}

impl Machine {
    /// The program asks for something that cannot be known, and gets one answer.
    #[inline]
    pub fn rely_on(&self, premise: Premise) {
        self.observed.relied.add(premise.into());
    }
}
