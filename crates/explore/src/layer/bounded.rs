//! Context bounding: runs with few context switches (Qadeer, Rehof: Context-bounded model checking of concurrent
//! software, TACAS 2005; Musuvathi, Qadeer: Iterative context bounding for systematic testing of multithreaded
//! programs, PLDI 2007).
//!
//! Most errors need few switches, and runs with few switches are few. A state of this system is a state of the inner
//! one, the thread that went on last, and the switches so far: all that decides what may follow. So a search that
//! visits every state of this system has seen every run of the inner one within the bound.
//!
//! What lies beyond is left out: [`Bounded::gap`] says so, and an answer that does not mention it is wrong. Where no
//! choice was cut, every run stayed within the bound, and nothing was left out.
//!
//! Deliberately absent: ample choices. They delay what other threads do, and the run that stands for another one may
//! have more switches than that one.

use gmc_model::{Choice, Choices, ContextBound, Gap, HostMemory, Step, System, ThreadId};

/// A system whose runs have few context switches.
pub struct Bounded<S> {
    system: S,
    bound: ContextBound,
    at: At,
    marks: Vec<At>,
    cut: u64,
    /// What is open in the system.
    open: Choices,
}

/// The part of the state that the inner system does not have.
#[derive(Clone, Copy, Debug, Default)]
struct At {
    /// The thread that went on last.
    last: Option<ThreadId>,
    changes: u32,
    /// Whether it is enabled, where that was asked.
    able: Option<bool>,
}

impl<S: System> Bounded<S> {
    /// Bounds the runs of a system that is about to start.
    pub fn new(system: S, bound: ContextBound) -> Bounded<S> {
        Bounded { system, bound, at: At::default(), marks: Vec::new(), cut: 0, open: Choices::new() }
    }

    /// How many choices were not offered.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// What is left out, if anything.
    pub fn gap(&self) -> Option<Gap> {
        (self.cut > 0).then_some(Gap::ContextBound { bound: self.bound, cut: self.cut })
    }

    /// The system.
    pub fn inner(&self) -> &S {
        &self.system
    }

    fn most(&self) -> u32 {
        match self.bound {
            ContextBound::Switches(most) | ContextBound::Preemptions(most) => most,
        }
    }

    /// Asks the system for its choices here.
    fn ask(&mut self) {
        self.system.choices(&mut self.open);
        self.at.able = Some(self.open.iter().any(|it| Some(it.thread) == self.at.last));
    }

    /// Whether going on with this thread is a switch that counts.
    fn counts(&self, thread: ThreadId) -> bool {
        let changes = self.at.last.is_some_and(|last| last != thread);
        changes && (matches!(self.bound, ContextBound::Switches(_)) || self.at.able == Some(true))
    }
}

impl<S: System> System for Bounded<S> {
    type Snapshot = (S::Snapshot, Kept);

    fn choices(&mut self, out: &mut Choices) {
        self.ask();
        out.clear();
        let full = self.at.changes >= self.most();
        out.extend(self.open.iter().copied().filter(|it| !(full && self.counts(it.thread))));
        self.cut += (self.open.len() - out.len()) as u64;
        // Where choices are open in the system, it is the bound that ends the run, and the system has no end here.
        out.set_end(self.open.take_end());
    }

    fn step(&mut self, choice: Choice) -> Step {
        if self.at.able.is_none() {
            self.ask();
        }
        let changes = self.at.changes + u32::from(self.counts(choice.thread));
        self.at = At { last: Some(choice.thread), changes, able: None };
        self.system.step(choice)
    }

    fn fingerprint(&mut self) -> u128 {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let last = self.at.last.map_or(0, |it| u128::from(it.0) + 1);
        let beside = (last << 32 | u128::from(self.at.changes)).wrapping_mul(ODD);
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

impl<S: System> HostMemory for Bounded<S> {
    fn host_bytes(&self) -> usize {
        self.system.host_bytes() + self.marks.capacity() * size_of::<At>()
    }
}

/// The part of a snapshot that the inner system does not have.
#[derive(Clone)]
pub struct Kept(At);
