//! What it takes to make a process out of another one: a machine by the same rules, and threads that are left behind.

use crate::compiled::Compiled;
use crate::interp_error::InterpResult;
use crate::machine::Machine;
use crate::programs::ProgramId;
use crate::thread::{Phase, owner};
use gmc_model::ThreadId;
use gmc_world::World;
use std::sync::Arc;

impl Machine {
    /// A machine that runs the same program by the same rules, about to start.
    ///
    /// # Panics
    /// Where the program's variables do not fit into memory: they fit into this machine's.
    #[must_use]
    pub fn sibling(&self) -> Machine {
        let world = World::clone(&self.world);
        self.with_program(&self.compiled, world).expect("there is room for the same variables")
    }

    /// A machine that runs a program by the same rules, about to start.
    ///
    /// # Errors
    /// When the variables of the library do not fit into memory.
    pub fn with_program(&self, compiled: &Arc<Compiled>, world: World) -> InterpResult<Machine> {
        let mut machine = Machine::load(compiled, world)?;
        machine.mode = self.mode;
        machine.rules = self.rules.clone();
        machine.memory.share_allocations_as(&self.memory);
        machine.memory.hide_parts_as(&self.memory);
        if self.memory.has_nondet_placement() && !machine.memory.has_nondet_placement() {
            machine.memory.make_placement_nondet();
        }
        machine.observed.relied = self.observed.relied.clone();
        machine.observed.solver = self.observed.solver.clone();
        machine.process.faults_left = machine.rules.fault_budgets.iter().map(|it| it.most).collect();
        Ok(machine)
    }

    /// What a thread is called where the program makes processes: by its process, and by its number in there if it is
    /// not the only one.
    pub fn actor(&self, thread: ThreadId) -> Option<String> {
        let process = self.process_name();
        match self.threads.len() {
            _ if !self.compiled.uses.system => None,
            // Threads of the group have other numbers.
            _ if !self.compiled.uses.processes => Some(format!("thread {thread}")),
            1 => Some(process),
            _ => Some(format!("{process}, thread {thread}")),
        }
    }

    /// What the process is called: by its place in the table, and by its host and its program where there are several.
    pub fn process_name(&self) -> String {
        let number = self.world.process.index() + 1;
        let programs = &self.rules.programs;
        let program = programs.get(programs.number_of(&self.compiled)).map(|it| it.name.as_str());
        let hosts = self.world.hosts();
        let host = hosts.are_several().then(|| self.world.files.host().name.as_str());
        match (host, program) {
            (Some(host), Some(program)) => format!("process {number} ({host}: {program})"),
            (None, Some(name)) | (Some(name), None) => format!("process {number} ({name})"),
            (None, None) => format!("process {number}"),
        }
    }

    /// Whether it runs the program that the run starts with.
    pub fn runs_first_program(&self) -> bool {
        self.rules.programs.number_of(&self.compiled) == ProgramId::FIRST
    }

    /// A thread is not there any more, as it was not the one that has made this process. What it had on its stack and
    /// had locked stays as it is.
    pub fn abandon(&mut self, thread: ThreadId) -> InterpResult<()> {
        if matches!(self.phase(thread), Phase::Free) {
            return Ok(());
        }
        self.threads[thread].drop_calls();
        self.memory.transfer_ownership(owner(thread), None);
        self.set_phase(thread, Phase::Free)
    }
}
