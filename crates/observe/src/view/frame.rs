//! A call of a thread: where it stands, and its parameters and variables.
//!
//! A variable lives in a register of its own or in memory. The machine forgets registers that are not read again; where
//! the run was traced, the last value is still known.

use super::View;
use crate::tracer::Tracer;
use gmc_ir::body::{Function, LocalKind};
use gmc_ir::id::{LocalId, TypeId};
use gmc_ir::program::UnitIndex;
use gmc_mem::Pointer;
use gmc_model::{Location, ThreadId};
use gmc_system::At;
use gmc_vm::CodeId;
use gmc_vm::code::{Code, R};
use gmc_vm::lower::slots::{self, Home};
use gmc_vm::machine::Machine;
use gmc_vm::reg::Reg;
use gmc_vm::thread::Frame;

/// A call that has not returned.
#[derive(Clone, Copy)]
pub struct FrameView<'s> {
    pub(super) machine: &'s Machine,
    pub(super) tracer: Option<&'s Tracer>,
    /// The thread.
    pub thread: ThreadId,
    /// How many calls are around it.
    pub depth: usize,
    pub(super) frame: &'s Frame,
}

/// A parameter or variable of a call.
#[derive(Clone, Debug)]
pub struct Local {
    /// As the source names it.
    pub name: String,
    /// Its type, in the unit of the function.
    pub ty: TypeId,
    /// Where it lives.
    pub place: LocalPlace,
}

/// Where a parameter or variable of a call lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalPlace {
    /// In a register of its own.
    Register(R),
    /// In memory.
    Memory(Pointer),
    /// In memory, but not now: its scope is not entered yet, or left.
    OutOfScope,
    /// It stands for another variable.
    Alias,
    /// Nowhere: it is never used.
    Unused,
}

impl<'s> FrameView<'s> {
    /// The operation that comes next in it.
    pub fn next(&self) -> At {
        At { code: self.frame.code, pc: self.frame.pc }
    }

    /// The operation that it is at: the next one of a thread's innermost call, the call under way in others.
    pub fn at(&self) -> At {
        let At { code, pc } = self.next();
        At { code, pc: if self.is_innermost() { pc } else { pc.saturating_sub(1) } }
    }

    /// The operation that was tried last.
    pub fn tried(&self) -> Option<At> {
        let At { code, pc } = self.next();
        Some(At { code, pc: pc.checked_sub(1)? })
    }

    /// Whether it is the call that the thread is in.
    pub fn is_innermost(&self) -> bool {
        self.machine.threads[self.thread].frames.len() == self.depth + 1
    }

    /// Where it is in the source.
    pub fn location(&self) -> Option<Location> {
        let At { code, pc } = self.at();
        gmc_vm::diagnose::at(self.machine, code, pc)
    }

    /// The function's code.
    pub fn code(&self) -> &'s Code {
        &self.machine.compiled.codes[self.frame.code]
    }

    /// The unit that the function is part of.
    pub fn unit(&self) -> UnitIndex {
        self.code().global.unit
    }

    /// The function, as it was written.
    pub fn function(&self) -> Option<&'s Function> {
        self.code().body(&self.machine.compiled.program)
    }

    /// The number of one of its registers among those of the thread.
    pub(crate) fn register_of_thread(&self, r: usize) -> usize {
        self.frame.base + r
    }

    /// What a register holds, whether or not it will be read again.
    fn raw_register(&self, r: R) -> Option<Reg> {
        self.machine.threads[self.thread].regs.get(self.register_of_thread(r.into())).copied()
    }

    /// The value of a variable that has a register of its own: what was put there last, if the run was traced; else
    /// only while it may be read again.
    pub fn register(&self, r: R) -> Option<Reg> {
        let traced =
            self.tracer.and_then(|it| it.last_value(self.thread, self.depth, r.into(), self.frame.code));
        let is_live = || self.code().live(self.frame.pc).contains(usize::from(r));
        let now = || self.raw_register(r).filter(|_| is_live());
        // A value that was nondeterministic when it was put there may have been split since.
        traced.filter(|it| !it.is_nondet()).or_else(now).or(traced)
    }

    /// Where a parameter or variable lives.
    pub fn place_of(&self, local: LocalId) -> Option<LocalPlace> {
        let homes = slots::assign(self.machine.compiled.program.unit(self.unit()), self.function()?).homes;
        Some(self.place_in(homes[local.index()]))
    }

    fn place_in(&self, home: Home) -> LocalPlace {
        match home {
            Home::Register(r) => LocalPlace::Register(r),
            Home::Memory(r) => {
                let address = self.raw_register(r).filter(|it| it.meta.is_whole());
                address.map_or(LocalPlace::OutOfScope, |it| LocalPlace::Memory(it.as_pointer()))
            }
            Home::Alias(_) => LocalPlace::Alias,
            Home::None => LocalPlace::Unused,
        }
    }

    /// Its parameters and variables, without those that the compiler or a header has made up.
    pub fn locals(&self) -> Vec<Local> {
        let Some(function) = self.function() else { return Vec::new() };
        let unit = self.machine.compiled.program.unit(self.unit());
        let homes = slots::assign(unit, function).homes;
        let all = function.locals.iter().zip(homes).filter_map(|(local, home)| {
            let name = unit.str(local.name);
            let is_own = matches!(local.kind, LocalKind::Parameter | LocalKind::Variable);
            if !is_own || name.is_empty() || name.starts_with("__") {
                return None;
            }
            Some(Local { name: name.to_owned(), ty: local.ty, place: self.place_in(home) })
        });
        all.collect()
    }
}

impl View<'_> {
    /// The value of a variable that has a register of its own, as long as this call of the function lasts.
    pub fn register(&self, thread: ThreadId, depth: usize, code: CodeId, r: R) -> Option<Reg> {
        let frame = self.frame(thread, depth)?;
        frame.register(r).filter(|_| frame.next().code == code)
    }
}
