//! Several workers say what one says.

use crate::toy::famous::{broken_peterson, peterson, philosophers};
use crate::toy::graph::{Graph, graphs};
use crate::toy::lattice::Lattice;
use crate::toy::program::programs;
use crate::toy::reference::{cause, truth};
use crate::toy::{Rules, Toy};
use gmc_explore::{Concurrent, Limits, Plan, Progress, confirm, parallel};
use gmc_model::{SearchResult, Stopped, System, Verdict};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn search<S: System>(make: impl Fn() -> S + Sync, plan: Plan<'_>, helpers: usize) -> SearchResult {
    let visited = Concurrent::<2>::new();
    parallel(&mut make(), &visited, plan, helpers, &|search| search(&mut make()))
}

/// Every worker's toy must be untouched afterwards.
fn explore<R: Rules + Clone + Sync>(rules: &R, plan: Plan<'_>, helpers: usize) -> SearchResult {
    let visited = Concurrent::<2>::new();
    let mut toy = Toy::new(rules.clone());
    let outcome = parallel(&mut toy, &visited, plan, helpers, &|search| {
        let mut toy = Toy::new(rules.clone());
        search(&mut toy);
        assert!(toy.is_untouched());
    });
    assert!(toy.is_untouched());
    outcome
}

fn compare<R: Rules + Clone + Sync>(rules: &R, helpers: usize) {
    let truth = truth(rules);
    let outcome = explore(rules, Plan { all: true, ..Plan::default() }, helpers);
    let stats = &outcome.stats;
    assert_eq!((stats.states, stats.transitions), (truth.states, truth.transitions));
    assert_eq!((stats.pruned, stats.ended, stats.frontier), (truth.pruned, truth.ended, 0));
    let counts = outcome.findings.iter().map(|it| (cause(&it.violation), it.count));
    let expected = truth.causes.iter().map(|(&cause, &(count, _))| (cause, count));
    assert_eq!(counts.collect::<BTreeMap<_, _>>(), expected.collect());
    assert_eq!(outcome.is_complete(), truth.obstacles.is_empty());
    let reduced = explore(rules, Plan { all: true, reduce: true, ..Plan::default() }, helpers);
    let causes = reduced.findings.iter().map(|it| cause(&it.violation)).collect::<BTreeSet<_>>();
    assert_eq!(causes, truth.causes.keys().copied().collect());
    for outcome in [&outcome, &reduced] {
        for finding in &outcome.findings {
            confirm(&mut Toy::new(rules.clone()), finding).expect("traces start in the initial state");
        }
    }
    let first = explore(rules, Plan::default(), helpers);
    assert_eq!(first.findings.is_empty(), truth.causes.is_empty());
    assert_eq!(first.stopped, (!truth.causes.is_empty()).then_some(Stopped::Violation));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn graphs_are_searched_whole(graph in graphs(40), helpers in 0_usize..4) {
        compare(&graph, helpers);
    }

    #[test]
    fn programs_are_searched_whole(program in programs(), helpers in 0_usize..4) {
        compare(&program, helpers);
    }
}

#[test]
fn famous_programs() {
    compare(&peterson(true), 2);
    compare(&broken_peterson(), 2);
    for count in 2..8 {
        compare(&philosophers(count), 3);
    }
}

#[test]
fn a_large_lattice_is_shared() {
    let most = Mutex::new(0);
    let visited = Concurrent::<2>::new();
    let mut lattice = Lattice::new(4, 15);
    let states = Mutex::new(Vec::new());
    let mut progress = |it: &Progress| {
        states.lock().unwrap().push(it.states);
        true
    };
    let plan = Plan { progress: Some(&mut progress), ..Plan::default() };
    let outcome = parallel(&mut lattice, &visited, plan, 3, &|search| {
        search(&mut Lattice::new(4, 15));
        *most.lock().unwrap() += 1;
    });
    assert_eq!(outcome.stats.states, lattice.states());
    assert_eq!(outcome.stats.transitions, lattice.transitions());
    assert_eq!((outcome.stats.ended, outcome.stats.frontier), (1, 0));
    assert!(matches!(outcome.verdict(), Verdict::Holds { omission } if omission < 1e-20));
    assert_eq!(*most.lock().unwrap(), 3, "each helper has come to an end");
    assert!(states.into_inner().unwrap().is_sorted());
}

/// Two chains that meet nowhere: a worker alone would take the one after the other, so who waits gets the other one.
#[test]
fn who_waits_gets_something() {
    let length = 200_000;
    let chain = |first: usize| (first..first + length - 1).map(|i| (i, 0, i + 1, false));
    let mut edges = vec![(0, 0, 1, false), (0, 1, length + 1, false)];
    edges.extend(chain(1).chain(chain(length + 1)));
    let graph = Graph::new(2 * length + 1, &edges);
    let outcome = explore(&graph, Plan::default(), 1);
    assert_eq!(outcome.stats.states, 2 * length as u64 + 1);
    assert!(outcome.is_complete());
}

#[test]
fn limits_stop_all() {
    let endless = || Lattice::new(8, 255);
    let with = |limits| Plan { limits, ..Plan::default() };
    let time = Some(Duration::from_millis(200));
    let outcome = search(endless, with(Limits { time, ..Limits::default() }), 2);
    assert_eq!(outcome.stopped, Some(Stopped::Time));
    assert!(outcome.stats.frontier > 0);
    let outcome = search(endless, with(Limits { states: Some(10_000), ..Limits::default() }), 2);
    assert_eq!(outcome.stopped, Some(Stopped::States));
    assert!((10_000..100_000).contains(&outcome.stats.states), "{}", outcome.stats.states);
    let outcome = search(endless, with(Limits { memory: Some(4 << 20), ..Limits::default() }), 2);
    assert_eq!(outcome.stopped, Some(Stopped::Memory));
    let stop = AtomicBool::new(false);
    let mut ask = |_: &Progress| {
        stop.store(true, Ordering::Relaxed);
        true
    };
    let plan = Plan { stop: Some(&stop), progress: Some(&mut ask), ..Plan::default() };
    assert_eq!(search(endless, plan, 2).stopped, Some(Stopped::Request));
}

#[test]
fn a_helper_without_a_system_is_done_without() {
    let visited = Concurrent::<2>::new();
    let mut lattice = Lattice::new(3, 9);
    let outcome = parallel(&mut lattice, &visited, Plan::default(), 2, &|_| {});
    assert_eq!(outcome.stats.states, 1000);
}

#[test]
#[should_panic(expected = "on purpose")]
fn a_panic_ends_the_search() {
    let visited = Concurrent::<2>::new();
    let mut lattice = Lattice::new(8, 255);
    let _ = parallel(&mut lattice, &visited, Plan::default(), 1, &|_| panic!("on purpose"));
}
