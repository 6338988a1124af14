//! The audit: a layer that checks what the system claims by executing it.
//!
//! A search sees each state once and believes the system in much: that states with one fingerprint are one, that
//! steps commute, that ample choices suffice. Here every state, or a sample of them, is examined when it is met: all
//! of its steps are executed and taken back (a rehearsal). What they did is compared with what they did when the
//! state was met before, and with the claims. One file for each family of claims:
//!
//! - `identity`: equal fingerprints have equal futures, rewinding restores everything, symmetric threads do the same;
//! - `independence`: steps with disjoint footprints commute, and enable no blocked thread that waits for something
//!   else;
//! - `ample`: what other threads do commutes with ample choices;
//! - `runs`: a complete search has met the end of every run.
//!
//! The search is not disturbed: the layer passes on what the system says, and keeps what it found for itself. Which
//! states are examined depends on their fingerprints alone.
//!
//! Deliberately absent: what the search does with the claims. That two kinds of search find the same is for tests.

mod ample;
mod identity;
mod independence;
mod runs;

use gmc_model::{
    Access, Audited, Choice, ChoiceRange, Choices, Claims, Footprints, HostMemory, Reasons, RunEnd, Step,
    System, ThreadId, ThreadOrder,
};
use identity::{Observation, Result, in_role};
use std::collections::{HashMap, HashSet};
use std::num::NonZeroU64;
use std::rc::Rc;

/// So many discrepancies are reported in full; the others are counted.
const TOLD: usize = 10;

/// So many choices of a run are printed, the last ones.
const SHOWN: usize = 200;

/// A system whose claims are checked.
pub struct Audit<S> {
    system: S,
    /// One state of so many is examined.
    rate: NonZeroU64,
    /// What was observed of states when they were met first.
    observations: HashMap<u128, Rc<Observation>>,
    /// States of which the other claims were checked.
    examined: HashSet<u128>,
    /// States without choices that the search has met, up to names.
    ends: HashSet<u128>,
    at: At,
    marks: Vec<At>,
    /// How each state was reached: the number of the step before, and the choice.
    trail: Vec<(u32, Choice)>,
    /// What the last step has touched, and the threads that it has created.
    touched: (Vec<Access>, Vec<ThreadId>),
    /// The search has footprints recorded, too.
    tracks: bool,
    found: Vec<Discrepancy>,
    tally: Tally,
}

/// Where the system is.
#[derive(Clone, Default)]
struct At {
    /// The number of the last step, or none.
    step: u32,
    /// The state's fingerprint, once it was computed.
    key: Option<u128>,
    /// The state before, if it was looked at; the choice, and whether threads had their own numbers; whether the step
    /// was progress.
    from: Option<(u128, (Choice, bool), bool)>,
    /// The number of each thread in the state that the fingerprint is of; empty if they keep theirs.
    roles: Rc<[ThreadId]>,
}

/// A claim of the system that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// The family of claims.
    pub family: &'static str,
    /// What differs, with the state.
    pub what: String,
    /// A run to the state, from the initial one.
    pub trace: Vec<Choice>,
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// States that were examined when they were met first.
    pub states: u64,
    /// And when they were met again.
    pub revisits: u64,
    /// Steps of the search that were compared with those of a rehearsal.
    pub steps: u64,
    /// Pairs of steps that were taken in both orders.
    pub pairs: u64,
    /// Steps of other threads that were taken before and after ample ones.
    pub ample: u64,
    /// Pairs of symmetric threads.
    pub symmetric_pairs: u64,
    /// Random runs that came to an end.
    pub runs: u64,
    /// Claims that do not hold.
    pub discrepancies: u64,
}

impl Tally {
    /// Adds what another worker has compared.
    pub fn add(&mut self, other: &Tally) {
        self.states += other.states;
        self.revisits += other.revisits;
        self.steps += other.steps;
        self.pairs += other.pairs;
        self.ample += other.ample;
        self.symmetric_pairs += other.symmetric_pairs;
        self.runs += other.runs;
        self.discrepancies += other.discrepancies;
    }
}

impl<S: Audited> Audit<S> {
    /// Audits a system that is about to start. One state of so many is examined.
    pub fn new(system: S, rate: NonZeroU64) -> Audit<S> {
        Audit {
            system,
            rate,
            observations: HashMap::new(),
            examined: HashSet::new(),
            ends: HashSet::new(),
            at: At::default(),
            marks: Vec::new(),
            trail: Vec::new(),
            touched: Default::default(),
            tracks: false,
            found: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// The system without this layer.
    pub fn inner(&self) -> &S {
        &self.system
    }

    /// The first claims that do not hold.
    pub fn discrepancies(&self) -> &[Discrepancy] {
        &self.found
    }

    /// Whether no claim counts, since a hypothesis of a reduction was refuted.
    pub fn is_refuted(&self) -> bool {
        self.system.claims() == Claims::Refuted
    }

    /// How much was compared.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Whether a state is one of those that are examined.
    fn is_due(&self, key: u128) -> bool {
        ((key >> 64) as u64 ^ key as u64).is_multiple_of(self.rate.get())
    }

    /// The system has come to a state.
    fn arrive(&mut self) {
        let aside = self.system.begin_rehearsal();
        let key = self.system.fingerprint();
        let mut roles = Vec::new();
        self.system.permutation(&mut roles);
        (self.at.key, self.at.roles) = (Some(key), roles.into());
        if let Some((from, choice, progress)) = self.at.from.take() {
            self.check_step(from, choice, &Result::Moved { to: key, progress });
        }
        if self.is_due(key) {
            self.examine(key);
        }
        self.system.end_rehearsal(aside);
    }

    fn examine(&mut self, key: u128) {
        let roles = self.at.roles.clone();
        let (observation, steps) = self.observe(key, &roles);
        if let Some(first) = self.observations.get(&key).cloned() {
            self.compare(key, &first, &observation);
            self.go_on(key);
        }
        if !self.examined.insert(key) {
            return;
        }
        self.tally.states += 1;
        if let Some(what) = self.system.recheck_caches() {
            self.report("cache", Some(key), None, &what);
        }
        self.compare_symmetric(key, &observation, &roles);
        self.check_pairs(key, &steps);
        self.observations.entry(key).or_insert_with(|| Rc::new(observation));
    }

    /// The search has taken a step from a state: it must be the one that was rehearsed there.
    fn check_step(&mut self, from: u128, (choice, by_name): (Choice, bool), result: &Result) {
        let Some(observation) = self.observations.get(&from).cloned() else { return };
        let known = observation.entries.iter().find(|it| it.choice == choice).map(|it| it.result.clone());
        let by_name = by_name && !observation.renamed;
        self.tally.steps += 1;
        match known {
            Some(known) if known.agrees(result, by_name) => {}
            // Without footprints a system cannot drop a step that has only read when an assumption ends it.
            Some(Result::Pruned)
                if !self.tracks && result.is_moved() && self.is_given_up(&observation, choice, by_name) => {}
            Some(known) => {
                let what =
                    format!("the step led to {known} when it was executed, and to {result} in the search");
                self.report("step", Some(from), Some(choice), &what);
            }
            // See `is_stuck`.
            None if !by_name && observation.entries.is_empty() => {}
            None => self.report(
                "step",
                Some(from),
                Some(choice),
                "the search has taken a choice that was not there",
            ),
        }
    }

    /// Whether a step that an assumption ends when it is executed, and that has led to the current state in the
    /// search, has changed nothing for others: its thread goes on no more, and they have the choices that they had.
    fn is_given_up(&mut self, before: &Observation, choice: Choice, by_name: bool) -> bool {
        let mut here = Choices::new();
        self.system.choices(&mut here);
        let others = before.entries.iter().map(|it| it.choice).filter(|it| it.thread != choice.thread);
        if by_name && self.at.roles.is_empty() {
            others.eq(here.iter().copied())
        } else {
            others.count() == here.len()
        }
    }

    /// Takes a step and notes it, so that a report has the way there.
    fn advance(&mut self, choice: Choice) -> Step {
        self.trail.push((self.at.step, choice));
        self.at.step = self.trail.len() as u32;
        self.system.step(choice)
    }

    /// Reports a claim that does not hold.
    fn report(&mut self, family: &'static str, key: Option<u128>, choice: Option<Choice>, what: &str) {
        // After a refutation or a limit, claims do not count.
        if self.system.claims() != Claims::Count {
            return;
        }
        self.tally.discrepancies += 1;
        if self.found.len() == TOLD {
            return;
        }
        let trace = self.trace();
        let shown: Vec<String> = trace.iter().rev().take(SHOWN).rev().map(name).collect();
        let by = choice.map_or(String::new(), |it| {
            format!(", choice {} ({})", name(&it), self.system.describe(it.thread))
        });
        let state = key.map_or(String::new(), |it| format!(" in state {it:032x}"));
        let dots = if trace.len() > SHOWN { "… " } else { "" };
        let (count, shown) = (trace.len(), shown.join(" "));
        let what = format!("{family}:{state}{by}: {what}; after {count} choices: {dots}{shown}");
        self.found.push(Discrepancy { family, what, trace });
    }

    /// The choices that lead to the current state.
    fn trace(&self) -> Vec<Choice> {
        let mut trace = Vec::new();
        let mut at = self.at.step;
        while let Some(&(before, choice)) = (at as usize).checked_sub(1).and_then(|it| self.trail.get(it)) {
            trace.push(choice);
            at = before;
        }
        trace.reverse();
        trace
    }
}

/// A choice for a reader: `1`, or `1.2` for the thread's third alternative.
fn name(choice: &Choice) -> String {
    match choice.alternative {
        0 => choice.thread.to_string(),
        alternative => format!("{}.{alternative}", choice.thread),
    }
}

impl<S: Audited> System for Audit<S> {
    type Snapshot = (S::Snapshot, Kept);

    fn choices(&mut self, out: &mut Choices) {
        self.system.choices(out);
        let Some(key) = self.at.key else { return };
        if out.is_empty() {
            let aside = self.system.begin_rehearsal();
            let end = self.system.canonical(ThreadOrder::Canonical);
            self.system.end_rehearsal(aside);
            self.ends.insert(end);
        } else if let Some(ample) = out.ample()
            && self.is_due(key)
            && !self.is_refuted()
        {
            let aside = self.system.begin_rehearsal();
            self.check_ample(key, out, &ample);
            self.system.end_rehearsal(aside);
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        let from = self.at.key.filter(|key| self.observations.contains_key(key));
        let from = from.map(|key| (key, (in_role(choice, &self.at.roles), self.at.roles.is_empty())));
        self.trail.push((self.at.step, choice));
        let step = self.system.step(choice);
        self.touched.0.clear();
        self.touched.1.clear();
        if self.tracks {
            self.system.footprint(&mut self.touched.0, &mut self.touched.1);
        }
        match (&step, from) {
            (Step::Moved { progress }, from) => {
                let from = from.map(|(key, choice)| (key, choice, *progress));
                self.at = At { step: self.trail.len() as u32, from, ..At::default() };
            }
            (other, Some((key, choice))) => self.check_step(key, choice, &Result::of_end(other)),
            (_, None) => {}
        }
        step
    }

    fn fingerprint(&mut self) -> u128 {
        let fingerprint = self.system.fingerprint();
        if self.at.key.is_none() && !self.is_refuted() {
            self.arrive();
        }
        fingerprint
    }

    fn mark(&mut self) {
        self.marks.push(self.at.clone());
        self.system.mark();
    }

    fn rewind(&mut self) {
        self.at = self.marks.last().expect("there is a mark").clone();
        self.system.rewind();
    }

    fn forget(&mut self) {
        self.marks.pop();
        self.system.forget();
    }

    fn snapshot(&mut self) -> Self::Snapshot {
        (self.system.snapshot(), Kept(self.at.clone()))
    }

    fn restore(&mut self, (snapshot, kept): &Self::Snapshot) {
        self.marks.clear();
        self.at = kept.0.clone();
        self.system.restore(snapshot);
        if let Some(key) = self.at.key {
            let aside = self.system.begin_rehearsal();
            let back = self.system.fingerprint();
            self.system.end_rehearsal(aside);
            if back != key {
                let what =
                    format!("it was kept and restored, and its fingerprint is another one: {back:032x}");
                self.report("restore", Some(key), None, &what);
            }
        }
    }
}

impl<S: HostMemory> HostMemory for Audit<S> {
    fn host_bytes(&self) -> usize {
        let entries: usize =
            self.observations.len() * (size_of::<Observation>() + 4 * size_of::<identity::Entry>());
        self.system.host_bytes() + entries + self.trail.capacity() * size_of::<(u32, Choice)>()
    }
}

/// The part of a snapshot that the inner system does not have.
#[derive(Clone)]
pub struct Kept(At);

/// Rehearsals would be recorded as well, so no run is: a reason is the run itself.
impl<S: Audited> Reasons for Audit<S> {
    fn record(&mut self, _: bool) {}

    fn at_choice(&mut self, _: usize, _: u32) {}

    fn reason(&mut self, _: RunEnd) -> Option<Vec<ChoiceRange>> {
        None
    }
}

impl<S: Audited> Footprints for Audit<S> {
    fn is_actor(&self, thread: ThreadId) -> bool {
        self.system.is_actor(thread)
    }

    fn track(&mut self, on: bool) {
        self.tracks = on;
        self.system.track(on);
    }

    fn footprint(&mut self, accesses: &mut Vec<Access>, created: &mut Vec<ThreadId>) {
        accesses.extend_from_slice(&self.touched.0);
        created.extend_from_slice(&self.touched.1);
    }

    fn thread_count(&self) -> u32 {
        self.system.thread_count()
    }

    fn blocked_on(&mut self, thread: ThreadId, accesses: &mut Vec<Access>) -> bool {
        self.system.blocked_on(thread, accesses)
    }
}
