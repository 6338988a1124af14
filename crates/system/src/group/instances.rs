//! Executions and the processes of a path that they are.
//!
//! Each process that a mark leads back to has an [`Instance`]. Going back costs what was changed: an execution gets a
//! mark of its own only when it is about to change after a mark of the group (`levels`).
//!
//! An execution is as large as the process that it is, so a process that has ended gives its execution to the next one
//! that begins: the states that marks lead back to become snapshots, which share what they have in common. What it
//! becomes then costs only what differs from what it was last (`gmc_mem::snapshot`). So a `fork` costs what is changed,
//! once there are as many executions as processes run at a time.
//!
//! Invariants: an instance in the roster has an execution; marks in `kept` are older than those in `levels`; the
//! execution has as many marks as there are `levels`.

use super::{Group, new_instance};
use crate::ProcessSnapshot;
use crate::layer::{Layers, Program};
use gmc_model::System;
use gmc_vm::machine::Machine;
use gmc_vm::programs::ProgramId;
use gmc_world::World;
use std::ops::{Deref, DerefMut};

/// A process of the path, or room for one.
pub(super) struct Instance {
    /// The program that it runs.
    pub(super) program: ProgramId,
    pub(super) layers: Seat,
    /// Which marks of the group its execution has a mark for, counted from 1, in ascending order.
    pub(super) levels: Vec<usize>,
    /// Older marks of the group, and what the process was then.
    pub(super) kept: Vec<(usize, ProcessSnapshot)>,
}

/// Where an execution is, or was until another process needed it.
pub(super) struct Seat(Option<Layers>);

impl Seat {
    pub(super) fn new(layers: Layers) -> Seat {
        Seat(Some(layers))
    }

    /// Without an execution.
    pub(super) fn empty() -> Seat {
        Seat(None)
    }

    pub(super) fn is_taken(&self) -> bool {
        self.0.is_some()
    }

    /// The execution, if there is one.
    pub(super) fn get_mut(&mut self) -> Option<&mut Layers> {
        self.0.as_mut()
    }
}

impl Deref for Seat {
    type Target = Layers;

    #[inline]
    fn deref(&self) -> &Layers {
        self.0.as_ref().expect("a process that runs has an execution")
    }
}

impl DerefMut for Seat {
    #[inline]
    fn deref_mut(&mut self) -> &mut Layers {
        self.0.as_mut().expect("a process that runs has an execution")
    }
}

impl Instance {
    /// The last mark of the group that it leads back to.
    pub(super) fn last_level(&self) -> Option<usize> {
        self.levels.last().copied().or(self.kept.last().map(|it| it.0))
    }

    /// Nobody goes back to it.
    pub(super) fn drop_marks(&mut self) {
        while self.levels.pop().is_some() {
            self.layers.forget();
        }
        self.kept.clear();
    }

    /// The group's last mark, which has this number, is none any more: what was changed since was changed since the one
    /// before.
    pub(super) fn forget_level(&mut self, level: usize) {
        if self.last_level() != Some(level) {
            return;
        }
        if self.levels.pop().is_some() {
            match self.last_level() {
                Some(before) if before + 1 == level => self.layers.forget(),
                _ if level == 1 => self.layers.forget(),
                _ => self.levels.push(level - 1),
            }
        } else if let Some((_, state)) = self.kept.pop()
            && level > 1
            && self.last_level() != Some(level - 1)
        {
            self.kept.push((level - 1, state));
        }
    }

    /// Whether another process can have its execution, or its place.
    fn is_unmarked(&self) -> bool {
        self.levels.is_empty() && self.kept.is_empty()
    }
}

impl Group {
    /// Before an execution changes: it gets a mark, if it has none for the group's last one.
    pub(super) fn mark_instance(&mut self, at: usize) {
        let (level, instance) = (self.marks.len(), &mut self.instances[at]);
        if level > 0 && instance.last_level() != Some(level) {
            instance.layers.mark();
            instance.levels.push(level);
        }
    }

    /// The executions that are at work or can be, those of no process included.
    pub(super) fn executions(&mut self) -> impl Iterator<Item = &mut Layers> {
        self.instances.iter_mut().filter_map(|it| it.layers.get_mut())
    }

    /// An execution of a program that belongs to no process and to no mark.
    pub(super) fn spare(&mut self, program: ProgramId) -> usize {
        if let Some(free) = self.unused(program) {
            return free;
        }
        match self.ended(program) {
            Some(at) => self.take_execution_of(at),
            None => self.add_instance(program),
        }
    }

    fn is_idle(&self, at: usize, program: ProgramId) -> bool {
        let it = &self.instances[at];
        it.program == program
            && it.layers.is_taken()
            && at != self.current
            && !self.roster.contains(&Some(at))
    }

    /// An execution that no mark leads back to.
    fn unused(&self, program: ProgramId) -> Option<usize> {
        (0..self.instances.len()).find(|&at| self.is_idle(at, program) && self.instances[at].is_unmarked())
    }

    /// One whose process has ended. Who follows a run wants to find it again where it was.
    fn ended(&self, program: ProgramId) -> Option<usize> {
        let is_watched = |at: usize| self.instances[at].layers.execution().observer.is_some();
        (0..self.instances.len())
            .find(|&at| !self.is_rehearsing && self.is_idle(at, program) && !is_watched(at))
    }

    /// A process that has ended gives its execution away. Where that is now.
    fn take_execution_of(&mut self, at: usize) -> usize {
        let instance = &mut self.instances[at];
        let oldest = instance.kept.len();
        while let Some(level) = instance.levels.pop() {
            instance.layers.rewind();
            let state = instance.layers.snapshot();
            instance.layers.forget();
            instance.kept.insert(oldest, (level, state));
        }
        let (program, layers) = (instance.program, instance.layers.0.take().expect("it was seen"));
        self.seat(program, layers)
    }

    /// An execution finds a place. Its number.
    fn seat(&mut self, program: ProgramId, layers: Layers) -> usize {
        let is_empty = |it: &Instance| !it.layers.is_taken() && it.is_unmarked();
        let instance = Instance { program, layers: Seat::new(layers), levels: Vec::new(), kept: Vec::new() };
        match self.instances.iter().position(is_empty) {
            Some(at) => {
                self.instances[at] = instance;
                at
            }
            None => {
                self.instances.push(instance);
                self.instances.len() - 1
            }
        }
    }

    /// A process that has given its execution away is again what it was at the group's last mark.
    pub(super) fn bring_back(&mut self, at: usize) {
        let program = self.instances[at].program;
        if !self.instances[at].layers.is_taken() {
            let from = self.unused(program).unwrap_or_else(|| self.add_instance(program));
            self.instances[at].layers.0 = self.instances[from].layers.0.take();
        }
        let instance = &mut self.instances[at];
        let (level, state) = instance.kept.pop().expect("it was seen");
        instance.layers.restore(&state);
        instance.layers.mark();
        instance.levels.push(level);
    }

    /// One more execution of a program that some process runs or ran.
    pub(super) fn add_instance(&mut self, program: ProgramId) -> usize {
        let current = &self.instances[self.current];
        let is_other = |it: &&Instance| it.program == program && it.layers.is_taken();
        let other = self.instances.iter().find(is_other).unwrap_or(current);
        let machine = match other.program == program {
            true => other.layers.execution().machine.sibling(),
            false => {
                let machine = &other.layers.execution().machine;
                let compiled = machine.rules.programs.list[program.index()].compiled.clone();
                let world = World::clone(&machine.world);
                machine
                    .with_program(&compiled, world)
                    .expect("it was loaded before, where this state comes from")
            }
        };
        self.add_machine(machine)
    }

    /// One more execution, of a machine that is about to start.
    pub(super) fn add_machine(&mut self, machine: Machine) -> usize {
        let mut instance = new_instance(machine, &self.checks);
        let model = self.instances[self.current].layers.execution();
        instance.layers.execution_mut().take_settings(model);
        let layers = instance.layers.0.take().expect("it is new");
        self.seat(instance.program, layers)
    }
}
