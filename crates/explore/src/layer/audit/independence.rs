//! Independence: two steps of different threads with disjoint footprints lead to the same state in either order, and
//! neither enables or disables the other or changes its footprint. Nor does a step enable a blocked thread that waits
//! for something else. And of a step that opens a lock and one that needs it, only one can be enabled.
//!
//! Two things are claimed in a weaker form. A thread whose step ends before an access to memory that is gone fails at
//! once; one that stands before such an access when the memory goes fails with its next step. And a data race is
//! found where both accesses are next, so a step may race with the next access of another thread. In both cases the
//! thread's *next* step is what the other step does not commute with: a search that knows this tries both orders of
//! these two, and comes to the error. So the audit checks that these two conflict.
//!
//! Not claimed, and not checked, is what the last remaining thread does: its steps go on where they would have
//! stopped for others. Actors of the environment are none of these.

use super::Audit;
use super::identity::{Entry, Result, nameless, shown};
use gmc_model::{Access, Audited, Choice, Choices, ErrorKind, Gate, Step, ThreadId};

/// Of each thread at most so many choices are taken.
const OUTCOMES: usize = 2;

/// And at most so many of all.
const CHOICES: usize = 12;

/// What follows a step.
#[derive(Default)]
struct After {
    /// Whether it leads to a state.
    moved: bool,
    /// The choices there.
    choices: Choices,
    /// The only thread that is left there.
    alone: Option<ThreadId>,
    /// Of each choice that was there before, if the two commute: what it leads to then, and what it touches.
    then: Vec<Option<(Result, Vec<Access>)>>,
}

/// A step and what follows it.
type Followed<'a> = (&'a Entry, &'a After);

impl<S: Audited> Audit<S> {
    /// Takes the steps of the current state in pairs, in both orders.
    pub(super) fn check_pairs(&mut self, key: u128, steps: &[Entry]) {
        let steps = selection(steps);
        self.check_gates(key, &steps);
        let mut choices = Choices::new();
        self.system.choices(&mut choices);
        let waiting = self.waiting(&choices);
        let after: Vec<After> = steps.iter().map(|first| self.follow(first, &steps)).collect();
        let followed: Vec<Followed<'_>> = steps.iter().copied().zip(&after).collect();
        for &first in &followed {
            self.check_waiting(key, first, &waiting);
        }
        for (at, &one) in followed.iter().enumerate() {
            for (before, &other) in followed[..at].iter().enumerate() {
                if commute(one.0, other.0) && one.1.alone.is_none() && other.1.alone.is_none() {
                    self.tally.pairs += 1;
                    self.check_order(key, (one, before), other.0, &choices);
                    self.check_order(key, (other, at), one.0, &choices);
                    self.check_ends(key, (one, before), (other, at));
                }
            }
        }
    }

    /// Takes a step, and then each of the others that commutes with it.
    fn follow(&mut self, first: &Entry, steps: &[&Entry]) -> After {
        let mut after = After::default();
        self.system.mark();
        after.moved = matches!(self.system.step(first.choice), Step::Moved { .. });
        if after.moved {
            self.system.choices(&mut after.choices);
            after.alone = self.alone(&after.choices);
            for second in steps {
                let can =
                    commute(first, second) && after.alone.is_none() && after.choices.contains(&second.choice);
                let then = can.then(|| self.rehearse(second.choice));
                after.then.push(then.map(|(result, accesses)| (result, nameless(&accesses))));
            }
        }
        self.system.rewind();
        self.system.forget();
        after
    }

    /// Takes a step and takes it back: where it leads, up to names, and what it touches.
    pub(super) fn rehearse(&mut self, choice: Choice) -> (Result, Vec<Access>) {
        self.system.mark();
        let step = self.system.step(choice);
        let (mut accesses, mut created) = (Vec::new(), Vec::new());
        self.system.footprint(&mut accesses, &mut created);
        let result = Result::up_to_names(&step, &mut self.system);
        self.system.rewind();
        self.system.forget();
        (result, accesses)
    }

    /// What the choices of one thread in the current state lead to, and what they touch.
    pub(super) fn rehearse_all(&mut self, thread: ThreadId) -> Vec<(Result, Vec<Access>)> {
        let mut choices = Choices::new();
        self.system.choices(&mut choices);
        choices.retain(|it| it.thread == thread);
        choices.iter().map(|&it| self.rehearse(it)).collect()
    }

    /// Whether a thread in the current state is about to fail like this, whatever it chooses.
    pub(super) fn is_about_to(&mut self, thread: ThreadId, failure: &Result) -> bool {
        let next = self.rehearse_all(thread);
        !next.is_empty() && next.iter().all(|it| it.0 == *failure)
    }

    /// The thread that is the only one left in the current state, which has these choices.
    pub(super) fn alone(&mut self, choices: &[Choice]) -> Option<ThreadId> {
        // What the environment does is no reason for the last thread to stop.
        let mut others = choices.iter().filter(|it| !self.system.is_actor(it.thread));
        let thread = others.next()?.thread;
        if others.any(|it| it.thread != thread) {
            return None;
        }
        let mut accesses = Vec::new();
        let others = (0..self.system.thread_count())
            .map(ThreadId)
            .any(|it| it != thread && !self.system.is_actor(it) && self.system.blocked_on(it, &mut accesses));
        (!others).then_some(thread)
    }

    /// Threads that wait in the current state, which has these choices, and what keeps them.
    fn waiting(&mut self, choices: &[Choice]) -> Vec<(ThreadId, Vec<Access>)> {
        let mut waiting = Vec::new();
        for thread in (0..self.system.thread_count()).map(ThreadId) {
            let mut accesses = Vec::new();
            if !choices.iter().any(|it| it.thread == thread) && self.system.blocked_on(thread, &mut accesses)
            {
                waiting.push((thread, accesses));
            }
        }
        waiting
    }

    /// A step that touches nothing of what a thread waits for does not make it go on.
    fn check_waiting(
        &mut self,
        key: u128,
        (first, after): Followed<'_>,
        waiting: &[(ThreadId, Vec<Access>)],
    ) {
        for (thread, looked_at) in waiting {
            if !after.moved || *thread == first.choice.thread || conflict(&first.accesses, looked_at) {
                continue;
            }
            self.tally.pairs += 1;
            if after.choices.iter().any(|it| it.thread == *thread) {
                let what = format!(
                    "the step lets thread {thread} go on, but touches {}, and the thread waits for {}",
                    shown(&first.accesses),
                    shown(looked_at)
                );
                self.report("independence", Some(key), Some(first.choice), &what);
            }
        }
    }

    /// After the first step, the second one is what it was before.
    fn check_order(
        &mut self,
        key: u128,
        ((first, after), at): (Followed<'_>, usize),
        second: &Entry,
        before: &[Choice],
    ) {
        if !after.moved {
            return;
        }
        let both = || format!("{} and {}", shown(&first.accesses), shown(&second.accesses));
        let thread = second.choice.thread;
        let of = |all: &[Choice]| all.iter().copied().filter(|it| it.thread == thread).collect::<Vec<_>>();
        let (was, is) = (of(before), of(&after.choices));
        if was != is {
            let what = format!(
                "the step changes the choices of thread {thread} from {was:?} to {is:?}, but they touch {}",
                both()
            );
            return self.report("independence", Some(key), Some(first.choice), &what);
        }
        let Some(Some((result, accesses))) = after.then.get(at) else { return };
        let same = match (&second.result, result) {
            (Result::Moved { progress, .. }, Result::Moved { progress: also, .. }) => progress == also,
            (one, other) => one == other,
        };
        let fails = second.result.is_moved() && matches!(result, Result::Violated(..));
        let by_next = !same
            && fails
            && if result.is_race() {
                self.races_with_next(first.choice, second)
            } else {
                self.fails_next(first, second.choice, result)
            };
        if !same && !by_next {
            let what = format!(
                "after the step, that of thread {thread} leads to {result}, and before it to {}, but they touch {}",
                second.result,
                both()
            );
            return self.report("independence", Some(key), Some(first.choice), &what);
        }
        if same && nameless(&second.accesses) != *accesses {
            let what = format!(
                "after the step, that of thread {thread} touches {}, and before it {}, but the step touches {}",
                shown(accesses),
                shown(&nameless(&second.accesses)),
                shown(&first.accesses)
            );
            self.report("independence", Some(key), Some(first.choice), &what);
        }
    }

    /// Whether a step that fails after another one leads, before that one, to where its thread's next step conflicts
    /// with that one, and where either that one races with it, or the thread fails next in the same way.
    fn fails_next(&mut self, first: &Entry, second: Choice, failure: &Result) -> bool {
        self.system.mark();
        let came = matches!(self.system.step(second), Step::Moved { .. });
        let fails = came
            && self.has_to_be_ordered(second.thread, &first.accesses)
            && match self.system.step(first.choice) {
                // Freeing memory races with a thread that is about to access it.
                Step::Violated(it) => it.kind == ErrorKind::DataRace,
                Step::Moved { .. } => self.is_about_to(second.thread, failure),
                _ => false,
            };
        self.system.rewind();
        self.system.forget();
        fails
    }

    /// Whether a step after another one races with what the other one's thread is to do next, or a thread that it has
    /// made.
    fn races_with_next(&mut self, first: Choice, second: &Entry) -> bool {
        self.system.mark();
        let came = matches!(self.system.step(first), Step::Moved { .. });
        let (mut accesses, mut others) = (Vec::new(), vec![first.thread]);
        self.system.footprint(&mut accesses, &mut others);
        let races = came && others.iter().any(|&it| self.has_to_be_ordered(it, &second.accesses));
        self.system.rewind();
        self.system.forget();
        races
    }

    /// Whether what a thread does next in the current state, or what it waits for, races or conflicts with a step
    /// that has these accesses.
    pub(super) fn has_to_be_ordered(&mut self, thread: ThreadId, accesses: &[Access]) -> bool {
        let next = self.rehearse_all(thread);
        if next.is_empty() {
            let mut looked_at = Vec::new();
            return self.system.blocked_on(thread, &mut looked_at) && conflict(&looked_at, accesses);
        }
        let is_ordered = |(result, own): &(Result, Vec<Access>)| {
            result.is_race() || result.is_moved() && conflict(own, accesses)
        };
        next.iter().all(is_ordered)
    }

    /// Both orders lead to the same state.
    fn check_ends(
        &mut self,
        key: u128,
        (one, at_other): (Followed<'_>, usize),
        (other, at_one): (Followed<'_>, usize),
    ) {
        let then = |after: &After, at: usize| match after.then.get(at) {
            Some(Some((Result::Moved { to, .. }, _))) => Some(*to),
            _ => None,
        };
        let (Some(to), Some(also)) = (then(one.1, at_other), then(other.1, at_one)) else { return };
        if to != also {
            let what = format!(
                "the step and then that of thread {} lead to state {to:032x}, and in the other order to state \
                 {also:032x}, but they touch {} and {}",
                other.0.choice.thread,
                shown(&one.0.accesses),
                shown(&other.0.accesses)
            );
            self.report("independence", Some(key), Some(one.0.choice), &what);
        }
    }

    /// Of two choices of one state, one cannot open what the other one needs.
    fn check_gates(&mut self, key: u128, steps: &[&Entry]) {
        for opener in steps {
            for needer in steps.iter().filter(|it| it.choice.thread != opener.choice.thread) {
                let is_needed = |open: &Access| {
                    needer.accesses.iter().any(|need| need.gate == Gate::Needs && need.conflicts(open))
                };
                let mut opened = opener.accesses.iter().filter(|it| it.gate == Gate::Opens);
                if let Some(gate) = opened.find(|it| is_needed(it)) {
                    let what = format!(
                        "the step is said to open {} for others, but thread {}, which needs that, can go on before it",
                        shown(std::slice::from_ref(gate)),
                        needer.choice.thread
                    );
                    self.report("gate", Some(key), Some(opener.choice), &what);
                }
            }
        }
    }
}

/// A few choices of each thread.
fn selection(steps: &[Entry]) -> Vec<&Entry> {
    let mut chosen: Vec<&Entry> = Vec::new();
    for step in steps {
        let own = chosen.iter().filter(|it| it.choice.thread == step.choice.thread).count();
        if own < OUTCOMES && chosen.len() < CHOICES {
            chosen.push(step);
        }
    }
    chosen
}

fn commute(one: &Entry, other: &Entry) -> bool {
    one.choice.thread != other.choice.thread && !conflict(&one.accesses, &other.accesses)
}

fn conflict(one: &[Access], other: &[Access]) -> bool {
    let everything = |it: &[Access]| it.iter().any(Access::is_everything);
    everything(one)
        || everything(other)
        || one.iter().any(|mine| other.iter().any(|theirs| mine.conflicts(theirs)))
}
