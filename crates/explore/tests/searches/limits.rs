//! Limits end searches with what was learnt so far.

use crate::every::{ORDERS, Order};
use crate::toy::famous::polite_philosophers;
use crate::toy::graph::Graph;
use crate::toy::halting::Halting;
use crate::toy::lattice::Lattice;
use crate::toy::program::{Op, Program};
use crate::toy::reference::truth;
use gmc_explore::{Limits, Plan, Progress};
use gmc_model::{Gap, SearchResult, Stopped, Verdict};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Far more than any test visits: 256⁸ states.
fn endless() -> Lattice {
    Lattice::new(8, 255)
}

fn with(limits: Limits) -> Plan<'static> {
    Plan { limits, ..Plan::default() }
}

/// Nothing was found, the outcome says why it is not complete, and the numbers fit together.
#[track_caller]
fn stopped_by(outcome: &SearchResult, why: Stopped) {
    assert_eq!(outcome.verdict(), Verdict::Unknown { gaps: vec![Gap::Stopped(why)] });
    assert_eq!(outcome.stopped, Some(why));
    let stats = &outcome.stats;
    assert!(stats.frontier > 0 && stats.peak_bytes >= stats.visited_bytes);
    let refused = u64::from(why == Stopped::States);
    assert_eq!(stats.states - 1 + stats.revisited + refused, stats.transitions);
}

#[test]
fn states() {
    for order in ORDERS {
        for states in [1, 2, 3, 10, 1000, 12_345] {
            let outcome =
                order.search(&mut endless(), with(Limits { states: Some(states), ..Limits::default() }));
            stopped_by(&outcome, Stopped::States);
            assert_eq!(outcome.stats.states, states);
        }
        // As many as there are is enough.
        let plan = with(Limits { states: Some(64), ..Limits::default() });
        let outcome = order.search(&mut Lattice::new(3, 3), plan);
        assert!(outcome.is_complete());
        let plan = with(Limits { states: Some(63), ..Limits::default() });
        let outcome = order.search(&mut Lattice::new(3, 3), plan);
        assert_eq!((outcome.stopped, outcome.stats.states), (Some(Stopped::States), 63));
    }
}

/// A limit may come in the middle of a step: that was not taken then.
#[test]
fn within_a_step() {
    for order in ORDERS {
        for reduce in [false, true] {
            for left in [0, 1, 2, 3, 10, 77, 400] {
                let rules = Halting { rules: polite_philosophers(6), left: Cell::new(left) };
                let outcome = order.explore(rules, Plan { reduce, ..Plan::default() });
                stopped_by(&outcome, Stopped::Memory);
                assert_eq!(outcome.stats.transitions, left);
            }
        }
    }
}

#[test]
fn time() {
    for order in ORDERS {
        let started = Instant::now();
        let time = Duration::from_millis(300);
        let outcome = order.search(&mut endless(), with(Limits { time: Some(time), ..Limits::default() }));
        stopped_by(&outcome, Stopped::Time);
        assert!(outcome.stats.elapsed >= time);
        assert!(started.elapsed() < Duration::from_secs(3));
        // No time at all.
        let plan = with(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        let outcome = order.search(&mut endless(), plan);
        stopped_by(&outcome, Stopped::Time);
        assert_eq!((outcome.stats.states, outcome.stats.transitions), (1, 0));
    }
}

#[test]
fn memory() {
    for order in ORDERS {
        let memory = 30 << 20;
        let outcome =
            order.search(&mut endless(), with(Limits { memory: Some(memory), ..Limits::default() }));
        stopped_by(&outcome, Stopped::Memory);
        assert!(outcome.stats.states > 100_000);
        let over = outcome.stats.peak_bytes as f64 / memory as f64;
        assert!((1.0..2.1).contains(&over), "{over}: one vector may have doubled since the last look");
    }
}

#[test]
fn depth() {
    for order in ORDERS {
        let plan = || with(Limits { depth: Some(10), ..Limits::default() });
        let outcome = order.search(&mut Lattice::new(3, 20), plan());
        assert_eq!(outcome.verdict(), Verdict::Unknown { gaps: vec![Gap::Depth { cut: outcome.stats.cut }] });
        // Triples with a sum of at most ten, and of exactly ten; all paths to a state of a lattice are equally long.
        assert_eq!((outcome.stats.states, outcome.stats.cut, outcome.stats.depth), (286, 66, 10));
        assert_eq!(outcome.stats.frontier, 0);
        // Deep enough.
        let outcome = order.explore(Graph::chain(11), plan());
        assert!(outcome.is_complete());
        assert_eq!((outcome.stats.depth, outcome.stats.ended), (10, 1));
        let outcome = order.explore(Graph::chain(12), plan());
        assert_eq!((outcome.stats.states, outcome.stats.cut), (11, 1));
        // The initial state only.
        let plan = with(Limits { depth: Some(0), ..Limits::default() });
        let outcome = order.explore(Graph::chain(2), plan);
        assert_eq!((outcome.stats.states, outcome.stats.transitions, outcome.stats.cut), (1, 0, 1));
    }
}

/// Breadth-first search finds what lies within the limit, and only that.
#[test]
fn depth_is_exact_in_breadth() {
    let threads = vec![
        vec![Op::Add(0, 1), Op::Assert(0, 1), Op::Assert(0, 3)],
        vec![Op::Local, Op::Local, Op::Add(0, 1)],
    ];
    let program = Program { variables: 1, threads, cyclic: true, unnamed: false };
    let truth = truth(&program);
    for depth in 0..12 {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let plan = Plan { all: true, limits, ..Plan::default() };
        let outcome = Order::Breadth.explore(program.clone(), plan);
        let within = truth.causes.values().filter(|it| it.1 <= depth as usize).count();
        assert_eq!(outcome.findings.len(), within);
    }
}

#[test]
fn stop_at_any_moment() {
    for order in ORDERS {
        for moment in 0..12 {
            let stop = AtomicBool::new(false);
            let outcome = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_micros(1 << moment));
                    stop.store(true, Ordering::Relaxed);
                });
                order.search(&mut endless(), Plan { stop: Some(&stop), ..Plan::default() })
            });
            stopped_by(&outcome, Stopped::Request);
        }
    }
}

#[test]
fn progress_is_told_several_times_a_second() {
    for order in ORDERS {
        let mut told: Vec<Progress> = Vec::new();
        let mut tell = |progress: &Progress| {
            told.push(progress.clone());
            true
        };
        let limits = Limits { time: Some(Duration::from_millis(1050)), ..Limits::default() };
        let outcome =
            order.search(&mut endless(), Plan { limits, progress: Some(&mut tell), ..Plan::default() });
        assert!((3..=10).contains(&told.len()), "{}", told.len());
        assert!(
            told.windows(2).all(|pair| pair[0].states < pair[1].states && pair[0].elapsed < pair[1].elapsed)
        );
        let last = told.last().expect("at least three");
        assert!(last.states <= outcome.stats.states && last.transitions <= outcome.stats.transitions);
        assert!(last.frontier > 0 && last.depth > 0 && last.bytes > 0);
    }
}

#[test]
fn who_is_told_may_know_that_memory_is_short() {
    for order in ORDERS {
        let mut tell = |_: &Progress| false;
        let outcome = order.search(&mut endless(), Plan { progress: Some(&mut tell), ..Plan::default() });
        stopped_by(&outcome, Stopped::Memory);
    }
}
