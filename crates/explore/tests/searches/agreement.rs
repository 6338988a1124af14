//! All searches say the same, and what they say is true.

use crate::every::{ORDERS, Order, explore_every_way};
use crate::toy::famous::{broken_peterson, pell_lucas, peterson, philosophers, polite_philosophers};
use crate::toy::graph::{Edge, Graph, Node, graphs};
use crate::toy::lattice::Lattice;
use crate::toy::program::{Op, Program, programs};
use crate::toy::reference::{Cause, careless, cause, truth};
use crate::toy::{Rules, Toy};
use gmc_explore::Plan;
use gmc_model::{Choice, ErrorKind, SearchResult, Stopped, ThreadId, Verdict};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn all() -> Plan<'static> {
    Plan { all: true, ..Plan::default() }
}

fn reduced() -> Plan<'static> {
    Plan { all: true, reduce: true, ..Plan::default() }
}

fn causes(outcome: &SearchResult) -> BTreeSet<Cause> {
    outcome.findings.iter().map(|it| cause(&it.violation)).collect()
}

fn obstacles(outcome: &SearchResult) -> BTreeMap<u32, u64> {
    let line = |it: &gmc_model::Hindrance| it.obstacle.location.as_ref().expect("toys say where").line;
    outcome.hindrances.iter().map(|it| (line(it), it.count)).collect()
}

/// Compares complete searches with the reference.
#[track_caller]
fn compare_with_truth<R: Rules + Clone>(rules: &R) {
    let truth = truth(rules);
    for (order, outcome) in ORDERS.into_iter().zip(explore_every_way(rules, all)) {
        let stats = &outcome.stats;
        assert_eq!(stats.states, truth.states, "{order:?}");
        assert_eq!(stats.transitions, truth.transitions);
        assert_eq!(stats.pruned, truth.pruned);
        assert_eq!(stats.ended, truth.ended);
        assert_eq!((stats.reduced, stats.cut, stats.frontier), (0, 0, 0));
        let lost = |it: &BTreeMap<u32, u64>| it.values().sum::<u64>();
        let bad_steps = stats.transitions - stats.revisited - stats.pruned - (stats.states - 1);
        assert!(bad_steps >= lost(&truth.obstacles));
        assert_eq!(obstacles(&outcome), truth.obstacles);
        let counts =
            outcome.findings.iter().map(|it| (cause(&it.violation), it.count)).collect::<BTreeMap<_, _>>();
        assert_eq!(counts, truth.causes.iter().map(|(&cause, &(count, _))| (cause, count)).collect());
        assert_eq!(outcome.stopped, None);
        assert_eq!(outcome.is_complete(), truth.obstacles.is_empty());
        match order {
            Order::Breadth => {
                assert_eq!(stats.depth, truth.depth);
                for finding in &outcome.findings {
                    assert_eq!(
                        finding.trace.len(),
                        truth.causes[&cause(&finding.violation)].1,
                        "a shortest trace"
                    );
                }
            }
            Order::Depth | Order::Best(_) => assert!(stats.depth >= truth.depth),
        }
    }
    // The first violation only.
    for (order, outcome) in ORDERS.into_iter().zip(explore_every_way(rules, Plan::default)) {
        assert_eq!(outcome.findings.len(), truth.causes.len().min(1));
        assert_eq!(outcome.stopped.is_some(), !truth.causes.is_empty());
        let Some(finding) = outcome.findings.first() else { continue };
        assert_eq!((outcome.stopped, finding.count), (Some(Stopped::Violation), 1));
        assert_eq!(outcome.verdict(), Verdict::Violated { complete: false });
        if order == Order::Breadth {
            let shortest = truth.causes.values().map(|it| it.1).min();
            assert_eq!(Some(finding.trace.len()), shortest, "a shortest trace of all");
        }
    }
}

/// Compares searches with and without reduction.
#[track_caller]
fn compare_reduced<R: Rules + Clone>(rules: &R) -> u64 {
    let truth = truth(rules);
    let mut fewest = u64::MAX;
    for outcome in explore_every_way(rules, reduced) {
        assert_eq!(causes(&outcome), truth.causes.keys().copied().collect());
        assert!(obstacles(&outcome).keys().eq(truth.obstacles.keys()));
        assert_eq!(outcome.is_complete(), truth.obstacles.is_empty());
        assert!(outcome.stats.states <= truth.states);
        fewest = fewest.min(outcome.stats.states);
    }
    let first = || Plan { reduce: true, ..Plan::default() };
    for outcome in explore_every_way(rules, first) {
        assert_eq!(outcome.findings.len(), truth.causes.len().min(1));
    }
    fewest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn graphs_are_searched_whole(graph in graphs(40)) {
        compare_with_truth(&graph);
    }

    #[test]
    fn programs_are_searched_whole(program in programs()) {
        compare_with_truth(&program);
    }

    #[test]
    fn reduction_changes_no_verdict(program in programs()) {
        compare_reduced(&program);
    }
}

#[test]
fn lattices_have_a_known_size() {
    for (counters, limit) in [(1, 1), (1, 200), (2, 30), (3, 9), (5, 3), (8, 2)] {
        for order in ORDERS {
            let mut lattice = Lattice::new(counters, limit);
            let outcome = order.search(&mut lattice, Plan::default());
            assert_eq!(outcome.stats.states, lattice.states());
            assert_eq!(outcome.stats.transitions, lattice.transitions());
            assert_eq!(outcome.stats.depth, u64::from(counters) * u64::from(limit));
            assert_eq!(outcome.stats.ended, 1);
            assert!(matches!(outcome.verdict(), Verdict::Holds { omission } if omission < 1e-20));
        }
    }
}

#[test]
fn philosophers_deadlock() {
    for count in 2..8 {
        let truth = truth(&philosophers(count));
        assert_eq!(truth.states, pell_lucas(count));
        // Each has taken the left fork: n steps.
        assert_eq!(truth.causes, BTreeMap::from([((ErrorKind::Deadlock, None), (1, count))]));
        compare_with_truth(&philosophers(count));
        compare_reduced(&philosophers(count));
    }
    assert_eq!(pell_lucas(7), 478);
}

#[test]
fn polite_philosophers_do_not() {
    for count in 2..8 {
        assert_eq!(truth(&polite_philosophers(count)).causes, BTreeMap::new());
        compare_with_truth(&polite_philosophers(count));
    }
}

#[test]
fn peterson_excludes() {
    assert_eq!(truth(&peterson(false)).states, 44);
    assert_eq!(truth(&peterson(true)).states, 64);
    for program in [peterson(false), peterson(true)] {
        assert_eq!(truth(&program).causes, BTreeMap::new());
        compare_with_truth(&program);
        compare_reduced(&program);
    }
    let broken = truth(&broken_peterson()).causes.into_keys().collect::<Vec<_>>();
    assert_eq!(broken, [(ErrorKind::Assertion, Some(4)), (ErrorKind::Assertion, Some(104))]);
    compare_with_truth(&broken_peterson());
}

#[test]
fn reduction_reduces() {
    // Each thread by itself: one order suffices.
    let threads = vec![vec![Op::Local; 9]; 4];
    let program = Program { variables: 0, threads, cyclic: false, unnamed: false };
    assert_eq!(truth(&program).states, 10_000);
    assert_eq!(compare_reduced(&program), 37);
    for outcome in explore_every_way(&program, reduced) {
        assert_eq!((outcome.stats.states, outcome.stats.transitions), (37, 36));
        // Where only one thread is left, its choice is all there is.
        assert_eq!(outcome.stats.reduced, 27);
    }
}

/// A thread that runs for ever by itself, beside one that fails.
fn beside_failure(busy: Vec<Op>) -> Program {
    let shared = vec![Op::Set(0, 1), Op::Assert(0, 0)];
    Program { variables: 1, threads: vec![shared, busy], cyclic: false, unnamed: false }
}

/// Without the proviso the busy thread's loop is closed, and the failing thread is put off for ever.
#[test]
fn a_loop_does_not_put_others_off() {
    let program = beside_failure(vec![Op::Local, Op::Local, Op::Jump(0)]);
    assert_eq!(careless(&program), BTreeSet::new(), "this program shows what the proviso is for");
    assert_eq!(truth(&program).causes.len(), 1);
    compare_reduced(&program);
    // A loop of two paths: one of the ample choices leads on, the other one back.
    let program = beside_failure(vec![Op::Choose(0), Op::Jump(0)]);
    assert_eq!(careless(&program), BTreeSet::new());
    compare_reduced(&program);
}

/// A step that leads to no state carries nothing of what others can do.
#[test]
fn a_step_that_ends_does_not_take_others_along() {
    for op in [Op::Never, Op::Fail, Op::Riddle] {
        let program = beside_failure(vec![Op::Local, op]);
        assert!(
            !careless(&program).contains(&(ErrorKind::Assertion, Some(1))),
            "this program shows the trouble"
        );
        assert!(truth(&program).causes.contains_key(&(ErrorKind::Assertion, Some(1))));
        compare_reduced(&program);
    }
}

#[test]
fn a_violation_in_the_initial_state_has_an_empty_trace() {
    let stuck = Graph { nodes: vec![Node { edges: Vec::new(), stuck: true }] };
    for outcome in explore_every_way(&stuck, Plan::default) {
        assert_eq!(outcome.findings[0].trace, []);
        assert_eq!(outcome.stats.states, 1);
    }
}

#[test]
fn assumptions_prune_and_riddles_leave_the_answer_open() {
    let to = |node| Edge::To { node, progress: false };
    let choice = |outcome| Choice { thread: ThreadId(0), alternative: outcome };
    let pruned = vec![(choice(0), Edge::Pruned), (choice(1), to(1))];
    let mut graph = Graph { nodes: vec![Node { edges: pruned, stuck: false }, Node::default()] };
    for outcome in explore_every_way(&graph, Plan::default) {
        assert!(matches!(outcome.verdict(), Verdict::Holds { .. }));
        assert_eq!((outcome.stats.pruned, outcome.stats.ended), (1, 1));
    }
    graph.nodes[1].edges = (0..3).map(|i| (choice(i), Edge::Unknown(7))).collect();
    for outcome in explore_every_way(&graph, Plan::default) {
        let Verdict::Unknown { gaps } = outcome.verdict() else { panic!("{outcome:?}") };
        assert_eq!(gaps.len(), 1);
        assert_eq!(obstacles(&outcome), BTreeMap::from([(7, 3)]));
    }
}

/// The same cause by many paths: one finding, with the shortest of the traces.
#[test]
fn violations_are_grouped_by_cause() {
    let mut graph = Graph::chain(5);
    let wrong = |outcome, line| (Choice { thread: ThreadId(1), alternative: outcome }, Edge::Violated(line));
    for node in &mut graph.nodes {
        node.edges.push(wrong(0, 7));
    }
    graph.nodes[3].edges.push(wrong(1, 8));
    for outcome in explore_every_way(&graph, all) {
        let mut found: Vec<_> =
            outcome.findings.iter().map(|it| (cause(&it.violation).1, it.count, it.trace.len())).collect();
        found.sort();
        assert_eq!(found, [(Some(7), 5, 1), (Some(8), 1, 4)]);
        assert_eq!(outcome.verdict(), Verdict::Violated { complete: true });
        let shortest = outcome.findings.iter().find(|it| it.count == 5).expect("just seen");
        assert_eq!(shortest.violation.message, "seen from 0", "the message belongs to the trace");
    }
}

#[test]
fn a_million_states_deep() {
    let mut toy = Toy::new(Graph::chain(1_000_000));
    let outcome = Order::Depth.search(&mut toy, Plan::default());
    assert_eq!((outcome.stats.states, outcome.stats.depth), (1_000_000, 999_999));
    assert_eq!(toy.most_kept, 1, "states with one choice need no marks");

    // The same with a second choice everywhere.
    let edges: Vec<_> = (1..1_000_000).flat_map(|i| [(i - 1, 0, i, false), (i - 1, 1, 0, false)]).collect();
    let mut toy = Toy::new(Graph::new(1_000_000, &edges));
    let outcome = Order::Depth.search(&mut toy, Plan::default());
    assert_eq!((outcome.stats.states, outcome.stats.revisited), (1_000_000, 999_999));
    assert_eq!(toy.most_kept, 1_000_000);
    assert!(toy.is_untouched());
}
