//! Ample choices: whatever others do, now and later, commutes with them. A few runs of others are followed from the state, with the
//! ample step before them and after each of their steps.
//!
//! As everywhere, nothing is claimed of the last thread that is left, whose steps are of another kind.

use super::Audit;
use super::portrait::Result;
use gmc_model::{Audited, Choice, Random};
use std::ops::Range;

/// So many runs of others are followed.
const RUNS: u64 = 2;

/// Each for so many steps.
const STEPS: usize = 4;

/// A step of the others, and what follows.
struct Other {
    choice: Choice,
    result: Result,
    /// What the ample step leads to after it.
    then: Option<Result>,
}

impl<S: Audited> Audit<S> {
    /// Checks that a part of the current state's choices suffices.
    pub(super) fn check_ample(&mut self, key: u128, choices: &[Choice], ample: &Range<usize>) {
        let mut random = Random::new(key as u64);
        for _ in 0..RUNS {
            let at = ample.start + random.below(ample.len() as u64) as usize;
            let choice = choices[at];
            if !self.rehearse(choice).0.is_moved() {
                // There is no state after it, and the search tries everything.
                continue;
            }
            self.system.mark();
            let others = self.walk_besides(key, choice, &mut random);
            self.system.rewind();
            // It moves, as it did just now.
            let _ = self.system.step(choice);
            self.follow_others(key, choice, &others);
            self.system.rewind();
            self.system.forget();
        }
    }

    /// Takes a few steps of others than the thread of a choice, and the choice after each of them.
    fn walk_besides(&mut self, key: u128, ample: Choice, random: &mut Random) -> Vec<Other> {
        let mut others = Vec::new();
        let (mut open, mut here) = (Vec::new(), Vec::new());
        self.system.choices(&mut here);
        let own = of_thread(&here, ample.thread);
        while others.len() < STEPS {
            open.clear();
            open.extend(here.iter().filter(|it| it.thread != ample.thread));
            if open.is_empty() {
                break;
            }
            let choice = open[random.below(open.len() as u64) as usize];
            let step = self.system.step(choice);
            let result = Result::of(&step, &mut self.system);
            if !result.is_moved() {
                others.push(Other { choice, result, then: None });
                break;
            }
            here.clear();
            self.system.choices(&mut here);
            if self.alone(&here).is_some() {
                break;
            }
            if of_thread(&here, ample.thread) != own {
                // In an atomic section nobody else has any.
                if here.iter().all(|it| it.thread == choice.thread) {
                    break;
                }
                let what = format!(
                    "it is ample, but steps of others ({}) change its thread's choices to {:?}",
                    names(&others, choice),
                    of_thread(&here, ample.thread)
                );
                self.report("ample", Some(key), Some(ample), &what);
                break;
            }
            let then = self.rehearse(ample).0;
            others.push(Other { choice, result, then: Some(then) });
        }
        others
    }

    /// The ample step was taken: steps of others lead to where they lead with it after them.
    fn follow_others(&mut self, key: u128, ample: Choice, others: &[Other]) {
        let mut here = Vec::new();
        for (at, other) in others.iter().enumerate() {
            here.clear();
            self.system.choices(&mut here);
            if self.alone(&here).is_some() {
                return;
            }
            let run = names(&others[..at], other.choice);
            if !here.contains(&other.choice) {
                let what = format!("it is ample, but after it others cannot go on as before it ({run})");
                return self.report("ample", Some(key), Some(ample), &what);
            }
            self.tally.ample += 1;
            let step = self.system.step(other.choice);
            let result = Result::of(&step, &mut self.system);
            let expected = other.then.as_ref().unwrap_or(&other.result);
            let same = match (expected, &result) {
                (Result::Moved { to, .. }, Result::Moved { to: also, .. }) => to == also,
                // With what the thread stands before after the ample step.
                (Result::Moved { .. }, also) if also.is_race() => return,
                (one, also) => one == also,
            };
            if !same {
                let what = format!(
                    "it is ample, but with steps of others ({run}) after it, it leads to {result}, and with them before it to {expected}"
                );
                return self.report("ample", Some(key), Some(ample), &what);
            }
            if !result.is_moved() {
                return;
            }
        }
    }
}

fn of_thread(choices: &[Choice], thread: u32) -> Vec<Choice> {
    choices.iter().copied().filter(|it| it.thread == thread).collect()
}

fn names(others: &[Other], last: Choice) -> String {
    let all = others.iter().map(|it| super::name(&it.choice)).chain([super::name(&last)]);
    all.collect::<Vec<_>>().join(" ")
}
