//! Wakeup trees (Abdulla, Aronis, Jonsson and Sagonas: Optimal dynamic partial order reduction, POPL 2014; Source
//! sets: a foundation for optimal dynamic partial order reduction, J. ACM 64, 2017).
//!
//! To reverse a race it suffices to explore one of the threads that can go first (a source set). But a run that does
//! not head for the reversed race may turn out to be equivalent to another one late, blocked by its sleep set. So the
//! whole sequence that leads to the reversed race is kept: a wakeup sequence. Sequences that can share their
//! beginnings form a tree.

use super::happens_before::NextStep;
use super::threads::ThreadSet;
use gmc_model::{Access, Choice, ThreadId};

/// A branch of a wakeup tree: a step to be taken, and what may follow it.
pub(super) struct Branch {
    pub(super) choice: Choice,
    /// Its footprint, where that is known and the step is known to lead on.
    accesses: Option<Box<[Access]>>,
    pub(super) subtree: Vec<Branch>,
}

/// A sequence of steps that reverses a race: the steps of a run that do not happen after its first step, and then its
/// second.
#[derive(Default)]
pub(super) struct WakeupSequence {
    pub(super) steps: Vec<SequenceStep>,
    accesses: Vec<Access>,
    clocks: Vec<u32>,
}

/// A step of a sequence.
#[derive(Clone, Copy)]
pub(super) struct SequenceStep {
    pub(super) choice: Choice,
    /// Where it stands in the run that the sequence comes from.
    pub(super) index: u32,
    /// It is known to lead to a state.
    leads: bool,
    clock: (usize, usize),
    start: usize,
    end: usize,
}

/// A thread that was blocked in a state of a run: its step is taken to have been tried there, and to have failed.
pub(super) struct BlockedStep {
    pub(super) choice: Choice,
    /// So many steps had happened.
    pub(super) at: usize,
    /// What it would touch. It is taken to write all of it.
    pub(super) accesses: Box<[Access]>,
    pub(super) clock: Box<[u32]>,
    /// Steps that it would race with.
    pub(super) races: Box<[u32]>,
}

impl BlockedStep {
    pub(super) fn new(choice: Choice, at: usize, next: &NextStep, accesses: &[Access]) -> BlockedStep {
        let accesses = accesses.iter().map(|&it| Access { write: true, ..it }).collect();
        let (clock, races) = (next.clock.as_slice().into(), next.races.as_slice().into());
        BlockedStep { choice, at, accesses, clock, races }
    }
}

impl WakeupSequence {
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.accesses.clear();
        self.clocks.clear();
    }

    /// Adds a step. `leads`: it led to a state in the run that the sequence comes from.
    pub(super) fn push(&mut self, step: (Choice, u32), clock: &[u32], accesses: &[Access], leads: bool) {
        let (choice, index) = step;
        let start = self.accesses.len();
        self.accesses.extend_from_slice(accesses);
        let end = self.clocks.len() + clock.len();
        let clock_range = (self.clocks.len(), end);
        self.clocks.extend_from_slice(clock);
        let planned =
            SequenceStep { choice, index, leads, clock: clock_range, start, end: self.accesses.len() };
        self.steps.push(planned);
    }

    fn accesses(&self, step: &SequenceStep) -> &[Access] {
        &self.accesses[step.start..step.end]
    }

    /// Where in the sequence the first step of a thread is, if it has one and nothing before it happens before it:
    /// the thread is an initial of the sequence then.
    ///
    /// `Err`: it has one, but is no initial.
    fn initial(&self, thread: ThreadId) -> Result<Option<usize>, ()> {
        let Some(at) = self.steps.iter().position(|it| it.choice.thread == thread) else { return Ok(None) };
        let (start, end) = self.steps[at].clock;
        let clock = &self.clocks[start..end];
        let needs =
            |it: &SequenceStep| clock.get(it.choice.thread.index()).is_some_and(|&known| known > it.index);
        if self.steps[..at].iter().any(needs) { Err(()) } else { Ok(Some(at)) }
    }

    /// Whether all of it is independent of a step with this footprint.
    fn is_independent_of(&self, accesses: &[Access]) -> bool {
        let global = accesses.iter().any(Access::is_everything);
        self.steps.iter().all(|step| {
            !global && !self.accesses(step).iter().any(|it| accesses.iter().any(|other| it.conflicts(other)))
        })
    }

    /// Whether a thread, whose next step has this footprint, is a weak initial: the step can go first without any
    /// difference.
    pub(super) fn has_weak_initial(&self, thread: ThreadId, accesses: &[Access]) -> bool {
        match self.initial(thread) {
            Ok(Some(_)) => true,
            Ok(None) => self.is_independent_of(accesses),
            Err(()) => false,
        }
    }

    /// Whether one of these threads is an initial.
    pub(super) fn has_initial_among(&self, threads: ThreadSet) -> bool {
        let starts = |it: &SequenceStep| {
            threads.contains(it.choice.thread) && matches!(self.initial(it.choice.thread), Ok(Some(_)))
        };
        !threads.is_empty() && self.steps.iter().any(starts)
    }

    /// Inserts the sequence into a wakeup tree, unless the tree has an equivalent one (*insert* of POPL 2014). `usable`
    /// are the threads that may be first.
    ///
    /// A branch can be shared whose thread is a weak initial of the sequence. At the root, one that is no initial can
    /// be shared only if the sequence is `whole`: what follows the sequence might conflict with the branch.
    ///
    /// Returns the sequence's buffers, and whether the tree has it now.
    pub(super) fn insert(
        mut self,
        tree: &mut Vec<Branch>,
        usable: ThreadSet,
        whole: bool,
    ) -> (WakeupSequence, bool) {
        let mut level = tree;
        let mut root = true;
        'down: loop {
            for at in 0..level.len() {
                match (self.initial(level[at].choice.thread), &level[at].accesses) {
                    (Ok(Some(first)), _) => {
                        self.steps.remove(first);
                    }
                    (Ok(None), Some(accesses)) if (whole || !root) && self.is_independent_of(accesses) => {}
                    _ => continue,
                }
                if self.steps.is_empty() || level[at].subtree.is_empty() {
                    return (self, true);
                }
                level = &mut level[at].subtree;
                root = false;
                continue 'down;
            }
            break;
        }
        if root && !self.begin_with(usable) {
            return (self, false);
        }
        let mut rest = Vec::new();
        for step in self.steps.iter().rev() {
            let accesses = step.leads.then(|| self.accesses(step).into());
            rest = vec![Branch { choice: step.choice, accesses, subtree: rest }];
        }
        level.append(&mut rest);
        (self, true)
    }

    /// Moves the first step of an initial among these threads to the front. Whether there is one.
    fn begin_with(&mut self, usable: ThreadSet) -> bool {
        for at in 0..self.steps.len() {
            let thread = self.steps[at].choice.thread;
            if usable.contains(thread) && self.initial(thread) == Ok(Some(at)) {
                self.steps[..=at].rotate_right(1);
                return true;
            }
        }
        false
    }
}

impl Branch {
    /// A backtracking point: a thread to be explored, whatever follows.
    pub(super) fn backtrack(thread: ThreadId) -> Branch {
        Branch { choice: Choice { thread, alternative: 0 }, accesses: None, subtree: Vec::new() }
    }
}
