//! Data races between processes: two of them stand before conflicting accesses to memory that they share, which are not
//! both atomic. As between threads (`crate::race`), with places in the file behind the memory for objects.

use super::Group;
use crate::Execution;
use crate::layer::Program;
use crate::pending::Pending;
use gmc_mem::MemoryAccess;
use gmc_model::{Choice, Step, ThreadId};
use gmc_vm::diagnose::{self, Racer};
use gmc_vm::effects::{Atomicity, Visibility};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_world::ProcessId;
use smallvec::SmallVec;

/// An access to memory that processes share.
struct SharedAccess {
    /// The file behind it, and from where to where in the file.
    file: u32,
    start: u64,
    end: u64,
    how: Atomicity,
    access: MemoryAccess,
}

impl SharedAccess {
    fn races_with(&self, other: &SharedAccess) -> bool {
        self.file == other.file
            && self.start < other.end
            && other.start < self.end
            && (self.access.write || other.access.write)
            && (self.how, other.how) != (Atomicity::Atomic, Atomicity::Atomic)
    }
}

/// How a thread is about to access memory, as can be told at a glance.
#[derive(Clone, Copy)]
struct Manner {
    how: Atomicity,
    only_synchronises: bool,
    may_write: bool,
}

impl Manner {
    fn may_race_with(self, other: Manner) -> bool {
        (self.how, other.how) != (Atomicity::Atomic, Atomicity::Atomic)
            && !(self.only_synchronises && other.only_synchronises)
            && (self.may_write || other.may_write)
    }
}

impl Group {
    /// The violation, if the pending operation of a thread races with one of another process.
    pub(super) fn check_race(&mut self, process: ProcessId, at: usize, own: Choice) -> Option<Step> {
        let execution = self.instances[at].layers.execution_mut();
        if !self.checks.races || !execution.machine.shares_with_peers() {
            return None;
        }
        let mine = execution.manner(own.thread)?;
        let is_near = |it: usize| {
            let execution = self.instances[it].layers.execution();
            execution
                .threads
                .ids()
                .any(|other| execution.manner(other).is_some_and(|it| mine.may_race_with(it)))
        };
        if !self.processes().any(|it| it.0 != process && is_near(it.1)) {
            return None;
        }
        let error = match self.instances[at].layers.execution_mut().shared_accesses(own.thread) {
            Ok(accesses) if accesses.is_empty() => return None,
            Ok(accesses) => self.race_with_others((process, at, own.thread), &accesses, mine)?,
            Err(error) => error,
        };
        let step = self.instances[at].layers.execution_mut().refuse_step(own, &error);
        Some(self.told(process, step))
    }

    /// The error, if these accesses of a thread race with what others stand before.
    fn race_with_others(
        &mut self,
        (process, at, thread): (ProcessId, usize, ThreadId),
        mine: &[SharedAccess],
        manner: Manner,
    ) -> Option<Box<InterpError>> {
        for (_, other_at) in self.processes().filter(|it| it.0 != process) {
            let execution = self.instances[other_at].layers.execution();
            let is_near = |it: &ThreadId| execution.manner(*it).is_some_and(|it| manner.may_race_with(it));
            let near: SmallVec<[ThreadId; 4]> = execution.threads.ids().filter(is_near).collect();
            let is_call = |it: &ThreadId| !matches!(execution.threads[*it].pending, Pending::Access(_));
            if near.iter().any(is_call) {
                // What a call accesses may follow from what others have written.
                self.give_outside(other_at);
            }
            for other in near {
                let theirs = match self.instances[other_at].layers.execution_mut().shared_accesses(other) {
                    Ok(theirs) => theirs,
                    Err(error) => return Some(error),
                };
                let both = mine
                    .iter()
                    .find_map(|a| Some((a.access, theirs.iter().find(|b| a.races_with(b))?.access)));
                if let Some((a, b)) = both
                    && let Some(error) = self.race_between((at, thread, a), (other_at, other, b))
                {
                    return Some(error);
                }
            }
        }
        None
    }

    /// The error for accesses of two threads of different processes that race, if it counts.
    fn race_between(
        &mut self,
        (at, thread, a): (usize, ThreadId, MemoryAccess),
        (other_at, other, b): (usize, ThreadId, MemoryAccess),
    ) -> Option<Box<InterpError>> {
        self.instances[at].layers.execution_mut().load_registers(thread);
        self.instances[other_at].layers.execution_mut().load_registers(other);
        let machine = |at: usize| &self.instances[at].layers.execution().machine;
        let mine = Racer { machine: machine(at), thread, access: a };
        let theirs = Racer { machine: machine(other_at), thread: other, access: b };
        let violation = diagnose::race(&mine, &theirs);
        let counts = self.instances[at].layers.execution().counts(&violation);
        counts.then(|| Box::new(InterpError::Race(Box::new(violation))))
    }
}

impl Execution {
    /// How a thread is about to access memory that processes may share; none if it certainly does not.
    fn manner(&self, thread: ThreadId) -> Option<Manner> {
        let pending = &self.threads[thread].pending;
        let (may_be_shared, may_write) = match pending {
            Pending::Access(access) => (self.machine.memory.may_be_replica(access.object), access.write),
            Pending::Call(op) if !op.is_wide => {
                (op.objects().any(|it| self.machine.memory.may_be_replica(it)), true)
            }
            _ => (true, true),
        };
        let how = pending.accesses(&self.machine).filter(|_| may_be_shared)?;
        Some(Manner { how, only_synchronises: pending.only_synchronises(), may_write })
    }

    /// What the pending operation of a thread accesses of memory that processes share.
    fn shared_accesses(&mut self, thread: ThreadId) -> InterpResult<SmallVec<[SharedAccess; 1]>> {
        if let Pending::Access(access) = &self.threads[thread].pending {
            let how = self.threads[thread].pending.accesses(&self.machine).unwrap_or(Atomicity::Plain);
            return Ok(self.shared_access(*access, how).into_iter().collect());
        }
        let pending = self.threads[thread].pending.clone();
        if let Pending::Call(op) = &pending
            && !op.is_wide
            && !op.objects().any(|it| self.machine.place_among_processes(it).is_some())
        {
            return Ok(SmallVec::new());
        }
        if let Pending::Call(op) = &pending
            && matches!(op.native.visibility, Visibility::Atomic)
            && !op.native.effects.spans.is_empty()
            && op.native.effects.spans.iter().all(|it| it.atomicity == Atomicity::Atomic)
        {
            // It accesses what its row says, and nothing else.
            let mut accesses = SmallVec::new();
            for span in op.native.effects.spans {
                span.touches(&self.machine, &op.call, |access| {
                    accesses.extend(self.shared_access(access, Atomicity::Atomic));
                });
            }
            return Ok(accesses);
        }
        self.machine.current = thread;
        self.load_registers(thread);
        // Others have their memory for as long as they want.
        if self.only_ends_lifetimes(thread, &pending) {
            return Ok(SmallVec::new());
        }
        let accesses = self.next_accesses(thread, &pending)?;
        Ok(accesses.into_iter().filter_map(|(access, how)| self.shared_access(access, how)).collect())
    }

    /// An access, if it is one to memory that processes share.
    fn shared_access(&self, access: MemoryAccess, how: Atomicity) -> Option<SharedAccess> {
        let (file, at) = self.machine.place_among_processes(access.object)?;
        let start = at + access.offset;
        Some(SharedAccess { file, start, end: start + access.size, how, access })
    }
}
