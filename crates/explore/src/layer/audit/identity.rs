//! Identity: what can be observed of a state must be the same each time it is met.
//!
//! States with one fingerprint have one future. One step of that can be observed: the same choices, and for each the
//! same result, a successor with the same fingerprint, and the same footprint. If that is so at every revisit, all
//! that follows is the same by induction. Where it is not, the fingerprint leaves something out, or a step depends on
//! something that is not in the state.
//!
//! Not compared: the names of objects without lasting ones, and footprints where symmetry reduction permutes threads.
//! States with symmetric threads may have two fingerprints, so only the kinds of their results are compared.

use super::Audit;
use gmc_model::{Access, Audited, Choice, Choices, ErrorKind, Location, Random, Step, ThreadId, ThreadOrder};
use std::fmt;
use std::rc::Rc;

/// A run from a state that is met again is followed for so many steps.
const DEEP: usize = 64;

/// What can be observed of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Observation {
    /// Its choices, with threads permuted as for the fingerprint, and what they lead to.
    pub(super) entries: Vec<Entry>,
    /// What is wrong with it, if it has no choices.
    pub(super) end: Option<ErrorKind>,
    /// Symmetry reduction permutes threads in the state that the fingerprint is of.
    pub(super) renamed: bool,
}

/// A choice and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) choice: Choice,
    pub(super) result: Result,
    /// What the step touches, sorted, without names that do not last.
    pub(super) accesses: Vec<Access>,
}

/// What a step led to, as far as it has to be the same each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Result {
    Moved { to: u128, progress: bool },
    Pruned,
    Violated(ErrorKind, Option<Location>),
    Unknown,
}

impl Result {
    pub(super) fn of<S: Audited>(step: &Step, system: &mut S) -> Result {
        match step {
            Step::Moved { progress } => Result::Moved { to: system.fingerprint(), progress: *progress },
            other => Result::of_end(other),
        }
    }

    /// The same, where states count as one that differ in nothing but names.
    pub(super) fn up_to_names<S: Audited>(step: &Step, system: &mut S) -> Result {
        match step {
            Step::Moved { progress } => {
                Result::Moved { to: system.canonical(ThreadOrder::Created), progress: *progress }
            }
            other => Result::of_end(other),
        }
    }

    /// Of a step that leads to no state.
    pub(super) fn of_end(step: &Step) -> Result {
        match step {
            Step::Moved { .. } | Step::Unknown(_) | Step::Stopped(_) => Result::Unknown,
            Step::Pruned => Result::Pruned,
            Step::Violated(violation) => Result::Violated(violation.kind, violation.location.clone()),
        }
    }

    /// What it is, whatever state it leads to.
    fn kind(&self) -> Result {
        match self {
            Result::Moved { progress, .. } => Result::Moved { to: 0, progress: *progress },
            other => other.clone(),
        }
    }

    /// Whether it is what another one is: the same kind where threads have changed places, since those that look
    /// alike stay in the order of their numbers, so that a state may have two fingerprints.
    pub(super) fn agrees(&self, other: &Result, by_name: bool) -> bool {
        self == other || !by_name && self.kind() == other.kind()
    }

    pub(super) fn is_moved(&self) -> bool {
        matches!(self, Result::Moved { .. })
    }

    pub(super) fn is_race(&self) -> bool {
        matches!(self, Result::Violated(ErrorKind::DataRace, _))
    }
}

impl fmt::Display for Result {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Result::Moved { to, progress } => {
                write!(f, "state {to:032x}{}", if *progress { " with progress" } else { "" })
            }
            Result::Pruned => f.write_str("an assumption that does not hold"),
            Result::Violated(kind, None) => write!(f, "a violation ({kind})"),
            Result::Violated(kind, Some(at)) => write!(f, "a violation ({kind} at {}:{})", at.file, at.line),
            Result::Unknown => f.write_str("something unknown"),
        }
    }
}

/// Accesses without names that do not last, in an order that does not depend on the run.
pub(super) fn nameless(accesses: &[Access]) -> Vec<Access> {
    let mut named: Vec<Access> = accesses.iter().map(|it| it.lasting()).collect();
    named.sort_unstable_by_key(|it| (it.object, it.start, it.end, it.write, it.gate));
    named.dedup();
    named
}

/// Accesses for a reader: `object 5 [0..4) written`.
pub(super) fn shown(accesses: &[Access]) -> String {
    let one = |it: &Access| match () {
        () if it.is_everything() => "everything".to_owned(),
        () if it.is_class() => {
            format!("some object [{}..{}) {}", it.start, it.end, action(it))
        }
        () => format!("object {:#x} [{}..{}) {}", it.object, it.start, it.end, action(it)),
    };
    if accesses.is_empty() {
        return "nothing".to_owned();
    }
    accesses.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn action(access: &Access) -> String {
    let gate = match access.gate {
        gmc_model::Gate::Free => String::new(),
        gate => format!(" ({gate:?})"),
    };
    format!("{}{gate}", if access.write { "written" } else { "read" })
}

impl<S: Audited> Audit<S> {
    /// Tries all choices of the current state and takes them back. With the steps as the system names threads and
    /// objects.
    pub(super) fn observe(&mut self, key: u128, roles: &[ThreadId]) -> (Observation, Vec<Entry>) {
        let mut choices = Choices::new();
        self.system.choices(&mut choices);
        let end = choices.end().map(|it| it.kind);
        let mut observation = Observation { entries: Vec::new(), end, renamed: !roles.is_empty() };
        let mut steps = Vec::new();
        self.system.mark();
        for &choice in &choices {
            let step = self.system.step(choice);
            let (mut accesses, mut created) = (Vec::new(), Vec::new());
            self.system.footprint(&mut accesses, &mut created);
            let result = Result::of(&step, &mut self.system);
            let (role, nameless) = (in_role(choice, roles), nameless(&accesses));
            observation.entries.push(Entry { choice: role, result: result.clone(), accesses: nameless });
            steps.push(Entry { choice, result, accesses });
            self.system.rewind();
        }
        self.system.forget();
        observation.entries.sort_by_key(|it| it.choice);
        self.check_return(key, &choices);
        (observation, steps)
    }

    /// Whether the system is in the state that it came from.
    fn check_return(&mut self, key: u128, choices: &[Choice]) {
        let back = self.system.fingerprint();
        if back != key {
            let what = format!("steps were taken back, and its fingerprint is another one: {back:032x}");
            self.report("rewind", Some(key), None, &what);
        }
        let mut again = Choices::new();
        self.system.choices(&mut again);
        if *again != *choices {
            let what = format!("steps were taken back, and its choices are {:?}, not {choices:?}", &*again);
            self.report("rewind", Some(key), None, &what);
        }
    }

    /// A state is met again: compares what is observed with the first time.
    pub(super) fn compare(&mut self, key: u128, first: &Observation, again: &Observation) {
        self.tally.revisits += 1;
        let by_name = !first.renamed && !again.renamed;
        if !by_name && is_stuck(first, again) {
            return;
        }
        let choices = |it: &Observation| it.entries.iter().map(|entry| entry.choice).collect::<Vec<_>>();
        if choices(first) != choices(again) {
            let what = format!(
                "its choices were {:?} the first time, and are {:?} now",
                choices(first),
                choices(again)
            );
            return self.report("identity", Some(key), None, &what);
        }
        if first.end != again.end {
            let what =
                format!("it ended with {:?} the first time, and does with {:?} now", first.end, again.end);
            return self.report("identity", Some(key), None, &what);
        }
        for (one, other) in first.entries.iter().zip(&again.entries) {
            if !one.result.agrees(&other.result, by_name) {
                let what = format!(
                    "the step led to {} the first time, and leads to {} now",
                    one.result, other.result
                );
                return self.report("identity", Some(key), Some(other.choice), &what);
            }
            if by_name && one.accesses != other.accesses {
                let what = format!(
                    "the step touched {} the first time, and touches {} now",
                    shown(&one.accesses),
                    shown(&other.accesses)
                );
                return self.report("identity", Some(key), Some(other.choice), &what);
            }
        }
    }

    /// A state is met again, and the search goes no further: a random run from here does what was seen of the states
    /// on its way. Those that were not seen yet are, for when they are met by another run.
    pub(super) fn go_on(&mut self, key: u128) {
        let before = self.at.clone();
        let mut random = Random::new(key as u64 ^ self.tally.revisits);
        let (mut key, mut choices, mut roles) = (key, Choices::new(), Vec::new());
        self.system.mark();
        for _ in 0..DEEP {
            roles.clear();
            self.system.permutation(&mut roles);
            let observation = match self.observations.get(&key) {
                Some(observation) => observation.clone(),
                None if !self.is_due(key) => break,
                None => {
                    let observation = Rc::new(self.observe(key, &roles).0);
                    self.observations.insert(key, observation.clone());
                    observation
                }
            };
            self.system.choices(&mut choices);
            if (observation.renamed || !roles.is_empty())
                && choices.is_empty() != observation.entries.is_empty()
            {
                break;
            }
            if choices.len() != observation.entries.len() {
                let count = observation.entries.len();
                let what = format!("it had {count} choices the first time, and has {:?} now", &*choices);
                self.report("identity", Some(key), None, &what);
                break;
            }
            if choices.is_empty() {
                break;
            }
            let choice = choices[random.below(choices.len() as u64) as usize];
            let role = in_role(choice, &roles);
            let step = self.advance(choice);
            let result = Result::of(&step, &mut self.system);
            let by_name = roles.is_empty() && !observation.renamed;
            if !self.is_known_step(key, &observation, (role, by_name), &result) {
                break;
            }
            let Result::Moved { to, .. } = result else { break };
            key = to;
        }
        self.system.rewind();
        self.system.forget();
        self.at = before;
    }

    fn is_known_step(
        &mut self,
        key: u128,
        observation: &Observation,
        (choice, by_name): (Choice, bool),
        result: &Result,
    ) -> bool {
        let known = observation.entries.iter().find(|it| it.choice == choice).map(|it| &it.result);
        if known.is_some_and(|it| it.agrees(result, by_name)) {
            return true;
        }
        let known = known.map_or_else(|| "nowhere".to_owned(), Result::to_string);
        let what = format!("the last step led to {known} the first time, and leads to {result} now");
        self.report("identity", Some(key), None, &what);
        false
    }

    /// Symmetric threads do the same.
    pub(super) fn compare_symmetric(&mut self, key: u128, observation: &Observation, roles: &[ThreadId]) {
        let mut pairs = Vec::new();
        self.system.symmetric_pairs(&mut pairs);
        for (one, other) in pairs {
            self.tally.symmetric_pairs += 1;
            let does = |thread: ThreadId| {
                let role = in_role(Choice { thread, alternative: 0 }, roles).thread;
                let own = observation.entries.iter().filter(move |it| it.choice.thread == role);
                own.map(|it| (it.choice.alternative, it.result.kind())).collect::<Vec<_>>()
            };
            let (mine, theirs) = (does(one), does(other));
            if mine != theirs {
                let what = format!(
                    "threads {one} and {other} can change places, but their steps lead to {mine:?} and {theirs:?}"
                );
                self.report("symmetry", Some(key), None, &what);
            }
        }
    }
}

/// Whether one of two states has no choices. A join that is put off until all threads of a class have ended is taken
/// where nothing else is left, and whether it can be depends on which of them has.
fn is_stuck(one: &Observation, other: &Observation) -> bool {
    one.entries.is_empty() != other.entries.is_empty()
}

/// A choice as it is in the state that the fingerprint is of.
pub(super) fn in_role(choice: Choice, roles: &[ThreadId]) -> Choice {
    Choice { thread: roles.get(choice.thread.index()).copied().unwrap_or(choice.thread), ..choice }
}
