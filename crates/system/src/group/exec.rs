//! `exec`: another program takes a process over.
//!
//! The program that was there has ended, with all that it had but its open files, its place in the table of processes
//! and what it has told the system of signals. The new one stands before its first step, which is a step of its own.
//!
//! An execution runs one program for as long as it lives, so nothing that it remembers (steps, footprints, what it
//! knows of variables) is ever taken for that of another program.

use super::Group;
use crate::ProcessSnapshot;
use crate::layer::Program;
use gmc_model::System;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::programs::{Exec, ProgramId};
use gmc_world::state::CopyOnWrite;
use gmc_world::{ProcessId, World};
use std::rc::Rc;
use std::sync::Arc;

/// The most beginnings that are kept.
const MOST: usize = 32;

/// What a program is before its first step, with this name and environment. Its arguments are looked at later.
struct Beginning {
    program: ProgramId,
    name: Option<Vec<u8>>,
    environment: Arc<[Vec<u8>]>,
    state: ProcessSnapshot,
}

/// What programs are at their start.
pub(super) struct Beginnings {
    known: Vec<Beginning>,
    /// The programs of the processes that run from the start, in their order.
    pub(super) starts: Vec<ProgramId>,
}

impl Beginnings {
    pub(super) fn new(starts: Vec<ProgramId>) -> Beginnings {
        Beginnings { known: Vec::new(), starts }
    }
}

impl Group {
    /// The current execution has ended by `exec`: another one, of the program that was asked for, is the process.
    pub(super) fn execute(&mut self, process: ProcessId, exec: &Exec) -> InterpResult<()> {
        let old = &self.current().machine;
        let world = old.world.execute(exec.given.clone(), exec.kept);
        let faults_left = old.process.faults_left.clone();
        self.begin(process, exec.program, world)?;
        self.current_mut().machine.process.faults_left = faults_left;
        Ok(())
    }

    /// A program begins as this process, in this world, and its execution is the current one.
    pub(super) fn begin(&mut self, process: ProcessId, program: ProgramId, world: World) -> InterpResult<()> {
        let known = self.beginnings.known.iter().position(|it| {
            it.program == program
                && it.name.as_ref() == world.arguments.first()
                && it.environment == world.environment
        });
        let at = match known {
            Some(_) => self.spare(program),
            None => {
                let old = &self.current().machine;
                let first =
                    self.instances.iter().find(|it| it.program == ProgramId::FIRST && it.layers.is_taken());
                let first =
                    &first.unwrap_or(&self.instances[self.current]).layers.execution().machine.compiled;
                let compiled = old.rules.programs.compiled(program, first);
                let machine = old.with_program(compiled, world.clone())?;
                self.add_machine(machine)
            }
        };
        match known {
            Some(known) => self.instances[at].layers.restore(&self.beginnings.known[known].state),
            None => {
                let state = self.instances[at].layers.snapshot();
                let (name, environment) = (world.arguments.first().cloned(), world.environment.clone());
                self.beginnings.known.truncate(MOST - 1);
                self.beginnings.known.insert(0, Beginning { program, name, environment, state });
            }
        }
        let execution = self.instances[at].layers.execution_mut();
        execution.machine.world = CopyOnWrite::new(world);
        execution.drop_alternatives();
        execution.observer = None;
        let roster = Rc::make_mut(&mut self.roster);
        roster.resize(roster.len().max(process.index() + 1), None);
        roster[process.index()] = Some(at);
        self.turn_to(at);
        Ok(())
    }
}
