//! The run from the initial state to the current one, as a partial order: which steps happen before which.
//!
//! Each step has a vector clock (Mattern 1989; Flanagan and Godefroid, POPL 2005): for each thread, how far into the run the
//! last of its steps lies that happens before. Two steps are ordered if they belong to one thread, if one creates the
//! other's thread, if they conflict, or by a chain of these.

use gmc_model::{Access, Gate, ThreadId};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The steps of the current run.
#[derive(Default)]
pub(super) struct Path {
    /// The thread of each step.
    threads: Vec<ThreadId>,
    /// What each step races with; of each step, where that ends.
    races: Vec<u32>,
    races_end: Vec<usize>,
    /// A clock for each step, so many numbers each. Number t: one more than the index of a step of thread t.
    clocks: Vec<u32>,
    width: usize,
    /// What steps have touched; of each step, where that ends.
    accesses: Vec<Access>,
    ends: Vec<usize>,
    /// For each object, the accesses to it.
    touches: HashMap<u64, Vec<Touch>, BuildHasherDefault<Spread>>,
    /// For each class of objects without a lasting name, those that were ever touched.
    classes: HashMap<u64, Vec<u64>, BuildHasherDefault<Spread>>,
    /// The steps that conflict with all others.
    absolute: Vec<u32>,
    /// For each thread, its steps, and before them the one that created it.
    own: Vec<Vec<u32>>,
    /// Threads that were created, with the step that did so.
    created: Vec<(ThreadId, u32)>,
    /// Room for steps with an irreversible order.
    late: Vec<u32>,
}

/// An access of a step.
#[derive(Clone, Copy)]
struct Touch {
    step: u32,
    access: Access,
}

/// Hashes numbers, and what is made of them.
#[derive(Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        for &byte in rest {
            self.write_u64(byte.into());
        }
    }
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    }
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
    }
}

/// A step that could come next: when it would happen, and which steps it races with.
#[derive(Default)]
pub(super) struct Next {
    pub(super) thread: ThreadId,
    pub(super) clock: Vec<u32>,
    /// Steps that it conflicts with and that nothing else orders: the last one first.
    pub(super) races: Vec<u32>,
}

impl Path {
    pub(super) fn len(&self) -> usize {
        self.threads.len()
    }

    /// What a step has touched.
    pub(super) fn accesses(&self, step: usize) -> &[Access] {
        let start = if step == 0 { 0 } else { self.ends[step - 1] };
        &self.accesses[start..self.ends[step]]
    }

    /// What a step races with: steps that it conflicts with and that nothing else orders.
    pub(super) fn races(&self, step: usize) -> &[u32] {
        let start = if step == 0 { 0 } else { self.races_end[step - 1] };
        &self.races[start..self.races_end[step]]
    }

    /// There is room for so many threads.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whose step it is.
    pub(super) fn thread(&self, step: usize) -> ThreadId {
        self.threads[step]
    }

    /// Whether a step happens after another one.
    pub(super) fn is_after(&self, step: u32, other: u32) -> bool {
        self.is_before(other, self.clock(step))
    }

    pub(super) fn clock(&self, step: u32) -> &[u32] {
        &self.clocks[step as usize * self.width..][..self.width]
    }

    /// Whether a step happens before one with this clock.
    fn is_before(&self, step: u32, clock: &[u32]) -> bool {
        clock[self.threads[step as usize].index()] > step
    }

    /// Makes room for so many threads.
    pub(super) fn widen(&mut self, threads: usize) {
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
    pub(super) fn is_behind(&self, thread: ThreadId, step: u32) -> bool {
        self.own[thread.index()].last().is_some_and(|&last| self.is_before(step, self.clock(last)))
    }

    /// Works out when a step of a thread that touches this would happen.
    ///
    /// What was touched is looked at from the last step on, up to one that happens before in any case and conflicts with all that the access
    /// conflicts with: what comes before that happens before it. So a long loop over some variables costs no more at its end.
    ///
    /// A step that needs what another one has opened does not race with that one: it could not have come before. It may
    /// race with what comes before that: a lock with the lock before the unlock.
    pub(super) fn place(&mut self, thread: ThreadId, accesses: &[Access], next: &mut Next) {
        next.thread = thread;
        next.races.clear();
        next.clock.clear();
        match self.own[thread.index()].last() {
            Some(&last) => next.clock.extend_from_slice(self.clock(last)),
            None => next.clock.resize(self.width, 0),
        }
        let mut late = std::mem::take(&mut self.late);
        for access in accesses {
            if access.is_everything() {
                for step in (0..self.len() as u32).rev() {
                    self.meet(step, Gate::Free, access, next, &mut late);
                }
            } else if access.is_class() {
                // It may be about any of these.
                self.place_among(&[], access, next, &mut late);
                for object in self.classes.get(&access.object).map_or(&[][..], |it| it) {
                    let access = Access { object: *object, ..*access };
                    self.place_among(self.touches_of(*object), &access, next, &mut late);
                }
            } else {
                self.place_among(self.touches_of(access.object), access, next, &mut late);
            }
            for step in late.drain(..) {
                join(&mut next.clock, self.clock(step));
            }
        }
        self.late = late;
        if next.races.len() > 1 {
            self.drop_distant(&mut next.races);
        }
    }

    fn touches_of(&self, object: u64) -> &[Touch] {
        self.touches.get(&object).map_or(&[], |it| it)
    }

    /// Works out what an access means for the step that it is of: these are the accesses to the same object so far.
    fn place_among(&self, touches: &[Touch], access: &Access, next: &mut Next, late: &mut Vec<u32>) {
        let mut absolute = self.absolute.iter().rev().peekable();
        let mut settled = false;
        for touch in touches.iter().rev() {
            while let Some(&&step) = absolute.peek()
                && step > touch.step
            {
                self.meet(step, Gate::Free, access, next, late);
                absolute.next();
            }
            if touch.access.conflicts(access) {
                self.meet(touch.step, touch.access.gate, access, next, late);
            }
            if is_within(access, &touch.access) && self.is_before(touch.step, &next.clock) {
                settled = true;
                break;
            }
        }
        for &step in absolute.filter(|_| !settled) {
            self.meet(step, Gate::Free, access, next, late);
        }
    }

    /// Leaves steps out that happen before others: those are between.
    fn drop_distant(&self, races: &mut Vec<u32>) {
        races.sort_unstable_by(|one, other| other.cmp(one));
        races.dedup();
        let mut kept = 0;
        for at in 0..races.len() {
            let step = races[at];
            if !races[..kept].iter().any(|&it| self.is_after(it, step)) {
                races[kept] = step;
                kept += 1;
            }
        }
        races.truncate(kept);
    }

    /// A step conflicts with an access of the next one.
    #[inline]
    fn meet(&self, step: u32, gate: Gate, access: &Access, next: &mut Next, late: &mut Vec<u32>) {
        if self.is_before(step, &next.clock) {
            return;
        }
        if gate == Gate::Opens && access.gate == Gate::Needs {
            late.push(step);
            return;
        }
        next.races.push(step);
        join(&mut next.clock, self.clock(step));
    }

    /// The run goes on with a step that was placed.
    pub(super) fn push(&mut self, next: &Next, accesses: &[Access], created: &[ThreadId]) {
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
                let touches = self.touches.entry(access.object).or_insert_with(|| {
                    if access.is_unnamed() {
                        self.classes.entry(access.lasting().object).or_default().push(access.object);
                    }
                    Vec::new()
                });
                touches.push(Touch { step, access });
            } else if self.absolute.last() != Some(&step) {
                self.absolute.push(step);
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
            if let Some(touches) = self.touches.get_mut(&access.object) {
                touches.pop();
            }
        }
        if self.absolute.last() == Some(&step) {
            self.absolute.pop();
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
