//! The happens-before relation of the current execution sequence: which steps of the run to the current state are
//! ordered.
//!
//! Two steps are ordered if they belong to one thread, if one creates the other's thread, if they conflict, or by a
//! chain of these. Each step has a vector clock (Mattern 1989; Flanagan and Godefroid, POPL 2005): for each thread,
//! how far into the run the last of its steps lies that happens before.
//!
//! Two steps race if they conflict and no chain of other steps orders them. A race is reversible if the second step can
//! come before the first; a lock cannot come before the unlock that it waits for ([`Gate`]).

use super::hash::BuildNumberHasher;
use gmc_model::{Access, Gate, ThreadId};
use std::collections::HashMap;

/// The steps of the current execution sequence.
#[derive(Default)]
pub(super) struct HappensBefore {
    /// The thread of each step.
    threads: Vec<ThreadId>,
    /// The races of all steps; of each step, where they end.
    races: Vec<u32>,
    races_end: Vec<usize>,
    /// A clock for each step, so many numbers each. Number t: one more than the index of a step of thread t.
    clocks: Vec<u32>,
    width: usize,
    /// The footprints of all steps; of each step, where it ends.
    accesses: Vec<Access>,
    ends: Vec<usize>,
    /// For each object, the accesses to it.
    by_object: HashMap<u64, Vec<Touch>, BuildNumberHasher>,
    /// For each class of objects without a lasting name, those that were ever touched.
    classes: HashMap<u64, Vec<u64>, BuildNumberHasher>,
    /// The steps that conflict with all others.
    global: Vec<u32>,
    /// For each thread, its steps, and before them the one that created it.
    own: Vec<Vec<u32>>,
    /// Threads that were created, with the step that did so.
    created: Vec<(ThreadId, u32)>,
    /// Buffer: steps whose race is irreversible.
    irreversible: Vec<u32>,
}

/// An access of a step.
#[derive(Clone, Copy)]
struct Touch {
    step: u32,
    access: Access,
}

/// A step that could come next: its clock, and the steps that it races with.
#[derive(Default)]
pub(super) struct NextStep {
    pub(super) thread: ThreadId,
    pub(super) clock: Vec<u32>,
    /// The last one first.
    pub(super) races: Vec<u32>,
}

impl HappensBefore {
    pub(super) fn len(&self) -> usize {
        self.threads.len()
    }

    /// What a step has touched.
    pub(super) fn accesses(&self, step: usize) -> &[Access] {
        let start = if step == 0 { 0 } else { self.ends[step - 1] };
        &self.accesses[start..self.ends[step]]
    }

    /// The earlier steps that a step races with.
    pub(super) fn races(&self, step: usize) -> &[u32] {
        let start = if step == 0 { 0 } else { self.races_end[step - 1] };
        &self.races[start..self.races_end[step]]
    }

    /// How many threads clocks have numbers for.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whose step it is.
    pub(super) fn thread(&self, step: usize) -> ThreadId {
        self.threads[step]
    }

    /// Whether a step happens after another one.
    pub(super) fn happens_after(&self, step: u32, other: u32) -> bool {
        self.happens_before(other, self.clock(step))
    }

    pub(super) fn clock(&self, step: u32) -> &[u32] {
        &self.clocks[step as usize * self.width..][..self.width]
    }

    /// Whether a step happens before one with this clock.
    fn happens_before(&self, step: u32, clock: &[u32]) -> bool {
        clock[self.threads[step as usize].index()] > step
    }

    /// Gives clocks numbers for so many threads.
    pub(super) fn reserve_threads(&mut self, threads: usize) {
        if threads <= self.width {
            return;
        }
        let width = threads.next_multiple_of(4);
        let mut clocks = vec![0; width * self.len()];
        if self.width > 0 {
            for (new, old) in clocks.chunks_mut(width).zip(self.clocks.chunks(self.width)) {
                new[..old.len()].copy_from_slice(old);
            }
        }
        (self.clocks, self.width) = (clocks, width);
        self.own.resize(width, Vec::new());
    }

    /// Whether a thread's next step happens after this one, whatever it is.
    pub(super) fn has_next_after(&self, thread: ThreadId, step: u32) -> bool {
        self.own[thread.index()].last().is_some_and(|&last| self.happens_before(step, self.clock(last)))
    }

    /// Computes the clock and the races that a step of a thread with this footprint would have.
    ///
    /// Earlier accesses are gone through backwards, up to one that happens before in any case and conflicts with all
    /// that the access conflicts with: what comes before that one happens before it. So a long loop over some
    /// variables costs no more at its end.
    ///
    /// A step that needs what another one has opened does not race with that one: it could not have come before. It may
    /// race with what comes before that: a lock with the lock before the unlock.
    pub(super) fn order(&mut self, thread: ThreadId, accesses: &[Access], next: &mut NextStep) {
        next.thread = thread;
        next.races.clear();
        next.clock.clear();
        match self.own[thread.index()].last() {
            Some(&last) => next.clock.extend_from_slice(self.clock(last)),
            None => next.clock.resize(self.width, 0),
        }
        let mut irreversible = std::mem::take(&mut self.irreversible);
        for access in accesses {
            if access.is_everything() {
                for step in (0..self.len() as u32).rev() {
                    self.conflict(step, Gate::Free, access, next, &mut irreversible);
                }
            } else if access.is_class() {
                // It may be any object of the class.
                self.order_after(&[], access, next, &mut irreversible);
                for object in self.classes.get(&access.object).map_or(&[][..], |it| it) {
                    let access = Access { object: *object, ..*access };
                    self.order_after(self.touches_of(*object), &access, next, &mut irreversible);
                }
            } else {
                self.order_after(self.touches_of(access.object), access, next, &mut irreversible);
            }
            for step in irreversible.drain(..) {
                join(&mut next.clock, self.clock(step));
            }
        }
        self.irreversible = irreversible;
        if next.races.len() > 1 {
            self.drop_ordered(&mut next.races);
        }
    }

    fn touches_of(&self, object: u64) -> &[Touch] {
        self.by_object.get(&object).map_or(&[], |it| it)
    }

    /// Orders an access of the next step after earlier ones, of which these are to the same object.
    fn order_after(
        &self,
        touches: &[Touch],
        access: &Access,
        next: &mut NextStep,
        irreversible: &mut Vec<u32>,
    ) {
        let mut global = self.global.iter().rev().peekable();
        let mut settled = false;
        for touch in touches.iter().rev() {
            while let Some(&&step) = global.peek()
                && step > touch.step
            {
                self.conflict(step, Gate::Free, access, next, irreversible);
                global.next();
            }
            if touch.access.conflicts(access) {
                self.conflict(touch.step, touch.access.gate, access, next, irreversible);
            }
            if is_within(access, &touch.access) && self.happens_before(touch.step, &next.clock) {
                settled = true;
                break;
            }
        }
        for &step in global.filter(|_| !settled) {
            self.conflict(step, Gate::Free, access, next, irreversible);
        }
    }

    /// Removes steps that happen before others of the list: these order them, so they are no races.
    fn drop_ordered(&self, races: &mut Vec<u32>) {
        races.sort_unstable_by(|one, other| other.cmp(one));
        races.dedup();
        let mut kept = 0;
        for at in 0..races.len() {
            let step = races[at];
            if !races[..kept].iter().any(|&it| self.happens_after(it, step)) {
                races[kept] = step;
                kept += 1;
            }
        }
        races.truncate(kept);
    }

    /// A step conflicts with an access of the next one.
    #[inline]
    fn conflict(
        &self,
        step: u32,
        gate: Gate,
        access: &Access,
        next: &mut NextStep,
        irreversible: &mut Vec<u32>,
    ) {
        if self.happens_before(step, &next.clock) {
            return;
        }
        if gate == Gate::Opens && access.gate == Gate::Needs {
            irreversible.push(step);
            return;
        }
        next.races.push(step);
        join(&mut next.clock, self.clock(step));
    }

    /// The run goes on with a step that was [ordered](HappensBefore::order).
    pub(super) fn push(&mut self, next: &NextStep, accesses: &[Access], created: &[ThreadId]) {
        let step = self.len() as u32;
        self.threads.push(next.thread);
        self.clocks.extend_from_slice(&next.clock);
        self.clocks[step as usize * self.width + next.thread.index()] = step + 1;
        self.accesses.extend_from_slice(accesses);
        self.ends.push(self.accesses.len());
        self.races.extend_from_slice(&next.races);
        self.races_end.push(self.races.len());
        for &access in accesses {
            if !access.is_everything() {
                let touches = self.by_object.entry(access.object).or_insert_with(|| {
                    if access.is_unnamed() {
                        self.classes.entry(access.lasting().object).or_default().push(access.object);
                    }
                    Vec::new()
                });
                touches.push(Touch { step, access });
            } else if self.global.last() != Some(&step) {
                self.global.push(step);
            }
        }
        self.own[next.thread.index()].push(step);
        for &thread in created {
            self.own[thread.index()].push(step);
            self.created.push((thread, step));
        }
    }

    /// Takes the last step back.
    pub(super) fn pop(&mut self) {
        let step = self.len() as u32 - 1;
        while let Some(&(thread, by)) = self.created.last()
            && by == step
        {
            self.own[thread.index()].pop();
            self.created.pop();
        }
        let thread = self.threads.pop().expect("a step");
        self.own[thread.index()].pop();
        self.clocks.truncate(step as usize * self.width);
        self.races_end.pop();
        self.races.truncate(self.races_end.last().copied().unwrap_or(0));
        self.ends.pop();
        let start = self.ends.last().copied().unwrap_or(0);
        for access in self.accesses.drain(start..) {
            if let Some(touches) = self.by_object.get_mut(&access.object) {
                touches.pop();
            }
        }
        if self.global.last() == Some(&step) {
            self.global.pop();
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.clocks.capacity() * size_of::<u32>()
            + self.accesses.capacity() * (size_of::<Access>() + size_of::<Touch>())
    }
}

/// Whether whatever conflicts with an access conflicts with another one too.
#[inline]
fn is_within(access: &Access, other: &Access) -> bool {
    other.start <= access.start && access.end <= other.end && (other.write || !access.write)
}

fn join(clock: &mut [u32], other: &[u32]) {
    for (mine, &theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(theirs);
    }
}
