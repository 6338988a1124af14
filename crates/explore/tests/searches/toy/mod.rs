//! Small systems with known answers. There is no C in sight.

pub mod famous;
pub mod faulty;
pub mod graph;
pub mod halting;
pub mod lattice;
pub mod program;
pub mod reference;

use gmc_model::{
    Choice, Choices, ErrorKind, HostMemory, Location, Obstacle, Step, System, ThreadId, Violation,
};
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

/// A system by its rules, without a current state.
pub trait Rules {
    type State: Clone + Eq + Hash + Debug;
    fn initial(&self) -> Self::State;
    fn choices(&self, state: &Self::State, out: &mut Vec<Choice>);
    fn ample(&self, _: &Self::State, _: &[Choice]) -> Option<Range<usize>> {
        None
    }
    fn step(&self, state: &mut Self::State, choice: Choice) -> Step;
    fn end(&self, state: &Self::State) -> Option<Box<Violation>>;
}

/// Rules with a current state: a system that insists on being used as its trait demands.
pub struct Toy<R: Rules> {
    pub rules: R,
    pub state: R::State,
    marks: Vec<R::State>,
    /// The last step led to no state.
    is_lost: bool,
    snapshots: Rc<Cell<usize>>,
    /// The most snapshots and marks that there were at a time.
    pub most_kept: usize,
    /// The last step, and the state before it.
    pub last: Option<(R::State, Choice)>,
    /// The states without choices that were met.
    pub ends: HashSet<R::State>,
}

/// A state that is kept, and counted as long as it is.
pub struct Kept<T> {
    state: T,
    count: Rc<Cell<usize>>,
}

impl<T: Clone> Clone for Kept<T> {
    fn clone(&self) -> Self {
        self.count.set(self.count.get() + 1);
        Kept { state: self.state.clone(), count: self.count.clone() }
    }
}

impl<T> Drop for Kept<T> {
    fn drop(&mut self) {
        self.count.set(self.count.get() - 1);
    }
}

impl<R: Rules> Toy<R> {
    pub fn new(rules: R) -> Toy<R> {
        let state = rules.initial();
        let (marks, snapshots) = (Vec::new(), Rc::new(Cell::new(0)));
        let (last, ends) = (None, HashSet::new());
        Toy { rules, state, marks, is_lost: false, snapshots, most_kept: 0, last, ends }
    }

    /// It is in its initial state, with no marks and no snapshots left.
    pub fn is_untouched(&self) -> bool {
        self.state == self.rules.initial() && self.marks.is_empty() && self.snapshots.get() == 0
    }

    #[track_caller]
    fn here(&self) -> &R::State {
        assert!(!self.is_lost, "the state is of no use after a step that did not move");
        &self.state
    }

    fn kept(&self) -> usize {
        self.marks.len() + self.snapshots.get()
    }
}

impl<R: Rules> System for Toy<R> {
    type Snapshot = Kept<R::State>;

    fn choices(&mut self, out: &mut Choices) {
        let mut open = Vec::new();
        self.rules.choices(self.here(), &mut open);
        out.clear();
        out.extend(open);
        if out.is_empty() {
            self.ends.insert(self.here().clone());
            out.set_end(self.rules.end(self.here()));
        } else if out.is_reducing() {
            out.set_ample(self.rules.ample(self.here(), out));
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.here();
        let mut open = Vec::new();
        self.rules.choices(&self.state, &mut open);
        assert!(open.contains(&choice), "{choice:?} is not open in {:?}", self.state);
        self.last = Some((self.state.clone(), choice));
        let step = self.rules.step(&mut self.state, choice);
        self.is_lost = !matches!(step, Step::Moved { .. });
        step
    }

    fn fingerprint(&mut self) -> u128 {
        let half = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            seed.hash(&mut hasher);
            self.here().hash(&mut hasher);
            hasher.finish()
        };
        u128::from(half(1)) << 64 | u128::from(half(2))
    }

    fn mark(&mut self) {
        self.marks.push(self.here().clone());
        self.most_kept = self.most_kept.max(self.kept());
    }

    fn rewind(&mut self) {
        self.state = self.marks.last().expect("a mark").clone();
        self.is_lost = false;
    }

    fn forget(&mut self) {
        self.marks.pop().expect("a mark");
    }

    fn snapshot(&mut self) -> Kept<R::State> {
        self.snapshots.set(self.snapshots.get() + 1);
        self.most_kept = self.most_kept.max(self.kept());
        Kept { state: self.here().clone(), count: self.snapshots.clone() }
    }

    fn restore(&mut self, snapshot: &Kept<R::State>) {
        self.state = snapshot.state.clone();
        self.marks.clear();
        self.is_lost = false;
    }
}

impl<R: Rules> HostMemory for Toy<R> {
    fn host_bytes(&self) -> usize {
        (self.kept() + 1) * size_of::<R::State>()
    }
}

/// A violation that only kind and line matter of.
pub fn violation(kind: ErrorKind, line: Option<u32>, thread: ThreadId, message: String) -> Box<Violation> {
    let location = line.map(location);
    Box::new(Violation {
        kind,
        message,
        location,
        thread,
        stack: Vec::new(),
        notes: Vec::new(),
        about: Vec::new(),
    })
}

/// Something unknown that only the line matters of.
pub fn obstacle(line: u32) -> Box<Obstacle> {
    Box::new(Obstacle { what: "a riddle".to_owned(), location: Some(location(line)) })
}

fn location(line: u32) -> Location {
    Location { file: "toy".to_owned(), line, column: 0, function: "toy".to_owned() }
}
