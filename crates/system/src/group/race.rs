//! Data races between processes: two of them stand before conflicting accesses to memory that they share, which are not
//! both atomic. As between threads (`crate::race`), with places in the file behind the memory for objects.

use super::Group;
use crate::Execution;
use crate::layer::Program;
use crate::pending::Pending;
use gmc_mem::MemoryAccess;
use gmc_model::{Choice, Step, ThreadId};
use gmc_vm::diagnose::{self, Racer};
use gmc_vm::effects::Atomicity;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_world::ProcessId;

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

impl Group {
    /// The violation, if the pending operation of a thread races with one of another process.
    pub(super) fn check_race(&mut self, process: ProcessId, at: usize, own: Choice) -> Option<Step> {
        let execution = self.instances[at].layers.execution();
        if !self.checks.races || !execution.machine.shares_with_peers() {
            return None;
        }
        let mine = &execution.threads[own.thread].pending;
        mine.accesses(&execution.machine)?;
        let only_synchronises = mine.only_synchronises();
        let mut found = None;
        for (_, other_at) in self.processes().filter(|it| it.0 != process) {
            self.give_outside(other_at);
            let execution = self.instances[other_at].layers.execution();
            let is_near = |it: &Pending| {
                !(only_synchronises && it.only_synchronises()) && it.accesses(&execution.machine).is_some()
            };
            let near: Vec<ThreadId> =
                execution.threads.entries().filter(|it| is_near(&it.1.pending)).map(|it| it.0).collect();
            for thread in near {
                match self.race_between((at, own.thread), (other_at, thread)) {
                    Ok(None) => {}
                    Ok(Some(error)) => {
                        found = Some(error);
                        break;
                    }
                    Err(error) => {
                        found = Some(error);
                        break;
                    }
                }
            }
        }
        let error = found?;
        let step = self.instances[at].layers.execution_mut().refuse_step(own, &error);
        Some(self.told(process, step))
    }

    /// The error, if the pending operations of two threads of different processes race.
    fn race_between(
        &mut self,
        (at, thread): (usize, ThreadId),
        (other_at, other): (usize, ThreadId),
    ) -> InterpResult<Option<Box<InterpError>>> {
        let mine = self.instances[at].layers.execution_mut().shared_accesses(thread)?;
        if mine.is_empty() {
            return Ok(None);
        }
        let theirs = self.instances[other_at].layers.execution_mut().shared_accesses(other)?;
        let both =
            mine.iter().find_map(|a| Some((a.access, theirs.iter().find(|b| a.races_with(b))?.access)));
        let Some((a, b)) = both else { return Ok(None) };
        self.instances[at].layers.execution_mut().load_registers(thread);
        self.instances[other_at].layers.execution_mut().load_registers(other);
        let machine = |at: usize| &self.instances[at].layers.execution().machine;
        let mine = Racer { machine: machine(at), thread, access: a };
        let theirs = Racer { machine: machine(other_at), thread: other, access: b };
        let violation = diagnose::race(&mine, &theirs);
        let counts = self.instances[at].layers.execution().counts(&violation);
        Ok(counts.then(|| Box::new(InterpError::Race(Box::new(violation)))))
    }
}

impl Execution {
    /// What the pending operation of a thread accesses of memory that processes share.
    fn shared_accesses(&mut self, thread: ThreadId) -> InterpResult<Vec<SharedAccess>> {
        let pending = self.threads[thread].pending.clone();
        let accesses = match &pending {
            Pending::Access(access) => {
                vec![(*access, pending.accesses(&self.machine).unwrap_or(Atomicity::Plain))]
            }
            Pending::Call(op) if !op.is_wide && !op.objects().any(|it| self.is_shared_by_processes(it)) => {
                return Ok(Vec::new());
            }
            _ => {
                self.machine.current = thread;
                self.load_registers(thread);
                // Others have their memory for as long as they want.
                if self.only_ends_lifetimes(thread, &pending) {
                    return Ok(Vec::new());
                }
                self.next_accesses(thread, &pending)?
            }
        };
        let shared = accesses.into_iter().filter_map(|(access, how)| {
            let (file, at) = self.machine.place_among_processes(access.object)?;
            let start = at + access.offset;
            Some(SharedAccess { file, start, end: start + access.size, how, access })
        });
        Ok(shared.collect())
    }

    fn is_shared_by_processes(&self, object: gmc_mem::ObjId) -> bool {
        self.machine.place_among_processes(object).is_some()
    }
}
