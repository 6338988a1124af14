//! Propositions over values that are not decided: what they say becomes a choice.
//!
//! A step may lead to a state in which a proposition depends on a nondeterministic value. Then the state has no letter
//! yet, and its only choices are the cases that the proposition tells apart ([`Pending::Look`]), as a branch of the
//! program on the proposition would have them. They belong to the thread that took the step, which goes on afterwards
//! as if nothing had been: a decision is no step of the program. So each state with a letter is one in which every
//! proposition has a value.
//!
//! *Nothing is left out*: the cases cover all that the value can be, and what the threads do next does not depend on
//! when it is decided.

use super::Looking;
use super::look::Unclear;
use crate::Execution;
use crate::pending::Pending;
use gmc_model::{PropositionId, ThreadId};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::nondet::Split;
use gmc_vm::symbolic::TermSplit;
use std::rc::Rc;

/// What a proposition asks of a state, before its thread goes on.
pub struct Look {
    /// The cases.
    pub split: Split,
    /// What the thread does next.
    pub then: Pending,
}

impl Execution {
    /// The thread that has to decide what a proposition asks, before anything else is done.
    #[inline]
    pub(crate) fn deciding(&self) -> Option<ThreadId> {
        if self.looking.is_none() || self.machine.process.nondet.is_empty() {
            return None;
        }
        self.threads.entries().find(|it| matches!(it.1.pending, Pending::Look(_))).map(|it| it.0)
    }

    /// A step of a thread has led to the current state: if a proposition is not decided here, that comes first.
    pub(crate) fn ask_propositions(&mut self, thread: ThreadId) -> InterpResult<()> {
        if self.machine.process.nondet.is_empty() {
            return Ok(());
        }
        let Some(mut looking) = self.looking.take() else { return Ok(()) };
        let split = self.first_undecided(&mut looking);
        self.looking = Some(looking);
        let Some(split) = split else { return Ok(()) };
        self.load_registers(thread);
        self.machine.current = thread;
        let split = self.machine.stamped(Split::Term(split));
        let then = std::mem::take(&mut self.threads[thread].pending);
        self.threads[thread].pending = Pending::Look(Rc::new(Look { split, then }));
        self.machine.threads[thread].lowest = 0;
        self.save_local(thread)
    }

    /// One of the cases is so from now on.
    pub(crate) fn decide(&mut self, thread: ThreadId, look: &Look) -> InterpResult<Pending> {
        let alternative = self.machine.step.alternative;
        self.machine.decide(&look.split, alternative)?;
        if let Some(observer) = &mut self.observer {
            observer.split(&self.machine, thread);
        }
        self.update_split_locals(thread)?;
        Ok(look.then.clone())
    }

    /// What the first proposition that has no value asks.
    fn first_undecided(&mut self, looking: &mut Looking) -> Option<TermSplit> {
        let all: Vec<PropositionId> =
            (0..looking.propositions.list.len() as u32).map(PropositionId).collect();
        // A letter has a bit for each.
        all.chunks(64).find_map(|some| match self.evaluate(looking, some) {
            Err((_, Unclear::Undecided(split))) => Some(split),
            Ok(_) | Err((_, Unclear::No(_))) => None,
        })
    }
}
