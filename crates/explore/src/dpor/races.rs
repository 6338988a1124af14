//! Race reversal: what has to be explored from earlier states of the path because the order of steps makes a
//! difference.
//!
//! A run in which a race of steps *e* and *f* is reversed starts, from the state before *e*, with what the path does
//! after *e* and does not happen after it (*notdep(e)*), and then *f*. That sequence is a wakeup sequence of the
//! state before *e*. Without wakeup trees it suffices that one of its initials is explored there (a source set): a
//! backtracking point.

use super::Search;
use super::summary::Summary;
use super::threads::ThreadSet;
use super::wakeup::{BlockedStep, Branch};
use gmc_model::{Access, Choice, Footprints};

impl<S: Footprints> Search<'_, '_, S> {
    /// Reverses the races of the next step, which was ordered after the path.
    pub(super) fn reverse_next(&mut self, choice: Choice, accesses: &[Access]) {
        for at in 0..self.next.races.len() {
            let step = self.next.races[at];
            if self.has_unexplored(step) {
                self.sequence.clear();
                self.add_notdep(step, step as usize + 1..self.run.len());
                self.sequence.push((choice, self.run.len() as u32), &self.next.clock, accesses, false);
                self.backtrack_sequence(step);
            }
        }
    }

    /// Reverses all races of a run that is at its end, including those of steps that were blocked.
    ///
    /// With wakeup trees races are reversed only here: the sequence goes on with all that the rest of the run does
    /// without *e*, so that the tree knows how the run with the reversed race goes on.
    pub(super) fn reverse_all(&mut self) {
        for later in 0..self.run.len() {
            for at in 0..self.run.races(later).len() {
                let step = self.run.races(later)[at];
                if self.has_unexplored(step) {
                    self.sequence.clear();
                    self.add_notdep(step, step as usize + 1..later);
                    self.add_step(later);
                    self.add_notdep(step, later + 1..self.run.len());
                    self.insert_sequence(step);
                }
            }
        }
        let blocked = std::mem::take(&mut self.blocked_steps);
        for attempt in &blocked {
            for &step in &attempt.races {
                if self.has_unexplored(step) {
                    self.sequence.clear();
                    self.add_notdep(step, step as usize + 1..attempt.at);
                    let place = (attempt.choice, attempt.at as u32);
                    self.sequence.push(place, &attempt.clock, &attempt.accesses, false);
                    self.add_notdep_of_both(step, attempt);
                    self.insert_sequence(step);
                }
            }
        }
        self.blocked_steps = blocked;
    }

    /// Adds to the sequence the steps of the run, among these, that do not happen after a step.
    fn add_notdep(&mut self, step: u32, among: std::ops::Range<usize>) {
        for later in among {
            if !self.run.happens_after(later as u32, step) {
                self.add_step(later);
            }
        }
    }

    /// Adds to the sequence what the run does later on that happens neither after a step nor after a blocked one.
    fn add_notdep_of_both(&mut self, step: u32, attempt: &BlockedStep) {
        // Of each thread, its first step that happens after the blocked one.
        let mut dependent = vec![u32::MAX; self.run.width()];
        for later in attempt.at..self.run.len() {
            let (thread, clock) = (self.run.thread(later), self.run.clock(later as u32));
            let depends = thread == attempt.choice.thread
                || clock.iter().zip(&dependent).any(|(&known, &first)| known > first)
                || self
                    .run
                    .accesses(later)
                    .iter()
                    .any(|it| attempt.accesses.iter().any(|own| own.conflicts(it)));
            if depends {
                let first = &mut dependent[thread.index()];
                *first = (*first).min(later as u32);
            } else if !self.run.happens_after(later as u32, step) {
                self.add_step(later);
            }
        }
    }

    /// Adds a step of the run to the sequence.
    fn add_step(&mut self, step: usize) {
        let choice = self.path.taken(step);
        let (clock, accesses) = (self.run.clock(step as u32), self.run.accesses(step));
        self.sequence.push((choice, step as u32), clock, accesses, true);
    }

    /// Inserts the sequence, which is all that can be done without a step, into the wakeup tree of the state before
    /// the step.
    fn insert_sequence(&mut self, step: u32) {
        if self.is_covered_by_sleep_set(step) {
            return;
        }
        let frame = &mut self.path.frames[step as usize];
        let usable = frame.threads.enabled.without(frame.threads.asleep);
        let sequence = std::mem::take(&mut self.sequence);
        let (sequence, inserted) = sequence.insert(&mut frame.wakeup, usable, true);
        self.sequence = sequence;
        if !inserted {
            self.diverge();
        }
    }

    /// Whether a thread that sleeps in the state before a step, or was explored there, is a weak initial of the
    /// sequence: an equivalent run is explored elsewhere.
    fn is_covered_by_sleep_set(&self, step: u32) -> bool {
        let frame = &self.path.frames[step as usize];
        let end = self.path.frames.get(step as usize + 1).map(|it| it.sleep);
        let mut asleep = frame.threads.asleep | frame.threads.done;
        for (thread, footprint) in self.sleep.between(frame.sleep, end) {
            if asleep.contains(thread) && !self.sequence.has_weak_initial(thread, footprint) {
                asleep.remove(thread);
            }
        }
        !asleep.is_empty()
    }

    /// Whether there is a thread left to explore in the state before a step.
    fn has_unexplored(&self, step: u32) -> bool {
        let threads = &self.path.frames[step as usize].threads;
        let exploring = ThreadSet::of(self.path.taken(step as usize).thread);
        !threads.enabled.without(threads.done | threads.asleep | exploring).is_empty()
    }

    /// Has an initial of the sequence explored in the state before a step, unless one was or will be.
    fn backtrack_sequence(&mut self, step: u32) {
        let frame = &mut self.path.frames[step as usize];
        if !self.sequence.has_initial_among(frame.threads.done) {
            let usable = frame.threads.enabled.without(frame.threads.asleep);
            let sequence = std::mem::take(&mut self.sequence);
            self.sequence = sequence.insert(&mut frame.wakeup, usable, false).0;
        }
    }

    /// Reverses the races of what is known to happen from the current state, which is not explored again.
    pub(super) fn reverse_summary(&mut self, summary: Summary) {
        let threads = self.summaries.threads(summary);
        let mut next = std::mem::take(&mut self.next);
        let accesses: Vec<_> = self.summaries.accesses(summary).copied().collect();
        for (thread, access) in accesses {
            self.run.reserve_threads(thread.index() + 1);
            self.run.order(thread, &[access], &mut next);
            for &step in &next.races {
                if !self.has_unexplored(step) {
                    continue;
                }
                self.sequence.clear();
                self.add_notdep(step, step as usize + 1..self.run.len());
                if self.sequence.steps.is_empty() {
                    // Any thread of the summary that does not depend on the step may be an initial.
                    let free = threads.iter().filter(|&it| !self.run.has_next_after(it, step)).collect();
                    self.add_backtrack_points(step, free);
                } else {
                    // Whatever follows, one of these comes first.
                    self.backtrack_sequence(step);
                }
            }
        }
        self.next = next;
    }

    /// Has threads explored in the state before a step.
    fn add_backtrack_points(&mut self, step: u32, threads: ThreadSet) {
        let exploring = ThreadSet::of(self.path.taken(step as usize).thread);
        let frame = &mut self.path.frames[step as usize];
        let planned: ThreadSet = frame.wakeup.iter().map(|it| it.choice.thread).collect();
        let known = frame.threads.done | frame.threads.asleep | exploring | planned;
        let new = (threads & frame.threads.enabled).without(known);
        frame.wakeup.extend(new.iter().map(Branch::backtrack));
    }
}
