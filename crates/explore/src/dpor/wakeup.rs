//! Wakeup trees: not only who has to come first, but how a run goes on from there (Abdulla, Aronis, Jonsson and Sagonas:
//! Optimal dynamic partial order reduction, POPL 2014).
//!
//! To reverse a race, it suffices to let one of the threads go first that can. But a run that does not head for the reversed
//! race may be equal to one that was seen, and be found out late. So the whole sequence that leads to it is kept. Sequences
//! that can share their beginnings do.

use super::path::Next;
use super::threads::ThreadSet;
use gmc_model::{Access, Choice, ThreadId};

/// A sequence to be followed, and others that branch off from it.
pub(super) struct Branch {
    pub(super) choice: Choice,
    /// What the step touches, where that is known and the step is known to lead on.
    accesses: Option<Box<[Access]>>,
    pub(super) then: Vec<Branch>,
}

/// A sequence of steps that reverses a race.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) steps: Vec<Planned>,
    accesses: Vec<Access>,
    clocks: Vec<u32>,
}

/// A step of a sequence.
#[derive(Clone, Copy)]
pub(super) struct Planned {
    pub(super) choice: Choice,
    /// Where it stands in the run that the sequence comes from.
    pub(super) index: u32,
    leads: bool,
    clock: (usize, usize),
    start: usize,
    end: usize,
}

/// A thread that had to wait in a state of a run.
pub(super) struct Attempt {
    pub(super) choice: Choice,
    /// So many steps had happened.
    pub(super) at: usize,
    /// What it would touch. Whatever it does to it, it is taken to change it.
    pub(super) accesses: Box<[Access]>,
    pub(super) clock: Box<[u32]>,
    /// Steps that it would race with.
    pub(super) races: Box<[u32]>,
}

impl Attempt {
    pub(super) fn new(choice: Choice, at: usize, next: &Next, accesses: &[Access]) -> Attempt {
        let accesses = accesses.iter().map(|&it| Access { write: true, ..it }).collect();
        let (clock, races) = (next.clock.as_slice().into(), next.races.as_slice().into());
        Attempt { choice, at, accesses, clock, races }
    }
}

impl Sequence {
    pub(super) fn clear(&mut self) {
        self.steps.clear();
        self.accesses.clear();
        self.clocks.clear();
    }

    /// Adds a step. `leads`: it is known to lead to a state, there where the sequence comes from.
    pub(super) fn push(&mut self, step: (Choice, u32), clock: &[u32], accesses: &[Access], leads: bool) {
        let (choice, index) = step;
        let start = self.accesses.len();
        self.accesses.extend_from_slice(accesses);
        let end = self.clocks.len() + clock.len();
        let clock_range = (self.clocks.len(), end);
        self.clocks.extend_from_slice(clock);
        let planned = Planned { choice, index, leads, clock: clock_range, start, end: self.accesses.len() };
        self.steps.push(planned);
    }

    fn accesses(&self, step: &Planned) -> &[Access] {
        &self.accesses[step.start..step.end]
    }

    /// Where in the sequence the first step of a thread is, if it has one and needs none of those before.
    ///
    /// `Err`: it has one, but that does.
    fn first_of(&self, thread: ThreadId) -> Result<Option<usize>, ()> {
        let Some(at) = self.steps.iter().position(|it| it.choice.thread == thread) else { return Ok(None) };
        let (start, end) = self.steps[at].clock;
        let clock = &self.clocks[start..end];
        let needs = |it: &Planned| clock.get(it.choice.thread.index()).is_some_and(|&known| known > it.index);
        if self.steps[..at].iter().any(needs) { Err(()) } else { Ok(Some(at)) }
    }

    /// Whether nothing in it conflicts with these accesses.
    fn is_apart(&self, accesses: &[Access]) -> bool {
        let absolute = accesses.iter().any(Access::is_everything);
        self.steps.iter().all(|step| {
            !absolute
                && !self.accesses(step).iter().any(|it| accesses.iter().any(|other| it.conflicts(other)))
        })
    }

    /// Whether a thread, whose next step touches this, can go first without any difference to it: a weak initial.
    pub(super) fn admits(&self, thread: ThreadId, accesses: &[Access]) -> bool {
        match self.first_of(thread) {
            Ok(Some(_)) => true,
            Ok(None) => self.is_apart(accesses),
            Err(()) => false,
        }
    }

    /// Whether one of these threads can begin it.
    pub(super) fn starts_with_any(&self, threads: ThreadSet) -> bool {
        let starts = |it: &Planned| {
            threads.contains(it.choice.thread) && matches!(self.first_of(it.choice.thread), Ok(Some(_)))
        };
        !threads.is_empty() && self.steps.iter().any(starts)
    }

    /// Adds the sequence to a tree, unless the tree has one to the same effect. `usable` are the threads that can start it.
    ///
    /// A branch can be followed that begins the sequence, or makes no difference to it; at the root the latter only if the
    /// sequence is `whole`, as what follows might see a difference.
    ///
    /// Returns the room, and whether the tree has it now.
    pub(super) fn insert(
        mut self,
        tree: &mut Vec<Branch>,
        usable: ThreadSet,
        whole: bool,
    ) -> (Sequence, bool) {
        let mut level = tree;
        let mut root = true;
        'down: loop {
            for at in 0..level.len() {
                match (self.first_of(level[at].choice.thread), &level[at].accesses) {
                    (Ok(Some(first)), _) => {
                        self.steps.remove(first);
                    }
                    (Ok(None), Some(accesses)) if (whole || !root) && self.is_apart(accesses) => {}
                    _ => continue,
                }
                if self.steps.is_empty() || level[at].then.is_empty() {
                    return (self, true);
                }
                level = &mut level[at].then;
                root = false;
                continue 'down;
            }
            break;
        }
        if root && !self.begin_with_any(usable) {
            return (self, false);
        }
        let mut rest = Vec::new();
        for step in self.steps.iter().rev() {
            let accesses = step.leads.then(|| self.accesses(step).into());
            rest = vec![Branch { choice: step.choice, accesses, then: rest }];
        }
        level.append(&mut rest);
        (self, true)
    }

    /// Moves a step that one of these threads can start with to the front. Whether there is one.
    fn begin_with_any(&mut self, usable: ThreadSet) -> bool {
        for at in 0..self.steps.len() {
            let thread = self.steps[at].choice.thread;
            if usable.contains(thread) && self.first_of(thread) == Ok(Some(at)) {
                self.steps[..=at].rotate_right(1);
                return true;
            }
        }
        false
    }
}

impl Branch {
    /// A thread to be tried, and nothing else.
    pub(super) fn alone(thread: ThreadId) -> Branch {
        Branch { choice: Choice { thread, alternative: 0 }, accesses: None, then: Vec::new() }
    }
}
