//! The simplest search there is, on whole states, as the measure of the others.

use super::Rules;
use gmc_model::{ErrorKind, Step, Violation};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// ErrorKind and line.
pub type Cause = (ErrorKind, Option<u32>);

pub fn cause(violation: &Violation) -> Cause {
    (violation.kind, violation.location.as_ref().map(|it| it.line))
}

/// All there is to know.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Truth {
    pub states: u64,
    pub transitions: u64,
    pub pruned: u64,
    pub ended: u64,
    /// The largest distance from the initial state.
    pub depth: u64,
    /// How often each was met, and the length of the shortest trace.
    pub causes: BTreeMap<Cause, (u64, usize)>,
    /// Lines of obstacles, and how often.
    pub obstacles: BTreeMap<u32, u64>,
}

pub fn truth<R: Rules>(rules: &R) -> Truth {
    search(rules, &mut |_, _| None)
}

/// Violations that are found where each state is expanded with its ample choices and nothing else, whatever they lead
/// to.
pub fn careless<R: Rules>(rules: &R) -> BTreeSet<Cause> {
    search(rules, &mut |state, choices| rules.ample(state, choices)).causes.into_keys().collect()
}

type Selection<'a, S> = &'a mut dyn FnMut(&S, &[gmc_model::Choice]) -> Option<std::ops::Range<usize>>;

fn search<R: Rules>(rules: &R, select: Selection<'_, R::State>) -> Truth {
    let mut truth = Truth::default();
    let mut violated = |violation: &Violation, length: usize| {
        let known = truth.causes.entry(cause(violation)).or_insert((0, usize::MAX));
        *known = (known.0 + 1, known.1.min(length));
    };
    let initial = rules.initial();
    let mut seen = HashSet::from([initial.clone()]);
    let mut queue = VecDeque::from([(initial, 0)]);
    while let Some((state, depth)) = queue.pop_front() {
        truth.states += 1;
        truth.depth = truth.depth.max(depth as u64);
        let mut choices = Vec::new();
        rules.choices(&state, &mut choices);
        if choices.is_empty() {
            match rules.end(&state) {
                None => truth.ended += 1,
                Some(violation) => violated(&violation, depth),
            }
        }
        let selected = select(&state, &choices).unwrap_or(0..choices.len());
        for &choice in &choices[selected] {
            truth.transitions += 1;
            let mut next = state.clone();
            match rules.step(&mut next, choice) {
                Step::Moved { .. } => {
                    if seen.insert(next.clone()) {
                        queue.push_back((next, depth + 1));
                    }
                }
                Step::Pruned => truth.pruned += 1,
                Step::Violated(violation) => violated(&violation, depth + 1),
                Step::Unknown(obstacle) => {
                    let line = obstacle.location.expect("toys say where").line;
                    *truth.obstacles.entry(line).or_default() += 1;
                }
                Step::Stopped(_) => unreachable!("there are no limits"),
            }
        }
    }
    truth
}
