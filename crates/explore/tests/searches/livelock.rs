//! Livelocks: those that are there, and those that only look like it.

use crate::toy::famous::peterson;
use crate::toy::graph::{Edge, Graph, graphs};
use crate::toy::program::{Op, Program, programs};
use crate::toy::reference::truth;
use crate::toy::{Rules, Toy};
use gmc_explore::{Deviation, Fingerprints128, Limits, Plan, confirm, livelocks};
use gmc_model::{Choice, ErrorKind, Finding, SearchResult, Stopped, ThreadId};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn search<R: Rules>(rules: R, plan: Plan<'_>) -> SearchResult {
    let mut toy = Toy::new(rules);
    let outcome = livelocks(&mut toy, &mut Fingerprints128::new(), plan);
    assert!(toy.is_untouched());
    outcome
}

/// The livelock, which is replayed.
#[track_caller]
fn livelock<R: Rules + Clone>(rules: &R) -> Option<Finding> {
    let outcome = search(rules.clone(), Plan { all: true, ..Plan::default() });
    assert_eq!(outcome.stats.states, truth(rules).states);
    let finding = outcome.findings.into_iter().find(|it| it.violation.kind == ErrorKind::Livelock)?;
    assert_eq!(confirm(&mut Toy::new(rules.clone()), &finding).as_ref(), Ok(&finding.violation));
    Some(finding)
}

fn threads(threads: &[&[Op]], cyclic: bool) -> Program {
    Program { variables: 3, threads: threads.iter().map(|it| it.to_vec()).collect(), cyclic, unnamed: false }
}

#[test]
fn running_in_a_circle_is_one() {
    let finding = livelock(&threads(&[&[Op::Local, Op::Set(0, 1), Op::Jump(1)]], false)).expect("a livelock");
    assert_eq!(
        (finding.trace.len(), finding.lap, finding.count),
        (4, Some(2), 1),
        "a lap of two after the first time"
    );
    assert_eq!(finding.violation.message, "thread 0 can go on for ever without progress");
    let on_the_spot = livelock(&threads(&[&[Op::Local, Op::Jump(1)]], false)).expect("a livelock");
    assert_eq!((on_the_spot.trace.len(), on_the_spot.lap), (2, Some(1)));
}

#[test]
fn coming_to_an_end_is_none() {
    assert_eq!(
        livelock(&threads(&[&[Op::Local, Op::Add(0, 1)], &[Op::Choose(1), Op::Progress]], false)),
        None
    );
}

/// Fairness is a matter of threads: nothing says that a choice of the program ever has its other outcome.
#[test]
fn bad_luck_for_ever_is_one() {
    assert!(livelock(&threads(&[&[Op::Choose(0)]], false)).is_some());
}

#[test]
fn waiting_for_somebody_who_can_go_on_is_none() {
    let spin: &[Op] = &[Op::JumpIf(0, 0, 0), Op::Local];
    assert_eq!(livelock(&threads(&[spin, &[Op::Local, Op::Set(0, 1)]], false)), None);
    // Two who wait for each other in turn.
    assert_eq!(
        livelock(&threads(&[spin, &[Op::Set(1, 1), Op::JumpIf(1, 0, 1), Op::Set(0, 1)]], false)),
        None
    );
}

#[test]
fn waiting_for_somebody_who_cannot_is_one() {
    let spin: &[Op] = &[Op::JumpIf(0, 0, 0)];
    let gone = livelock(&threads(&[spin, &[Op::Local]], false)).expect("the other one is through");
    assert_eq!(gone.violation.thread, ThreadId::FIRST);
    let blocked = livelock(&threads(&[spin, &[Op::Await(1, 1), Op::Set(0, 1)]], false));
    assert!(blocked.is_some(), "the other one waits too");
    let each_other = livelock(&threads(&[spin, &[Op::JumpIf(1, 0, 0)]], false)).expect("both spin");
    assert_eq!(each_other.violation.message, "threads 0, 1 can go on for ever without progress");
    let moving: BTreeSet<_> = each_other.trace.iter().map(|it| it.thread).collect();
    assert_eq!(moving.len(), 2, "the lap involves both");
}

/// Each takes one lock, tries the other one, and gives way.
#[test]
fn after_you_no_after_you() {
    let polite = |mine: usize, other: usize| {
        [
            Op::Lock(mine),
            Op::JumpIf(other, 1, 3),
            Op::Jump(5),
            Op::Unlock(mine, mine),
            Op::Jump(0),
            Op::Progress,
        ]
    };
    let finding = livelock(&threads(&[&polite(0, 1), &polite(1, 0)], false)).expect("a livelock");
    let lap = &finding.trace[finding.lap.expect("a lap")..];
    assert!(lap.iter().any(|it| it.thread == ThreadId(0)) && lap.iter().any(|it| it.thread == ThreadId(1)));
}

#[test]
fn progress_in_every_round_is_none() {
    assert_eq!(livelock(&threads(&[&[Op::Local, Op::Progress]], true)), None);
    // A lock that is taken again and again, whoever gets it: with progress and without.
    let round: &[Op] = &[Op::Lock(0), Op::Progress, Op::Unlock(0, 0)];
    assert_eq!(livelock(&threads(&[round, round], true)), None);
    let idle: &[Op] = &[Op::Lock(0), Op::Unlock(0, 0)];
    assert!(livelock(&threads(&[idle, idle], true)).is_some());
    // One that makes progress does not excuse one that spins: but a run in which it stands still is not fair.
    assert_eq!(livelock(&threads(&[&[Op::Progress], &[Op::Local]], true)), None);
}

#[test]
fn peterson_has_none() {
    assert_eq!(livelock(&peterson(true)), None);
    assert_eq!(livelock(&peterson(false)), None);
    // If one never leaves, the other one spins.
    let mut program = peterson(true);
    program.threads[0].insert(5, Op::Await(0, 3));
    assert!(livelock(&program).is_some());
}

/// By definition: a set of states that is strongly connected without progress, and fair. All sets are tried.
fn has_livelock(graph: &Graph) -> bool {
    let reachable = reachable(graph);
    (1_u32..1 << graph.nodes.len()).any(|set| {
        let states: Vec<usize> = (0..graph.nodes.len()).filter(|it| set & (1 << it) != 0).collect();
        let inside =
            |edge: &Edge| matches!(edge, Edge::To { node, progress: false } if states.contains(node));
        let steps = |from: usize| graph.nodes[from].edges.iter().filter(|it| inside(&it.1));
        let goes_to = |from: usize, to: usize| {
            steps(from).any(|it| matches!(it.1, Edge::To { node, .. } if node == to))
        };
        let connected = |from: usize, to: usize| {
            let (mut seen, mut stack) = (BTreeSet::new(), vec![from]);
            while let Some(at) = stack.pop() {
                stack.extend(states.iter().filter(|&&next| goes_to(at, next) && seen.insert(next)));
            }
            seen.contains(&to)
        };
        let open =
            |state: usize, thread: ThreadId| graph.nodes[state].edges.iter().any(|it| it.0.thread == thread);
        states.iter().all(|it| reachable.contains(it))
            && states.iter().all(|&a| states.iter().all(|&b| connected(a, b)))
            && (0..3).map(ThreadId).all(|thread| {
                let moves = states.iter().any(|&it| steps(it).any(|it| it.0.thread == thread));
                moves || states.iter().any(|&it| !open(it, thread))
            })
    })
}

fn reachable(graph: &Graph) -> BTreeSet<usize> {
    let (mut seen, mut stack) = (BTreeSet::from([0]), vec![0]);
    while let Some(at) = stack.pop() {
        for (_, edge) in &graph.nodes[at].edges {
            if let Edge::To { node, .. } = edge
                && seen.insert(*node)
            {
                stack.push(*node);
            }
        }
    }
    seen
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn found_if_and_only_if_there_is_one(graph in graphs(8)) {
        prop_assert_eq!(livelock(&graph).is_some(), has_livelock(&graph));
    }

    #[test]
    fn larger_ones_are_confirmed(graph in graphs(60)) {
        let _ = livelock(&graph);
    }

    #[test]
    fn those_of_programs_are_confirmed(program in programs()) {
        let _ = livelock(&program);
    }

    #[test]
    fn limits_do_not_make_findings_wrong(graph in graphs(30), states in 1..20_u64, depth in 1..10_u64) {
        let limits = Limits { states: Some(states), depth: Some(depth), ..Limits::default() };
        let outcome = search(graph.clone(), Plan { all: true, limits, ..Plan::default() });
        for finding in &outcome.findings {
            prop_assert!(confirm(&mut Toy::new(graph.clone()), finding).is_ok());
        }
    }
}

#[test]
fn a_violation_comes_first() {
    let program = threads(&[&[Op::Fail], &[Op::Jump(0)]], false);
    let outcome = search(program, Plan::default());
    assert_eq!((outcome.findings.len(), outcome.stopped), (1, Some(Stopped::Violation)));
    assert_eq!(outcome.findings[0].violation.kind, ErrorKind::Assertion);
}

#[test]
fn a_long_circle_needs_no_deep_stack() {
    let count = 300_000;
    let edges: Vec<_> = (0..count).map(|i| (i, 0, (i + 1) % count, false)).collect();
    let finding = livelock(&Graph::new(count, &edges)).expect("a livelock");
    assert_eq!((finding.trace.len(), finding.lap), (count, Some(0)));
}

#[test]
fn false_laps_are_refused() {
    let graph = Graph::new(
        3,
        &[(0, 0, 1, false), (1, 0, 0, false), (1, 1, 2, false), (0, 0, 0, true), (0, 1, 0, false)],
    );
    let finding = livelock(&graph).expect("a livelock");
    let choice = |from: usize, to: usize| {
        let leads = |edge: &Edge| matches!(edge, Edge::To { node, .. } if *node == to);
        graph.nodes[from].edges.iter().find(|it| leads(&it.1)).expect("an edge").0
    };
    let deviation = |trace: Vec<Choice>, lap| {
        let finding = Finding { trace, lap: Some(lap), ..finding.clone() };
        confirm(&mut Toy::new(graph.clone()), &finding).expect_err("no lap")
    };
    let round = vec![choice(0, 1), choice(1, 0)];
    assert_eq!(deviation(round.clone(), 0), Deviation::Unfair { thread: ThreadId(1) });
    assert_eq!(deviation(round[..1].to_vec(), 0), Deviation::OpenLap);
    assert_eq!(deviation(round.clone(), 2), Deviation::OpenLap);
    let progress = Choice { thread: ThreadId(0), alternative: 1 };
    assert_eq!(deviation(vec![progress], 0), Deviation::Progress { step: 0 });
}
