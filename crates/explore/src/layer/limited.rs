//! Limits along a run: how many values a variable may have, how often something may happen (the value bounds and the
//! limits of transitions of CMC: Musuvathi's thesis, sections 3.5 and 3.6).
//!
//! A step after which a limit is exceeded leads nowhere, like one that an assumption of the program ends. A state of
//! this system is a state of the inner one, what was counted so far, and which values there were: all that decides what
//! may follow. So a search that visits every state of this system has seen every run of the inner one within the
//! limits.
//!
//! What lies beyond is left out: [`Limited::cut`] says how often. Where nothing was cut, every run stayed within the
//! limits, and nothing was left out.
//!
//! Deliberately absent: ample choices and symmetry. They let threads run ahead, which then count what the run that they
//! stand for does not.

use gmc_model::{Approximable, Choice, Choices, HostMemory, LimitId, Step, System};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitOf {
    /// So many different values of something.
    Values(u32),
    /// So many events.
    Events(u32),
}

/// A system whose runs keep limits.
pub struct Limited<S> {
    system: S,
    limits: Vec<LimitOf>,
    at: Rc<Counted>,
    marks: Vec<Rc<Counted>>,
    cut: Vec<u64>,
    scratch: (Vec<u32>, Vec<(u32, u128)>),
}

/// The part of the state that the inner system does not have: for each limit, the events or the values so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Counted(Vec<(u32, BTreeSet<(u32, u128)>)>);

impl<S: Approximable> Limited<S> {
    /// Limits the runs of a system that is about to start.
    pub fn new(system: S, limits: Vec<LimitOf>) -> Limited<S> {
        let (none, cut) = (Counted(vec![Default::default(); limits.len()]), vec![0; limits.len()]);
        let scratch = Default::default();
        let mut limited = Limited { system, limits, at: Rc::new(none), marks: Vec::new(), cut, scratch };
        limited.count_values();
        limited
    }

    /// How many steps led beyond each limit.
    pub fn cut(&self) -> &[u64] {
        &self.cut
    }

    /// The system.
    pub fn inner(&self) -> &S {
        &self.system
    }

    /// Adds the values of the current state.
    fn count_values(&mut self) {
        let Limited { system, limits, at, scratch, .. } = self;
        for (id, _) in limits.iter().enumerate().filter(|it| matches!(it.1, LimitOf::Values(_))) {
            scratch.1.clear();
            system.values(LimitId(id as u32), &mut scratch.1);
            for &value in &scratch.1 {
                if !at.0[id].1.contains(&value) {
                    Rc::make_mut(at).0[id].1.insert(value);
                }
            }
        }
    }

    /// Adds the events of the last step.
    fn count_events(&mut self) {
        self.system.events(&mut self.scratch.0);
        for (id, &events) in self.scratch.0.iter().enumerate().filter(|it| *it.1 > 0) {
            if let Some(LimitOf::Events(_)) = self.limits.get(id) {
                Rc::make_mut(&mut self.at).0[id].0 += events;
            }
        }
    }

    /// The first limit that is exceeded. Each process has values of its own.
    fn exceeded(&self) -> Option<usize> {
        self.limits.iter().zip(&self.at.0).position(|(limit, (events, values))| match *limit {
            LimitOf::Events(most) => *events > most,
            LimitOf::Values(most) => {
                let mut left = values.iter().peekable();
                while let Some((process, _)) = left.next() {
                    let mut count = 1;
                    while left.next_if(|it| it.0 == *process).is_some() {
                        count += 1;
                    }
                    if count > most {
                        return true;
                    }
                }
                false
            }
        })
    }
}

impl<S: Approximable> System for Limited<S> {
    type Snapshot = (S::Snapshot, SoFar);

    fn choices(&mut self, out: &mut Choices) {
        self.system.choices(out);
        if !self.limits.is_empty() {
            out.set_ample(None);
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        let step = self.system.step(choice);
        if self.limits.is_empty() || !matches!(step, Step::Moved { .. }) {
            return step;
        }
        self.count_events();
        self.count_values();
        match self.exceeded() {
            Some(id) => {
                self.cut[id] += 1;
                Step::Pruned
            }
            None => step,
        }
    }

    fn fingerprint(&mut self) -> u128 {
        let inner = self.system.fingerprint();
        if self.limits.is_empty() {
            return inner;
        }
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, &*self.at).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        inner.wrapping_add(half(1) << 64 | half(2))
    }

    fn mark(&mut self) {
        self.marks.push(self.at.clone());
        self.system.mark();
    }

    fn rewind(&mut self) {
        self.at.clone_from(self.marks.last().expect("there is a mark"));
        self.system.rewind();
    }

    fn forget(&mut self) {
        self.marks.pop();
        self.system.forget();
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.system.snapshot(), SoFar(self.at.clone()))
    }

    fn restore(&mut self, (snapshot, kept): &Self::Snapshot) {
        self.marks.clear();
        self.at.clone_from(&kept.0);
        self.system.restore(snapshot);
    }
}

impl<S: Approximable> Approximable for Limited<S> {
    fn events(&mut self, out: &mut Vec<u32>) {
        self.system.events(out);
    }

    fn values(&mut self, of: LimitId, out: &mut Vec<(u32, u128)>) {
        self.system.values(of, out);
    }

    fn rests(&self, choice: Choice) -> bool {
        self.system.rests(choice)
    }

    fn abstract_state(&mut self) -> Result<Option<u128>, String> {
        self.system.abstract_state()
    }

    fn places(&mut self) -> u128 {
        self.system.places()
    }
}

impl<S: HostMemory> HostMemory for Limited<S> {
    fn host_bytes(&self) -> usize {
        self.system.host_bytes() + self.marks.capacity() * size_of::<Rc<Counted>>()
    }
}

/// The part of a snapshot that the inner system does not have.
#[derive(Clone)]
pub struct SoFar(Rc<Counted>);
