//! Reversing races: what has to be tried from earlier states of the path because the order makes a difference.

use super::Search;
use super::summary::Future;
use super::threads::ThreadSet;
use super::wakeup::{Attempt, Branch};
use gmc_model::{Access, Choice, Footprints};

impl<S: Footprints> Search<'_, '_, S> {
    /// The step that was placed races with steps of the path: it has to be tried before each of them.
    pub(super) fn reverse_next(&mut self, choice: Choice, accesses: &[Access]) {
        for at in 0..self.next.races.len() {
            let step = self.next.races[at];
            if self.is_worth_it(step) {
                self.sequence.clear();
                self.gather(step, step as usize + 1);
                self.sequence.push((choice, self.path.len() as u32), &self.next.clock, accesses, false);
                self.reverse(step);
            }
        }
    }

    /// The path leads no further, so all of its races are known. Each step has to be tried before what it races with, and so
    /// has who began to wait, whatever else the run does that goes without that.
    pub(super) fn settle(&mut self) {
        for later in 0..self.path.len() {
            for at in 0..self.path.races(later).len() {
                let step = self.path.races(later)[at];
                if self.is_worth_it(step) {
                    self.sequence.clear();
                    self.gather_until(step, step as usize + 1, later);
                    self.plan(later);
                    self.gather(step, later + 1);
                    self.plant(step);
                }
            }
        }
        let attempts = std::mem::take(&mut self.attempts);
        for attempt in &attempts {
            for &step in &attempt.races {
                if self.is_worth_it(step) {
                    self.sequence.clear();
                    self.gather_until(step, step as usize + 1, attempt.at);
                    let place = (attempt.choice, attempt.at as u32);
                    self.sequence.push(place, &attempt.clock, &attempt.accesses, false);
                    self.gather_besides(step, attempt);
                    self.plant(step);
                }
            }
        }
        self.attempts = attempts;
    }

    /// Adds to the sequence what the path does later on, without the step, and without noticing the attempt.
    fn gather_besides(&mut self, step: u32, attempt: &Attempt) {
        // Of each thread, the first step that notices.
        let mut behind = vec![u32::MAX; self.path.width()];
        for later in attempt.at..self.path.len() {
            let (thread, clock) = (self.path.thread(later), self.path.clock(later as u32));
            let notices = thread == attempt.choice.thread
                || clock.iter().zip(&behind).any(|(&known, &first)| known > first)
                || self
                    .path
                    .accesses(later)
                    .iter()
                    .any(|it| attempt.accesses.iter().any(|own| own.conflicts(it)));
            if notices {
                let first = &mut behind[thread.index()];
                *first = (*first).min(later as u32);
            } else if !self.path.is_after(later as u32, step) {
                self.plan(later);
            }
        }
    }

    /// Has the sequence, which is all that can be done without a step, followed from the state before that step, unless
    /// something to the same effect is.
    fn plant(&mut self, step: u32) {
        if self.is_dreamt_of(step) {
            return;
        }
        let frame = &mut self.frames[step as usize];
        let sequence = std::mem::take(&mut self.sequence);
        let (sequence, planted) =
            sequence.insert(&mut frame.wanted, frame.enabled.without(frame.asleep), true);
        self.sequence = sequence;
        if !planted {
            self.is_astray();
        }
    }

    /// Whether somebody sleeps in the state before a step who could go first without any difference to the sequence.
    fn is_dreamt_of(&self, step: u32) -> bool {
        let end = self.frames.get(step as usize + 1).map_or(self.sleepers.len(), |it| it.sleepers);
        let frame = &self.frames[step as usize];
        let mut asleep = frame.asleep | frame.done;
        for sleeper in &self.sleepers[frame.sleepers..end] {
            let dream = &self.dreams[sleeper.start..sleeper.end];
            if asleep.contains(sleeper.thread) && !self.sequence.admits(sleeper.thread, dream) {
                asleep.remove(sleeper.thread);
            }
        }
        !asleep.is_empty()
    }

    /// Whether there is anybody left in the state before a step who could be tried.
    fn is_worth_it(&self, step: u32) -> bool {
        let frame = &self.frames[step as usize];
        let trying = ThreadSet::of(self.choices[frame.next - 1].thread);
        !frame.enabled.without(frame.done | frame.asleep | trying).is_empty()
    }

    /// Adds to the sequence what can be done without a step: the steps of the path from here on that do not happen after it.
    fn gather(&mut self, step: u32, from: usize) {
        self.gather_until(step, from, self.path.len());
    }

    fn gather_until(&mut self, step: u32, from: usize, until: usize) {
        for it in from..until {
            if !self.path.is_after(it as u32, step) {
                self.plan(it);
            }
        }
    }

    /// Adds a step of the path to the sequence.
    fn plan(&mut self, step: usize) {
        let choice = self.choices[self.frames[step].next - 1];
        let (clock, accesses) = (self.path.clock(step as u32), self.path.accesses(step));
        self.sequence.push((choice, step as u32), clock, accesses, true);
    }

    /// Has the sequence tried from the state before a step, unless it is known there.
    fn reverse(&mut self, step: u32) {
        let frame = &mut self.frames[step as usize];
        if !self.sequence.starts_with_any(frame.done) {
            let sequence = std::mem::take(&mut self.sequence);
            self.sequence = sequence.insert(&mut frame.wanted, frame.enabled.without(frame.asleep), false).0;
        }
    }

    /// What is known to happen from the current state races with steps of the path.
    pub(super) fn foresee(&mut self, future: Future) {
        let threads = self.futures.threads(future);
        let mut next = std::mem::take(&mut self.next);
        let deeds: Vec<_> = self.futures.deeds(future).copied().collect();
        for (thread, access) in deeds {
            self.path.widen(thread.index() + 1);
            self.path.place(thread, &[access], &mut next);
            for &step in &next.races {
                if !self.is_worth_it(step) {
                    continue;
                }
                self.sequence.clear();
                self.gather(step, step as usize + 1);
                if self.sequence.steps.is_empty() {
                    // Whoever does anything and does not depend on the step may come first.
                    let free = threads.iter().filter(|&it| !self.path.is_behind(it, step)).collect();
                    self.want(step, free);
                } else {
                    // Whatever follows, these come first.
                    self.reverse(step);
                }
            }
        }
        self.next = next;
    }

    /// Has threads tried in the state before a step.
    fn want(&mut self, step: u32, threads: ThreadSet) {
        let frame = &mut self.frames[step as usize];
        let trying = ThreadSet::of(self.choices[frame.next - 1].thread);
        let known = frame
            .wanted
            .iter()
            .fold(frame.done | frame.asleep | trying, |all, it| all | ThreadSet::of(it.choice.thread));
        let new = (threads & frame.enabled).without(known);
        frame.wanted.extend(new.iter().map(Branch::alone));
    }
}
