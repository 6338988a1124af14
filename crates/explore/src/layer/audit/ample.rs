//! Ample choices: whatever other threads do, now and later, commutes with them. A few runs of other threads are
//! followed from the state, with the ample step before them and after each of their steps.
//!
//! Nothing is claimed of the last remaining thread, whose steps are of another kind. And as in `independence`, what
//! the thread does *after* the ample step need not commute with others: they may race with it, and where they free
//! what it is about to access, it fails with the next step, not with the ample one.
//!
//! An ample step may decide a choice of another thread. If it comes first, the other thread has no choice. If it
//! comes second, the other thread has one, but all alternatives except one are pruned, and that one leads to the same
//! state.

use super::Audit;
use super::identity::Result;
use gmc_model::{Audited, Choice, Choices, Random, ThreadId};
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
    /// What the thread goes on to there, if it can do but one thing.
    onward: Option<Result>,
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
            let (others, wrong) = self.walk_besides(choice, &mut random);
            self.system.rewind();
            // It moves, as it did just now.
            let _ = self.system.step(choice);
            let wrong = wrong.or_else(|| self.follow_others(choice, &others));
            self.system.rewind();
            self.system.forget();
            if let Some(what) = wrong {
                self.report("ample", Some(key), Some(choice), &what);
            }
        }
    }

    /// Takes a few steps of others than the thread of a choice, and the choice after each of them. With what is wrong
    /// there.
    fn walk_besides(&mut self, ample: Choice, random: &mut Random) -> (Vec<Other>, Option<String>) {
        let mut others = Vec::new();
        let (mut open, mut here) = (Vec::new(), Choices::new());
        self.system.choices(&mut here);
        let own = of_thread(&here, ample.thread);
        while others.len() < STEPS {
            open.clear();
            open.extend(here.iter().copied().filter(|it| it.thread != ample.thread));
            if open.is_empty() {
                break;
            }
            let choice = open[random.below(open.len() as u64) as usize];
            let step = self.system.step(choice);
            let result = Result::up_to_names(&step, &mut self.system);
            if !result.is_moved() {
                others.push(Other { choice, result, then: None, onward: None });
                break;
            }
            self.system.choices(&mut here);
            if self.alone(&here).is_some() {
                break;
            }
            if of_thread(&here, ample.thread) != own {
                // In an atomic section no other thread has choices.
                if here.iter().all(|it| it.thread == choice.thread) {
                    break;
                }
                let what = format!(
                    "it is ample, but steps of others ({}) change its thread's choices to {:?}",
                    names(&others, choice),
                    of_thread(&here, ample.thread)
                );
                return (others, Some(what));
            }
            let (then, onward) = self.rehearse_before(ample, choice.thread);
            others.push(Other { choice, result, then: Some(then), onward });
        }
        (others, None)
    }

    /// Takes the ample step and takes it back: what it leads to, and what another thread goes on to there, if all but
    /// one of its choices lead nowhere.
    fn rehearse_before(&mut self, ample: Choice, thread: ThreadId) -> (Result, Option<Result>) {
        self.system.mark();
        let step = self.system.step(ample);
        let result = Result::up_to_names(&step, &mut self.system);
        let mut next = if result.is_moved() { self.rehearse_all(thread) } else { Vec::new() };
        let count = next.len();
        next.retain(|it| it.0 != Result::Pruned);
        let onward = if count > 1 && next.len() == 1 { next.pop() } else { None };
        self.system.rewind();
        self.system.forget();
        (result, onward.map(|it| it.0))
    }

    /// The ample step was taken: steps of others lead to where they lead with it after them. What is wrong otherwise.
    fn follow_others(&mut self, ample: Choice, others: &[Other]) -> Option<String> {
        let mut here = Choices::new();
        for (at, other) in others.iter().enumerate() {
            self.system.choices(&mut here);
            if self.alone(&here).is_some() {
                return None;
            }
            let run = names(&others[..at], other.choice);
            if !here.contains(&other.choice) {
                return Some(format!("it is ample, but after it others cannot go on as before it ({run})"));
            }
            self.tally.ample += 1;
            let expected = other.then.as_ref().unwrap_or(&other.result);
            // Asked before the step: there is no state after a race.
            let (ahead, accesses) = self.rehearse(other.choice);
            let by_next =
                (ahead.is_race() || !expected.is_moved()) && self.has_to_be_ordered(ample.thread, &accesses);
            let step = self.system.step(other.choice);
            let result = Result::up_to_names(&step, &mut self.system);
            let same = match (expected, &result) {
                (Result::Moved { to, .. }, Result::Moved { to: also, .. }) if to == also => true,
                (one, also) if one == also => true,
                (Result::Moved { .. }, also) if other.onward.as_ref() == Some(also) => return None,
                // With what the thread stands before after the ample step. What comes after a race is not examined, nor
                // whether something else would have come before it.
                (_, also) if also.is_race() => by_next,
                // The thread stands before what is gone now, and would not have come to stand there.
                (Result::Violated(..), Result::Moved { .. }) => {
                    by_next && self.is_about_to(ample.thread, expected)
                }
                _ => false,
            };
            if !same {
                return Some(format!(
                    "it is ample, but with steps of others ({run}) after it, it leads to {result}, and with them before it \
                     to {expected}"
                ));
            }
            if !result.is_moved() {
                return None;
            }
        }
        None
    }
}

fn of_thread(choices: &[Choice], thread: ThreadId) -> Vec<Choice> {
    choices.iter().copied().filter(|it| it.thread == thread).collect()
}

fn names(others: &[Other], last: Choice) -> String {
    let all = others.iter().map(|it| super::name(&it.choice)).chain([super::name(&last)]);
    all.collect::<Vec<_>>().join(" ")
}
