//! Confirms that a run violates a property and counts, by the definitions alone: no automaton, no search.
//!
//! The run is taken on a fresh system. Its letters make a word that repeats itself, of which the formula must not hold
//! (`Property::holds_of` evaluates it by its definition). The lap must lead back to the state that it starts in, and
//! treat threads fairly. A run whose lap is empty repeats its last state, so nothing may be open there. A run without a
//! lap violates a property whatever comes; then the formula must not hold if its last state were repeated.

use super::fairness::Fairness;
use super::property::Property;
use crate::replay::Deviation;
use gmc_model::{Choices, Finding, Labelled, Note, Obstacle, Step, ThreadId, Violation};
use std::collections::BTreeSet;

/// Replays a finding from the current state, which the system is in again afterwards.
///
/// # Errors
/// When it does not violate the property, or does not count.
pub fn confirm_property<S: Labelled>(
    system: &mut S,
    finding: &Finding,
    property: &Property,
    fairness: Fairness,
) -> Result<Violation, Deviation> {
    system.mark();
    let result = judge(system, finding, property, fairness);
    system.rewind();
    system.forget();
    let notes = result?;
    Ok(Violation { notes, ..finding.violation.clone() })
}

/// What threads could do and did on a lap.
#[derive(Default)]
struct Lap {
    always: Option<BTreeSet<ThreadId>>,
    ever: BTreeSet<ThreadId>,
    moved: BTreeSet<ThreadId>,
}

impl Lap {
    fn add(&mut self, enabled: BTreeSet<ThreadId>, moved: ThreadId) {
        self.always = Some(match self.always.take() {
            None => enabled.clone(),
            Some(always) => &always & &enabled,
        });
        self.ever.extend(enabled);
        self.moved.insert(moved);
    }

    /// A thread that is not treated fairly.
    fn neglected(&self, fairness: Fairness) -> Option<ThreadId> {
        let must_move = match fairness {
            Fairness::None => return None,
            Fairness::Weak => self.always.as_ref()?,
            Fairness::Strong => &self.ever,
        };
        must_move.difference(&self.moved).next().copied()
    }
}

fn judge<S: Labelled>(
    system: &mut S,
    finding: &Finding,
    property: &Property,
    fairness: Fairness,
) -> Result<Vec<Note>, Deviation> {
    let mut open = Choices::new();
    let mut letters: Vec<u64> = Vec::new();
    // How many letters come before the lap: a state whose propositions are to be decided first has none.
    let mut lap_at = None;
    let (mut start, mut lap) = (None, Lap::default());
    let letter = |system: &mut S, step: usize| {
        let no_letter = |obstacle: Box<Obstacle>| Deviation::Unknown { step, obstacle };
        system.letter(&property.propositions).map_err(no_letter)
    };
    for (step, &choice) in finding.trace.iter().enumerate() {
        if finding.lap == Some(step) {
            (start, lap_at) = (Some(system.fingerprint()), Some(letters.len()));
        }
        let here = letter(system, step)?;
        letters.extend(here);
        system.choices(&mut open);
        if !open.contains(&choice) {
            return Err(Deviation::NotOpen { step, choice });
        }
        if finding.lap.is_some_and(|it| step >= it) && here.is_some() {
            let mut barred = Vec::new();
            system.barred(&mut barred);
            lap.add(open.iter().map(|it| it.thread).chain(barred).collect(), choice.thread);
        }
        match system.step(choice) {
            Step::Moved { .. } => {}
            Step::Violated(violation) => return Err(Deviation::Early { step, violation }),
            Step::Pruned => return Err(Deviation::Pruned { step }),
            Step::Unknown(obstacle) => return Err(Deviation::Unknown { step, obstacle }),
            Step::Stopped(why) => return Err(Deviation::Stopped(why)),
        }
    }
    let end = finding.trace.len();
    let cycle = match finding.lap {
        Some(first) if first < end => {
            if start != Some(system.fingerprint()) {
                return Err(Deviation::OpenLap);
            }
            if let Some(thread) = lap.neglected(fairness) {
                return Err(Deviation::Unfair { thread });
            }
            lap_at.expect("the lap was met")
        }
        Some(_) => {
            letters.extend(letter(system, end)?);
            system.choices(&mut open);
            let mut barred = Vec::new();
            system.barred(&mut barred);
            if let Some(choice) = open.first() {
                return Err(Deviation::NotOver { thread: choice.thread });
            }
            if let Some(violation) = open.take_end() {
                return Err(Deviation::Early { step: end, violation });
            }
            if !barred.is_empty() {
                return Err(Deviation::Pruned { step: end });
            }
            end
        }
        None => {
            letters.extend(letter(system, end)?);
            end
        }
    };
    if property.holds_of(&letters, cycle) {
        return Err(Deviation::Satisfied);
    }
    let mut notes = property.why_not(&letters, cycle);
    if let Some(lap) = finding.lap {
        let how = property.in_the_cycle(&letters, cycle);
        notes.push(match lap < end {
            true => format!("steps {} to {end} repeat for ever; there, {how}", lap + 1),
            false => format!("the run is over, and its last state repeats for ever; there, {how}"),
        });
    }
    Ok(notes.into_iter().map(|message| Note { message, location: None }).collect())
}
