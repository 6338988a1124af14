//! Shorter lassos for readers: shortest cycle first, then fewest context switches, then the shortest stem.
//!
//! Random walks and searches of large graphs show lassos that go round many a time before they close. Every candidate
//! is judged as any finding is, by the definitions alone ([`confirm_property`]), so that what is kept violates the
//! property and counts. A budget of time and memory bounds this; what was reached by then is the result.

use super::confirm::confirm_property;
use super::fairness::Fairness;
use super::property::Property;
use crate::limit_watch::LimitWatch;
use crate::minimise::Minimised;
use crate::plan::Limits;
use crate::variations::{switches, together, without_a_part, without_repetitions};
use gmc_model::{Choice, Finding, Labelled, Step};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// Looks for a shorter run that violates the property from the current state, which the system is in again afterwards.
pub fn shorten<S: Labelled>(
    system: &mut S,
    finding: &Finding,
    property: &Property,
    fairness: Fairness,
    limits: &Limits,
    stop: Option<&AtomicBool>,
) -> Minimised {
    let limit_watch = LimitWatch::new(limits, [stop, None], None);
    let (stem, cycle) = finding.trace.split_at(finding.lap.unwrap_or(finding.trace.len()));
    let best = Lasso { stem: stem.to_vec(), cycle: cycle.to_vec() };
    let mut shortening = Shortening { system, finding, property, fairness, limit_watch, best };
    while shortening.improve() {}
    let Lasso { stem, cycle } = shortening.best;
    Minimised { lap: finding.lap.map(|_| stem.len()), trace: [stem, cycle].concat(), proven: false }
}

/// A run that repeats its cycle for ever; its last state where that is empty.
#[derive(Clone)]
struct Lasso {
    stem: Vec<Choice>,
    cycle: Vec<Choice>,
}

impl Lasso {
    fn trace(&self) -> Vec<Choice> {
        [&self.stem[..], &self.cycle].concat()
    }

    /// What makes one lasso better than another.
    fn cost(&self) -> (usize, usize, usize) {
        (self.cycle.len(), switches(&self.trace()), self.stem.len())
    }
}

struct Shortening<'a, 'b, S> {
    system: &'a mut S,
    finding: &'a Finding,
    property: &'a Property,
    fairness: Fairness,
    limit_watch: LimitWatch<'b>,
    best: Lasso,
}

impl<S: Labelled> Shortening<'_, '_, S> {
    /// Takes the first variation that is better.
    fn improve(&mut self) -> bool {
        let from = self.best.clone();
        let Lasso { stem, cycle } = &from;
        let states = self.states(&from.trace());
        let with_cycle = |cycle: Vec<Choice>| Lasso { stem: stem.clone(), cycle };
        let with_stem = |stem: Vec<Choice>| Lasso { stem, cycle: cycle.clone() };
        let before = &states[..=stem.len()];
        let mut variations = cycles_within(&from, &states)
            .chain(std::iter::once_with(|| with_stem(without_repetitions(stem, before))))
            .chain(early_entries(&from, &states))
            .chain(without_a_part(cycle).map(with_cycle))
            .chain(together(cycle).map(with_cycle))
            .chain(together(stem).map(with_stem))
            .chain(without_a_part(stem).map(with_stem));
        variations.any(|it| self.take(it))
    }

    /// Takes a candidate if it is better and violates the property.
    fn take(&mut self, candidate: Lasso) -> bool {
        let is_empty = candidate.cycle.is_empty() && !self.best.cycle.is_empty();
        if is_empty || candidate.cost() >= self.best.cost() {
            return false;
        }
        if self.limit_watch.is_over(self.system.host_bytes()) {
            return false;
        }
        let lap = self.finding.lap.map(|_| candidate.stem.len());
        let finding = Finding { trace: candidate.trace(), lap, ..self.finding.clone() };
        let is_confirmed = confirm_property(self.system, &finding, self.property, self.fairness).is_ok();
        if is_confirmed {
            self.best = candidate;
        }
        is_confirmed
    }

    /// The states before each step of a run, and after the last one.
    fn states(&mut self, trace: &[Choice]) -> Vec<u128> {
        self.system.mark();
        let mut states = vec![self.system.fingerprint()];
        for &choice in trace {
            let step = self.system.step(choice);
            debug_assert!(matches!(step, Step::Moved { .. }), "the run was confirmed");
            states.push(self.system.fingerprint());
        }
        self.system.rewind();
        self.system.forget();
        states
    }
}

/// The cycles that a run passes, from each state to its next repetition, the shortest ones first; then its cycle
/// without each of them.
fn cycles_within<'a>(lasso: &'a Lasso, states: &'a [u128]) -> impl Iterator<Item = Lasso> + 'a {
    let (trace, lap) = (lasso.trace(), lasso.stem.len());
    let mut next: HashMap<u128, usize> = HashMap::new();
    let mut within: Vec<(usize, usize)> = Vec::new();
    for (start, state) in states.iter().enumerate().rev() {
        within.extend(next.insert(*state, start).map(|end| (start, end)));
    }
    within.retain(|(start, end)| end - start <= lasso.cycle.len());
    within.sort_by_key(|(start, end)| (end - start, *start));
    let on_cycle: Vec<_> = within.iter().copied().filter(|(start, _)| *start >= lap).collect();
    let alone = within
        .into_iter()
        .map(move |(start, end)| Lasso { stem: trace[..start].to_vec(), cycle: trace[start..end].to_vec() });
    let without = on_cycle.into_iter().map(move |(start, end)| {
        let cycle = [&lasso.cycle[..start - lap], &lasso.cycle[end - lap..]].concat();
        Lasso { stem: lasso.stem.clone(), cycle }
    });
    alone.chain(without)
}

/// The cycle entered where the stem first meets one of its states.
fn early_entries<'a>(lasso: &'a Lasso, states: &'a [u128]) -> impl Iterator<Item = Lasso> + 'a {
    let (before, on_cycle) = states.split_at(lasso.stem.len());
    let entry = before.iter().enumerate().find_map(|(at, state)| {
        let on_cycle = on_cycle.iter().take(lasso.cycle.len());
        Some((at, on_cycle.clone().position(|it| it == state)?))
    });
    entry.into_iter().map(|(at, turn)| {
        let cycle = [&lasso.cycle[turn..], &lasso.cycle[..turn]].concat();
        Lasso { stem: lasso.stem[..at].to_vec(), cycle }
    })
}
