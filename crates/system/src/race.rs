//! Data races: two threads stand before conflicting accesses, not both atomic.
//!
//! Every access to memory that others can reach is a step of its own, so two accesses that nothing orders come to stand side
//! by side in some state. What an operation touches is found out exactly by doing it and taking it back. Functions that synchronise,
//! which may have to wait, are not done: what they access is listed in their rows (`effects`). The bytes of a lock are accessed
//! atomically by its functions, and race with whoever accesses them otherwise.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{MemoryAccess, Watch};
use gmc_model::ThreadId;
use gmc_vm::code::Op;
use gmc_vm::effects::{Atomicity, Conduct, LockAction};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Mode;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::speculation::Fate;
use gmc_vm::thread::Phase;
use smallvec::SmallVec;

/// Whether two accesses are not both atomic.
fn may_race(one: Atomicity, other: Atomicity) -> bool {
    (one, other) != (Atomicity::Atomic, Atomicity::Atomic)
}

impl Execution {
    /// Whether what a thread is about to do may race with what another one is about to do, at a glance.
    fn has_possible_race(&self, thread: ThreadId) -> bool {
        // What costs least comes first: most of the time all threads stand before locks.
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

    /// From now on it is looked whether what atomic sections touch races, or not.
    pub(crate) fn set_check_section_races(&mut self, check: bool) {
        self.sections.check_races = check;
    }

    /// Fails when what a thread is about to do races with what another one is about to do.
    #[inline]
    pub(crate) fn check_race_before(&mut self, thread: ThreadId) -> InterpResult<()> {
        if !self.has_possible_race(thread) {
            return Ok(());
        }
        self.machine.current = thread;
        self.load_registers(thread);
        let pending = self.threads[thread].pending.clone();
        self.check_race(thread, &pending)
    }

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
                    return Err(self.report_race(thread, other, *a, *b));
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
                    return Err(self.report_race(thread, other, *a, *b));
                }
            }
        }
        Ok(())
    }

    /// Whether what a thread does next ends the life of objects and does nothing else. That is no race: whoever accesses them
    /// afterwards uses what is not there any more, and is found to in the run where it does.
    fn only_ends_lifetimes(&self, thread: ThreadId, pending: &Pending) -> bool {
        match pending {
            Pending::Call(op) => op.native.effects.frees.is_some() && !op.native.effects.makes,
            Pending::Operation => {
                let frame = self.machine.threads[thread].frames.last();
                let op = frame.map(|it| self.machine.compiled.codes[it.code].ops[it.pc as usize]);
                // A thread without calls ends, and leaves its robust mutexes to others.
                matches!(op, None | Some(Op::Return | Op::Bury { .. }))
            }
            _ => false,
        }
    }

    /// Fails when what a thread has touched in an atomic section races with what another one is about to do: no other has run
    /// since the section began.
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
                    return Err(self.report_race(thread, other, *a, *b));
                }
            }
        }
        Ok(())
    }

    /// What a function that synchronises accesses next, by its row. Who begins a call reads what it is given; who is woken in it
    /// has read that, and takes at most a lock. Results are written when the call is over: not by who has to wait.
    fn synchronising_accesses(
        &mut self,
        thread: ThreadId,
        op: &PendingCall,
    ) -> Vec<(MemoryAccess, Atomicity)> {
        let current = std::mem::replace(&mut self.machine.current, thread);
        let goes_on = !self.machine.enters(op.native) && self.machine.outcomes_of(op) > 0;
        self.machine.current = current;
        let begins = self.machine.phase(thread) == Phase::Running;
        let lent = op.native.effects.lock.filter(|it| it.deed == LockAction::Lend).map(|it| it.at);
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

    /// What a thread's next operation would touch, and how.
    fn next_accesses(
        &mut self,
        thread: ThreadId,
        pending: &Pending,
    ) -> InterpResult<Vec<(MemoryAccess, Atomicity)>> {
        let Pending::Call(op) = pending else {
            let touches = self.touches(thread, pending)?;
            return Ok(touches.into_iter().map(|it| (it, Atomicity::Plain)).collect());
        };
        if matches!(op.native.conduct, Conduct::Sync(_)) {
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

    /// What a thread's next operation would touch: it is done, and taken back. Of a function that synchronises, what it would
    /// write.
    pub fn touches(&mut self, thread: ThreadId, pending: &Pending) -> InterpResult<Vec<MemoryAccess>> {
        match pending {
            Pending::Access(access) => return Ok(vec![*access]),
            Pending::Call(op) if matches!(op.native.conduct, Conduct::Sync(_)) => {
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
            // What goes wrong comes out when it is really done.
            let _ = match pending {
                Pending::Call(op) => {
                    // Whatever it calls returns to behind the call.
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

fn conflicts(a: &MemoryAccess, b: &MemoryAccess) -> bool {
    let overlap = a.offset < b.offset + b.size && b.offset < a.offset + a.size;
    a.object == b.object && overlap && (a.write || b.write)
}
