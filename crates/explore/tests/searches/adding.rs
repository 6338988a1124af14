//! The recipes of docs/adding.md, followed on toys: a property, a reduction, a score and a visited set.
//!
//! The recipe for a search is followed in `crates/explore/src/frontier/tests.rs`, because a frontier is no part of the
//! crate's interface.

use crate::every::ORDERS;
use crate::toy::famous::{broken_peterson, peterson};
use crate::toy::lattice::Lattice;
use crate::toy::program::{Op, Program};
use crate::toy::{Toy, violation};
use gmc_explore::{Fingerprints128, Plan, Visited, best, bfs, dfs};
use gmc_model::{Choice, Choices, ErrorKind, HostMemory, Step, System, ThreadId};
use std::collections::BTreeSet;

/// What a layer passes on unchanged.
macro_rules! pass_on_states {
    () => {
        type Snapshot = S::Snapshot;

        fn fingerprint(&mut self) -> u128 {
            self.inner.fingerprint()
        }
        fn mark(&mut self) {
            self.inner.mark();
        }
        fn rewind(&mut self) {
            self.inner.rewind();
        }
        fn forget(&mut self) {
            self.inner.forget();
        }
        fn snapshot(&mut self) -> S::Snapshot {
            self.inner.snapshot()
        }
        fn restore(&mut self, snapshot: &S::Snapshot) {
            self.inner.restore(snapshot);
        }
    };
}

/// A property: a predicate that holds after every step.
struct Always<S, P> {
    inner: S,
    holds: P,
}

impl<S: HostMemory, P> HostMemory for Always<S, P> {
    fn host_bytes(&self) -> usize {
        self.inner.host_bytes()
    }
}

impl<S: System, P: Fn(&S) -> bool> System for Always<S, P> {
    pass_on_states!();

    fn choices(&mut self, out: &mut Choices) {
        self.inner.choices(out);
    }

    fn step(&mut self, choice: Choice) -> Step {
        let step = self.inner.step(choice);
        if matches!(step, Step::Moved { .. }) && !(self.holds)(&self.inner) {
            let message = "the property does not hold".to_owned();
            return Step::Violated(violation(ErrorKind::Invariant, None, choice.thread, message));
        }
        step
    }
}

/// The variable that counts who is in the critical section of Peterson's algorithm.
const INSIDE: usize = 3;

fn excluding(program: Program) -> impl System {
    Always { inner: Toy::new(program), holds: |toy: &Toy<Program>| toy.state.variables[INSIDE] < 2 }
}

#[test]
fn a_property_is_a_layer() {
    let plan = || Plan { all: true, ..Plan::default() };
    for order in ORDERS {
        let right = order.search(&mut excluding(peterson(false)), plan());
        let plain = order.search(&mut Toy::new(peterson(false)), plan());
        assert!(right.findings.is_empty());
        assert_eq!(right.stats.states, plain.stats.states, "a property visits no other states");
        let wrong = order.search(&mut excluding(broken_peterson()), plan());
        assert_eq!(wrong.findings.len(), 1);
        assert_eq!(wrong.findings[0].violation.kind, ErrorKind::Invariant);
    }
}

/// A reduction for threads that never have anything to do with each other: the choices of the first one suffice.
///
/// Sound because all that other threads do commutes with them, and nobody waits.
struct FirstThread<S> {
    inner: S,
}

impl<S: HostMemory> HostMemory for FirstThread<S> {
    fn host_bytes(&self) -> usize {
        self.inner.host_bytes()
    }
}

impl<S: System> System for FirstThread<S> {
    pass_on_states!();

    fn choices(&mut self, out: &mut Choices) {
        self.inner.choices(out);
        if out.is_reducing()
            && let Some(first) = out.first().map(|it| it.thread)
        {
            let count = out.iter().take_while(|it| it.thread == first).count();
            out.set_ample(Some(0..count));
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        self.inner.step(choice)
    }
}

#[test]
fn a_reduction_is_a_layer() {
    let (counters, limit) = (4, 5);
    for order in ORDERS {
        let search = |reduce| {
            let mut system = FirstThread { inner: Lattice::new(counters, limit) };
            order.search(&mut system, Plan { all: true, reduce, ..Plan::default() })
        };
        let (whole, reduced) = (search(false), search(true));
        assert_eq!(whole.stats.states, Lattice::new(counters, limit).states());
        assert_eq!(reduced.stats.states, u64::from(counters) * u64::from(limit) + 1);
        assert_eq!((whole.stats.ended, reduced.stats.ended), (1, 1), "the end is reached all the same");
    }
}

/// A property around a reduction: what the reduction leaves out must not hide a violation.
#[test]
fn layers_compose() {
    let threads = vec![vec![Op::Set(0, 1)], vec![Op::Set(1, 1)]];
    let program = Program { variables: 2, threads, cyclic: false, unnamed: false };
    for order in ORDERS {
        let search = |reduce| {
            let inner = FirstThread { inner: Toy::new(program.clone()) };
            let holds = |it: &FirstThread<Toy<Program>>| it.inner.state.variables != [1, 1];
            let plan = Plan { all: true, reduce, ..Plan::default() };
            order.search(&mut Always { inner, holds }, plan)
        };
        let (whole, reduced) = (search(false), search(true));
        assert_eq!((whole.stats.states, reduced.stats.states), (3, 2));
        for found in [whole, reduced] {
            assert_eq!(found.findings[0].violation.kind, ErrorKind::Invariant);
        }
    }
}

/// A visited set that keeps fingerprints in order.
#[derive(Default)]
struct Sorted(BTreeSet<u128>);

impl Visited for Sorted {
    fn insert(&mut self, fingerprint: u128) -> bool {
        self.0.insert(fingerprint)
    }

    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn bytes(&self) -> usize {
        self.0.len() * size_of::<u128>()
    }

    fn bits(&self) -> u32 {
        128
    }
}

#[test]
fn a_visited_set_is_a_trait_with_four_functions() {
    let mut sets = [Sorted::default(), Sorted::default()];
    let (mut one, mut other) = (Lattice::new(4, 3), Lattice::new(4, 3));
    let depth = dfs(&mut one, &mut sets[0], Plan::default());
    let breadth = bfs(&mut other, &mut sets[1], Plan::default());
    assert_eq!((depth.stats.states, breadth.stats.states), (one.states(), one.states()));
    assert_eq!(sets[0].0, sets[1].0);
}

/// A score that prefers steps of the last thread finds what only that thread does sooner.
#[test]
fn a_score_is_a_function() {
    let last = ThreadId(3);
    let mut steps = 0;
    let mut prefer_last = |_: &_, by: Choice| {
        steps += 1;
        u64::from(by.thread != last)
    };
    let found = best(&mut Lattice::new(4, 3), &mut Fingerprints128::new(), &mut prefer_last, Plan::default());
    assert_eq!(found.stats.states, Lattice::new(4, 3).states(), "a score leaves nothing out");
    assert!(steps > 0);
}
