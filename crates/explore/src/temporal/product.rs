//! The product of a system and an automaton, as a system: a state is one of the system and one of the automaton.
//!
//! The automaton reads the letter of a state when the run leaves it. So a product state has a choice for each choice of
//! the system and each successor that the automaton has for the letter. A state of the system without choices, in which
//! nothing is wrong, is repeated for ever: it has the choice `STUTTER`, which moves the automaton alone.
//!
//! A state of the automaton that accepts whatever comes is a violation at once; no cycle is needed to see it. But a run
//! that an assumption of the program ends is none: if each way to go on comes to one soon, the step is pruned.
//!
//! In a state whose propositions are to be decided first, the automaton waits: the choices are those of the system, and
//! a step by one of them has no marks. Infinitely many such steps in a row do not happen, as each decides something.
//!
//! Where repeated letters make no difference to the formula, and the search can do with ample choices, those of the
//! system are ample here too, each with all successors of the automaton (Peled: Combining partial order reductions with
//! on-the-fly model-checking, 1996). The system takes care that no ample step changes what propositions say. Fair runs
//! stay fair: ample steps commute with what other threads do, so the run that takes them sooner has the same steps, and
//! every other thread can go on, or cannot, between the same steps of others.
//!
//! Invariant: the letter is that of the current state. It is computed once for each step.

use super::fairness::{Fairness, Marks, ThreadSet};
use super::property::Property;
use gmc_ltl::{StateId, Successor};
use gmc_model::{
    Choice, Choices, ErrorKind, HostMemory, Labelled, Obstacle, Step, System, ThreadId, Violation,
};
use std::sync::Arc;

/// The thread of choices that repeat a state: there is no such thread.
pub(crate) const STUTTER: ThreadId = ThreadId(u32::MAX);

/// A system beside which an automaton runs.
pub struct Product<S> {
    system: S,
    property: Arc<Property>,
    at: At,
    marks: Vec<At>,
    /// What is open in the system, and what threads are barred there.
    open: Choices,
    barred: Vec<ThreadId>,
    /// Of the last choices that were asked for: the threads that have some, or are barred.
    enabled: ThreadSet,
    /// The acceptance sets of the last step's edge. None: the step has decided a proposition.
    acceptance: Option<u64>,
    /// Why the initial state has no letter.
    failed: Option<Box<Obstacle>>,
}

/// The part of the state that the system does not have.
#[derive(Clone, Copy, Debug)]
struct At {
    state: StateId,
    letter: u64,
    /// The letter is not known: propositions are to be decided first.
    is_undecided: bool,
}

impl<S: Labelled> Product<S> {
    /// Runs the automaton of a property beside a system that is about to start.
    pub fn new(mut system: S, property: Arc<Property>) -> Product<S> {
        let (letter, failed) = match system.letter(&property.propositions) {
            Ok(letter) => (letter, None),
            Err(obstacle) => (Some(0), Some(obstacle)),
        };
        let state = property.negation.initial();
        let at = At { state, letter: letter.unwrap_or(0), is_undecided: letter.is_none() };
        Product {
            system,
            property,
            at,
            marks: Vec::new(),
            open: Choices::new(),
            barred: Vec::new(),
            enabled: ThreadSet::default(),
            acceptance: Some(0),
            failed,
        }
    }

    /// The system.
    pub fn inner(&self) -> &S {
        &self.system
    }

    /// The property.
    pub fn property(&self) -> &Arc<Property> {
        &self.property
    }

    /// The threads that could go on in the state whose choices were asked for last.
    pub(crate) fn enabled(&self) -> ThreadSet {
        self.enabled
    }

    /// The marks of the last step, which was this choice in a state with these threads enabled.
    pub(crate) fn marks_of(&self, fairness: Fairness, choice: Choice, enabled: ThreadSet) -> Marks {
        match self.acceptance {
            Some(acceptance) => {
                Marks::of_step(fairness, acceptance, Some(choice).filter(|it| it.thread != STUTTER), enabled)
            }
            None => Marks::default(),
        }
    }

    /// The choices of the system that choices of the product stand for; repetitions of a state are left out.
    pub fn decoded(&self, choices: &[Choice]) -> Vec<Choice> {
        self.property.decoded(choices)
    }

    fn successors(&self) -> &[Successor] {
        self.property.negation.successors(self.at.state, self.at.letter)
    }

    /// Adds the choices that pair a choice of the system with each successor of the automaton.
    fn pair(&self, choice: Choice, out: &mut Choices) {
        let first = choice.alternative * self.property.branching;
        let successors = self.successors().len() as u32;
        out.extend((0..successors).map(|it| Choice { alternative: first + it, ..choice }));
    }

    /// Whether some run goes on from the current state of the system, as far as that can be seen soon.
    fn goes_on(&mut self) -> bool {
        let mut left = MOST_STEPS;
        self.system.mark();
        let goes_on = goes_on(&mut self.system, MOST_DEEP, &mut left);
        self.system.rewind();
        self.system.forget();
        goes_on
    }

    /// The violation of the property by what a thread has just done.
    fn violation(&self, thread: ThreadId) -> Box<Violation> {
        Box::new(violation(&self.property, thread))
    }
}

/// An assumption that comes later than this is not seen.
const MOST_DEEP: usize = 100;

/// Of so many steps at most.
const MOST_STEPS: usize = 10_000;

/// Whether a run of the system goes on from its marked state, where it is left anywhere behind it.
fn goes_on<S: Labelled>(system: &mut S, deep: usize, left: &mut usize) -> bool {
    if deep == 0 || *left == 0 {
        return true;
    }
    let mut open = Choices::new();
    system.choices(&mut open);
    if open.is_empty() {
        let mut barred = Vec::new();
        system.barred(&mut barred);
        return barred.is_empty();
    }
    open.iter().any(|&choice| {
        *left = left.saturating_sub(1);
        let goes_on = match system.step(choice) {
            Step::Pruned => false,
            Step::Moved { .. } => {
                system.mark();
                let goes_on = goes_on(system, deep - 1, left);
                system.forget();
                goes_on
            }
            Step::Violated(_) | Step::Unknown(_) | Step::Stopped(_) => true,
        };
        system.rewind();
        goes_on
    })
}

/// The violation of a property; a thread did the last step.
pub(crate) fn violation(property: &Property, thread: ThreadId) -> Violation {
    let message = format!("`{}` does not hold: {}", property.name, property.shown());
    let (stack, notes) = (Vec::new(), Vec::new());
    Violation { kind: ErrorKind::Ltl, message, location: None, thread, stack, notes, about: Vec::new() }
}

impl<S: Labelled> System for Product<S> {
    type Snapshot = (S::Snapshot, Kept);

    fn choices(&mut self, out: &mut Choices) {
        out.clear();
        let reduce = out.is_reducing() && self.property.stutter_invariant == Some(true);
        if self.open.is_reducing() != reduce {
            self.open = Choices::reducing(reduce);
        }
        self.system.choices(&mut self.open);
        self.barred.clear();
        self.system.barred(&mut self.barred);
        self.enabled = ThreadSet::default();
        let threads = self.open.iter().map(|it| it.thread).chain(self.barred.iter().copied());
        threads.for_each(|it| self.enabled.insert(it));
        if self.failed.is_some() {
            out.push(Choice { thread: STUTTER, alternative: 0 });
            return;
        }
        if self.open.is_empty() {
            let end = self.open.take_end();
            // A run that stops before an assumption that does not hold is no run.
            if end.is_none() && self.barred.is_empty() {
                self.pair(Choice { thread: STUTTER, alternative: 0 }, out);
            }
            out.set_end(end.filter(|_| out.is_empty()));
            return;
        }
        if self.at.is_undecided {
            // Who could go on is not asked here.
            self.enabled = ThreadSet::default();
            let decisions = self.open.iter();
            out.extend(
                decisions.map(|it| Choice { alternative: it.alternative * self.property.branching, ..*it }),
            );
            return;
        }
        for &choice in &self.open {
            self.pair(choice, out);
        }
        // The automaton moves the same way with each of them. Where a thread stops before an assumption that does not
        // hold, what runs there are depends on whether the others can go on.
        let successors = self.successors().len();
        let ample = self.open.ample().filter(|_| self.barred.is_empty() && successors > 0);
        out.set_ample(ample.map(|it| it.start * successors..it.end * successors));
    }

    fn step(&mut self, choice: Choice) -> Step {
        if let Some(obstacle) = &self.failed {
            return Step::Unknown(obstacle.clone());
        }
        let before = self.at;
        let target = if before.is_undecided {
            self.acceptance = None;
            before.state
        } else {
            let which = (choice.alternative % self.property.branching) as usize;
            let Successor { target, acceptance } = self.successors()[which];
            self.acceptance = Some(acceptance.0);
            target
        };
        let step = match choice.thread {
            STUTTER => Step::Moved { progress: false },
            _ => self.system.step(self.property.inner_choice(choice)),
        };
        if !matches!(step, Step::Moved { .. }) {
            return step;
        }
        if choice.thread != STUTTER {
            match self.system.letter(&self.property.propositions) {
                Ok(letter) => {
                    self.at.letter = letter.unwrap_or(0);
                    self.at.is_undecided = letter.is_none();
                }
                Err(obstacle) => return Step::Unknown(obstacle),
            }
        }
        self.at.state = target;
        // Whatever comes after this letter, the automaton accepts it.
        let is_certain =
            !self.at.is_undecided && self.successors().iter().any(|it| self.property.accepts_all(it.target));
        if is_certain || self.property.accepts_all(target) {
            let goes_on = choice.thread == STUTTER || self.goes_on();
            return if goes_on { Step::Violated(self.violation(choice.thread)) } else { Step::Pruned };
        }
        step
    }

    fn fingerprint(&mut self) -> u128 {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let beside = (u128::from(self.at.state.0) + 1).wrapping_mul(ODD);
        self.system.fingerprint().wrapping_add(beside ^ beside >> 64)
    }

    fn mark(&mut self) {
        self.marks.push(self.at);
        self.system.mark();
    }

    fn rewind(&mut self) {
        self.at = *self.marks.last().expect("there is a mark");
        self.system.rewind();
    }

    fn forget(&mut self) {
        self.marks.pop();
        self.system.forget();
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.system.snapshot(), Kept(self.at))
    }

    fn restore(&mut self, (snapshot, kept): &Self::Snapshot) {
        self.marks.clear();
        self.at = kept.0;
        self.system.restore(snapshot);
    }
}

impl<S: HostMemory> HostMemory for Product<S> {
    fn host_bytes(&self) -> usize {
        self.system.host_bytes() + self.marks.capacity() * size_of::<At>()
    }
}

/// The part of a snapshot that the system does not have.
#[derive(Clone)]
pub struct Kept(At);
