//! Findings are replayed, and traces that do not fit are noticed.

use crate::every::{ORDERS, explore_every_way};
use crate::toy::famous::{broken_peterson, philosophers};
use crate::toy::graph::{Edge, Graph, graphs};
use crate::toy::program::programs;
use crate::toy::{Rules, Toy};
use gmc_explore::{Deviation, Plan, confirm, replay};
use gmc_model::{Choice, ErrorKind, Finding, ThreadId};
use proptest::prelude::*;

#[track_caller]
fn all_are_confirmed<R: Rules + Clone>(rules: &R, reduce: bool) {
    for outcome in explore_every_way(rules, || Plan { all: true, reduce, ..Plan::default() }) {
        let mut toy = Toy::new(rules.clone());
        for finding in &outcome.findings {
            assert_eq!(confirm(&mut toy, finding).as_ref(), Ok(&finding.violation), "message and all");
            assert!(toy.is_untouched());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn findings_in_graphs_are_confirmed(graph in graphs(40)) {
        all_are_confirmed(&graph, false);
    }

    #[test]
    fn findings_in_programs_are_confirmed(program in programs(), reduce in any::<bool>()) {
        all_are_confirmed(&program, reduce);
    }
}

#[test]
fn famous_findings_are_confirmed() {
    all_are_confirmed(&philosophers(5), false);
    all_are_confirmed(&broken_peterson(), true);
}

const GO: Choice = Choice { thread: ThreadId::FIRST, alternative: 0 };

/// Three states in a row, the third with a choice that does this.
fn row(last: Edge) -> Graph {
    let mut graph = Graph::chain(3);
    graph.nodes[2].edges.push((GO, last));
    graph
}

fn finding() -> Finding {
    let outcome = ORDERS[0].explore(row(Edge::Violated(7)), Plan::default());
    outcome.findings.into_iter().next().expect("a violation")
}

fn deviation(graph: Graph, finding: &Finding) -> Deviation {
    let mut toy = Toy::new(graph);
    let deviation = confirm(&mut toy, finding).expect_err("a deviation");
    assert!(toy.is_untouched());
    assert!(!deviation.to_string().is_empty());
    deviation
}

#[test]
fn deviations_are_told() {
    let finding = finding();
    assert_eq!(finding.trace, [GO, GO, GO]);

    let mut other_way = finding.clone();
    other_way.trace[1].alternative = 5;
    let choice = other_way.trace[1];
    assert_eq!(deviation(row(Edge::Violated(7)), &other_way), Deviation::NotOpen { step: 1, choice });
    assert_eq!(deviation(row(Edge::Pruned), &finding), Deviation::Pruned { step: 2 });
    assert!(matches!(deviation(row(Edge::Unknown(1)), &finding), Deviation::Unknown { step: 2, .. }));
    assert_eq!(deviation(row(Edge::To { node: 0, progress: false }), &finding), Deviation::Harmless);
    assert!(
        matches!(deviation(row(Edge::Violated(8)), &finding), Deviation::Other(it) if it.kind == ErrorKind::Assertion)
    );

    let mut shorter = finding.clone();
    shorter.trace.pop();
    assert_eq!(deviation(row(Edge::Violated(7)), &shorter), Deviation::Harmless);
    let mut longer = finding.clone();
    longer.trace.push(GO);
    assert!(matches!(deviation(row(Edge::Violated(7)), &longer), Deviation::Early { step: 2, .. }));
    assert_eq!(deviation(Graph::chain(3), &finding), Deviation::NotOpen { step: 2, choice: GO });
}

#[test]
fn a_replay_can_be_followed() {
    let mut toy = Toy::new(Graph::chain(4));
    let mut seen = Vec::new();
    let wrong = replay(&mut toy, &[GO, GO], &mut |toy: &mut Toy<Graph>, step| seen.push((step, toy.state)));
    assert_eq!((wrong, toy.state), (Ok(None), 2));
    assert_eq!(seen, [(0, 0), (1, 1)]);
}
