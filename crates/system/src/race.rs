//! Data races: two threads stand before conflicting accesses that are not both atomic.
//!
//! Every access to shared memory is a step of its own, so two accesses that no synchronisation orders are both
//! pending in some state. What an operation accesses is found by performing it and rolling it back. Functions that
//! synchronise may have to wait, so they are not performed: their rows in the library's table list what they access
//! (`effects`). The functions of a lock access its bytes atomically, and race with plain accesses to them.
//!
//! An atomic section is one step with many accesses. When it is taken, they are compared with what other threads stand
//! before. A search that reduces by dependence takes only one of the equal orders, in which the other thread may not
//! stand there yet; but it also takes the operation before the section, so there the section is taken speculatively.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{MemoryAccess, Watch};
use gmc_model::{Choice, ThreadId};
use gmc_vm::code::Op;
use gmc_vm::effects::{Atomicity, LockAction, Traits, Visibility};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Mode;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::speculation::Fate;
use gmc_vm::thread::Phase;
use smallvec::SmallVec;

/// How many runs of an atomic section are followed to see what it accesses.
const MAX_SECTION_RUNS: u32 = 1 << 12;

/// Whether two accesses can race: they are not both atomic.
fn may_race(one: Atomicity, other: Atomicity) -> bool {
    (one, other) != (Atomicity::Atomic, Atomicity::Atomic)
}

impl Execution {
    /// Whether the pending operation of a thread may race with that of another. A cheap test that errs on the side
    /// of yes.
    #[inline]
    fn has_possible_race(&self, thread: ThreadId) -> bool {
        // The cheapest test comes first: most of the time all threads stand before locks.
        if self.threads.iter().all(|state| state.pending.only_synchronises()) {
            return false;
        }
        let Some(mine) = self.threads[thread].pending.accesses(&self.machine) else { return false };
        let pending = &self.threads[thread].pending;
        self.threads.entries().any(|(at, state)| {
            let apart = mine == Atomicity::Atomic && state.pending.only_synchronises() || at == thread;
            !apart
                && state.pending.accesses(&self.machine).is_some_and(|theirs| may_race(mine, theirs))
                && !pending.is_disjoint(&state.pending)
        })
    }

    /// Sets whether accesses in atomic sections are checked for races.
    pub(crate) fn set_check_section_races(&mut self, check: bool) {
        self.sections.check_races = check;
    }

    /// Fails if the pending operation of a thread races with that of another.
    #[inline]
    pub(crate) fn check_race_before(&mut self, thread: ThreadId) -> InterpResult<()> {
        if self.machine.compiled.uses.sections {
            self.check_race_with_sections(thread)?;
        }
        if !self.has_possible_race(thread) {
            return Ok(());
        }
        self.machine.current = thread;
        self.load_registers(thread);
        let pending = self.threads[thread].pending.clone();
        self.check_race(thread, &pending)
    }

    /// Whether the next step of a thread is an atomic section, or the rest of one.
    #[inline]
    fn stands_before_section(&self, thread: ThreadId) -> bool {
        match &self.threads[thread].pending {
            Pending::Call(op) if op.native.has(Traits::BEGINS_SECTION) => true,
            Pending::Done => false,
            _ => self.machine.process.atomic.is_some_and(|it| it.0 == thread),
        }
    }

    /// Fails if the pending operation of a thread races with an access in an atomic section before which another
    /// stands.
    fn check_race_with_sections(&mut self, thread: ThreadId) -> InterpResult<()> {
        let before = |it: &ThreadId| *it != thread && self.stands_before_section(*it);
        let others: SmallVec<[ThreadId; 4]> = self.threads.ids().filter(before).collect();
        if others.is_empty() || self.threads[thread].pending.accesses(&self.machine) != Some(Atomicity::Plain)
        {
            return Ok(());
        }
        let pending = self.threads[thread].pending.clone();
        self.load_registers(thread);
        if self.only_ends_lifetimes(thread, &pending) {
            return Ok(());
        }
        let mine = self.next_accesses(thread, &pending)?;
        for other in others {
            let mut left = MAX_SECTION_RUNS;
            let theirs = self.section_accesses(other, &mut left);
            let plain = mine.iter().filter(|it| it.1 == Atomicity::Plain);
            for (a, _) in plain {
                if let Some(b) = theirs.iter().find(|b| conflicts(a, b)) {
                    self.report_race(thread, other, *a, *b)?;
                }
            }
            if left == 0 {
                return Err(InterpError::unsupported(
                    "an atomic section with so many alternatives, where another thread stands before an access that \
                     may race with it (--engine dfs tries them one by one)",
                ));
            }
        }
        Ok(())
    }

    /// What a thread accesses in the atomic section before which it stands: the section is taken with each of its
    /// alternatives, as long as some are `left` to take, and rolled back.
    fn section_accesses(&mut self, thread: ThreadId, left: &mut u32) -> Vec<MemoryAccess> {
        let current = self.machine.current;
        let alternatives = self.alternatives(thread);
        self.machine.current = current;
        let mut found = Vec::new();
        for alternative in 0..alternatives {
            if *left == 0 {
                break;
            }
            *left -= 1;
            found.extend(self.speculate(|it| {
                it.sections.check_races = false;
                it.machine.current = thread;
                // Other errors are reported when the section is taken for good.
                let done = it.execute(Choice { thread, alternative }, false);
                let mut found = it.machine.memory.take_accesses();
                if done.as_ref().is_err_and(|error| matches!(**error, InterpError::Assumption)) {
                    // No run has this section.
                    return Vec::new();
                }
                if done.is_ok() && it.machine.process.atomic.is_some_and(|it| it.0 == thread) {
                    found.extend(it.section_accesses(thread, left));
                }
                found
            }));
        }
        found
    }

    /// Fails if this operation of a thread races with the pending operation of another.
    fn check_race(&mut self, thread: ThreadId, pending: &Pending) -> InterpResult<()> {
        let Some(mine) = pending.accesses(&self.machine) else { return Ok(()) };
        if self.only_ends_lifetimes(thread, pending) {
            return Ok(());
        }
        for other in self.threads.ids() {
            let theirs = &self.threads[other].pending;
            let near = theirs.accesses(&self.machine).is_some_and(|theirs| may_race(mine, theirs));
            if other == thread || !near {
                continue;
            }
            if let (Pending::Access(a), Pending::Access(b)) = (pending, theirs) {
                if conflicts(a, b) {
                    self.report_race(thread, other, *a, *b)?;
                }
                continue;
            }
            if pending.is_disjoint(theirs) {
                continue;
            }
            let theirs = theirs.clone();
            self.load_registers(other);
            if self.only_ends_lifetimes(other, &theirs) {
                continue;
            }
            let (mine, theirs) = (self.next_accesses(thread, pending)?, self.next_accesses(other, &theirs)?);
            for (a, how) in &mine {
                let races = |it: &&(MemoryAccess, Atomicity)| conflicts(a, &it.0) && may_race(*how, it.1);
                if let Some((b, _)) = theirs.iter().find(races) {
                    self.report_race(thread, other, *a, *b)?;
                }
            }
        }
        Ok(())
    }

    /// Whether an operation only ends the lifetime of objects. That is reported as a use after the end of the
    /// object's lifetime, in the runs where the other access comes later, and not as a race.
    pub(crate) fn only_ends_lifetimes(&self, thread: ThreadId, pending: &Pending) -> bool {
        match pending {
            Pending::Call(op) => op.native.effects.frees.is_some() && op.native.effects.makes.is_none(),
            Pending::Operation => {
                let frame = self.machine.threads[thread].frames.last();
                let op = frame.map(|it| self.machine.compiled.codes[it.code].ops[it.pc as usize]);
                // A thread without frames ends, and unlocks its robust mutexes.
                matches!(op, None | Some(Op::Return | Op::Bury { .. }))
            }
            _ => false,
        }
    }

    /// Fails if an access in the atomic section of a thread races with the pending operation of another. No other
    /// thread has run since the section began.
    pub(crate) fn check_section_races(&mut self, thread: ThreadId) -> InterpResult<()> {
        let mine = self.machine.memory.take_accesses();
        for other in self.threads.ids() {
            let theirs = &self.threads[other].pending;
            let near = other != thread && theirs.accesses(&self.machine) == Some(Atomicity::Plain);
            if !near || !mine.iter().any(|access| theirs.may_touch(access.object)) {
                continue;
            }
            let theirs = theirs.clone();
            let theirs = self.next_accesses(other, &theirs)?;
            for a in &mine {
                let races = |b: &&(MemoryAccess, Atomicity)| b.1 == Atomicity::Plain && conflicts(a, &b.0);
                if let Some((b, _)) = theirs.iter().find(races) {
                    // The other stands before its access; this thread is behind its section already.
                    self.report_race(other, thread, *b, *a)?;
                }
            }
        }
        Ok(())
    }

    /// What a function that synchronises accesses next, by its row. It reads its arguments when the call begins,
    /// accesses only the lock it has lent when it is woken, and writes results when it returns.
    fn synchronising_accesses(
        &mut self,
        thread: ThreadId,
        op: &PendingCall,
    ) -> Vec<(MemoryAccess, Atomicity)> {
        let current = std::mem::replace(&mut self.machine.current, thread);
        let goes_on = !self.machine.enters(op.native) && self.machine.alternatives_of(op) > 0;
        self.machine.current = current;
        let begins = self.machine.phase(thread) == Phase::Running;
        let lent = op.native.effects.lock.filter(|it| it.action == LockAction::Lend).map(|it| it.at);
        let mut out = Vec::new();
        for span in op.native.effects.spans {
            let counts = match (span.atomicity, span.write) {
                (Atomicity::Atomic, _) => begins || lent == Some(span.at),
                (Atomicity::Plain, false) => begins,
                (Atomicity::Plain, true) => goes_on,
            };
            if counts {
                span.touches(&self.machine, &op.call, |access| out.push((access, span.atomicity)));
            }
        }
        out
    }

    /// What the pending operation of a thread accesses, and how.
    pub(crate) fn next_accesses(
        &mut self,
        thread: ThreadId,
        pending: &Pending,
    ) -> InterpResult<Vec<(MemoryAccess, Atomicity)>> {
        let Pending::Call(op) = pending else {
            let how = pending.accesses(&self.machine).unwrap_or(Atomicity::Plain);
            let touches = self.touches(thread, pending)?;
            return Ok(touches.into_iter().map(|it| (it, how)).collect());
        };
        if matches!(op.native.visibility, Visibility::Sync(_)) {
            return Ok(self.synchronising_accesses(thread, op));
        }
        let mut atomic: SmallVec<[MemoryAccess; 1]> = SmallVec::new();
        for span in op.native.effects.spans.iter().filter(|it| it.atomicity == Atomicity::Atomic) {
            span.touches(&self.machine, &op.call, |access| atomic.push(access));
        }
        let how = |access: &MemoryAccess| {
            if atomic.iter().any(|it| conflicts(&MemoryAccess { write: true, ..*it }, access)) {
                Atomicity::Atomic
            } else {
                Atomicity::Plain
            }
        };
        let touches = self.touches(thread, pending)?;
        Ok(touches.into_iter().map(|it| (it, how(&it))).collect())
    }

    /// What the pending operation of a thread accesses, found by performing it and rolling it back. Of a function
    /// that synchronises, only its plain writes.
    ///
    /// # Errors
    /// Currently none: errors of the operation are reported when it is performed for good.
    pub fn touches(&mut self, thread: ThreadId, pending: &Pending) -> InterpResult<Vec<MemoryAccess>> {
        match pending {
            Pending::Access(access) => return Ok(vec![*access]),
            Pending::Call(op) if matches!(op.native.visibility, Visibility::Sync(_)) => {
                let spans = self.synchronising_accesses(thread, op).into_iter();
                return Ok(spans
                    .filter(|it| it.1 == Atomicity::Plain && it.0.write)
                    .map(|it| it.0)
                    .collect());
            }
            _ => {}
        }
        self.load_registers(thread);
        self.machine.speculate(thread, |machine| {
            machine.mode = Mode::Alone;
            machine.memory.clear_accesses();
            machine.memory.watch(Watch::Log);
            // Errors are reported when the operation is performed for good.
            let _ = match pending {
                Pending::Call(op) => {
                    // A function that it calls returns to the operation behind the call.
                    machine.threads[thread].frames.last_mut().expect("a call has a caller").pc += 1;
                    machine.acting(|it| it.run_native(op.native, &op.call)).map(|_| ())
                }
                _ => machine.operation(),
            };
            ((), Fate::RollBack)
        });
        Ok(self.machine.memory.take_accesses())
    }
}

/// Whether two accesses overlap and one of them writes.
fn conflicts(a: &MemoryAccess, b: &MemoryAccess) -> bool {
    let overlap = a.offset < b.offset + b.size && b.offset < a.offset + a.size;
    a.object == b.object && overlap && (a.write || b.write)
}
