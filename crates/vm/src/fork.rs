//! What it takes to make a process out of another one: a machine by the same rules, and threads that are left behind.

use crate::interp_error::InterpResult;
use crate::machine::Machine;
use crate::thread::{Phase, owner};
use gmc_model::ThreadId;
use gmc_world::World;

impl Machine {
    /// A machine that runs the same program by the same rules, about to start.
    ///
    /// # Panics
    /// Where the program's variables do not fit into memory: they fit into this machine's.
    #[must_use]
    pub fn sibling(&self) -> Machine {
        let world = World::clone(&self.world);
        let mut machine = Machine::load(&self.compiled, world).expect("there is room for the same variables");
        machine.mode = self.mode;
        machine.rules = self.rules.clone();
        machine.memory.share_allocations_as(&self.memory);
        if self.memory.has_nondet_placement() && !machine.memory.has_nondet_placement() {
            machine.memory.make_placement_nondet();
        }
        machine.observed.relied = self.observed.relied.clone();
        machine.observed.solver = self.observed.solver.clone();
        machine
    }

    /// What a thread is called where the program makes processes: by its process, and by its number in there if it is
    /// not the only one.
    pub fn actor(&self, thread: ThreadId) -> Option<String> {
        let process = self.world.process.index() + 1;
        match self.threads.len() {
            _ if !self.compiled.uses.system => None,
            // Threads of the group have other numbers.
            _ if !self.compiled.uses.processes => Some(format!("thread {thread}")),
            1 => Some(format!("process {process}")),
            _ => Some(format!("process {process}, thread {thread}")),
        }
    }

    /// A thread is not there any more, as it was not the one that has made this process. What it had on its stack and
    /// had locked stays as it is.
    pub fn abandon(&mut self, thread: ThreadId) -> InterpResult<()> {
        if matches!(self.phase(thread), Phase::Free) {
            return Ok(());
        }
        self.threads[thread].frames.clear();
        self.memory.transfer_ownership(owner(thread), None);
        self.set_phase(thread, Phase::Free)
    }
}
