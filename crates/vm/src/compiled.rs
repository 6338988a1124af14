//! A compiled program: all that runs of it share. Made once by [`compile`](crate::lower::compile), never changed;
//! [`Machine::load`](crate::Machine::load) makes an initial state from it.
//!
//! Invariant: nothing in here depends on a run, so workers, replays, reports and the debugger share one value.

use crate::allow::Allow;
use crate::code::Code;
use crate::id::{CodeId, IdVec};
use crate::image::Image;
use crate::library::Library;
use gmc_ir::id::{LiteralId, LocalId};
use gmc_ir::program::{Global, Program, Resolution, UnitIndex};
use gmc_ir::unit::RelocationTarget;
use gmc_mem::{Memory, ObjId, Pointer};
use gmc_term::Terms;
use std::collections::HashMap;
use std::sync::Arc;

/// All functions of a program.
pub type Codes = IdVec<CodeId, Code>;

/// What a pointer to code points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeTarget {
    /// A function of the program.
    Code(CodeId),
    /// A function of the machine.
    Native(u32),
    /// A function that nothing defines.
    Missing(u32),
    /// The labels of a function.
    Labels(CodeId),
}

/// What pointers to code point to.
#[derive(Debug, Default)]
pub struct Targets {
    /// By the object's number: objects for code are made first, so these are small. With the object's address.
    objects: Vec<Option<(u64, CodeTarget)>>,
}

impl Targets {
    /// From now on, a pointer to this object points to code.
    pub fn insert(&mut self, pointer: Pointer, target: CodeTarget) {
        let at = pointer.prov.index();
        if at >= self.objects.len() {
            self.objects.resize(at + 1, None);
        }
        self.objects[at] = Some((pointer.addr, target));
    }

    /// What an object stands for.
    pub fn get(&self, object: ObjId) -> Option<CodeTarget> {
        self.objects.get(object.index()).copied().flatten().map(|(_, target)| target)
    }

    /// What a pointer points to, if to the start of something.
    #[inline]
    pub fn at(&self, pointer: Pointer) -> Option<CodeTarget> {
        match self.objects.get(pointer.prov.index()) {
            Some(&Some((start, target))) if start == pointer.addr => Some(target),
            _ => None,
        }
    }
}

/// What an object with static storage is, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaticObject {
    /// A variable.
    Variable(Global),
    /// A string literal.
    Literal,
    /// A function.
    Function(String),
    /// The variables of a section.
    Section(String),
}

/// A thread-local variable.
#[derive(Clone, Debug)]
pub struct ThreadLocal {
    /// The variable.
    pub global: Global,
    /// Bytes.
    pub size: u64,
    /// Alignment.
    pub align: u64,
}

/// A program ready to run.
pub struct Compiled {
    /// The program that it was compiled from.
    pub program: Arc<Program>,
    /// All functions.
    pub codes: Codes,
    /// What pointers to code point to.
    pub targets: Targets,
    /// Objects with static storage.
    pub statics: HashMap<ObjId, StaticObject>,
    /// What the program uses and no unit defines.
    pub undefined: Undefined,
    /// Thread-local variables.
    pub thread_locals: Vec<ThreadLocal>,
    /// Where the program starts and ends.
    pub entry: Entry,
    /// Which features of the library the program uses.
    pub uses: Uses,
    /// Errors that the program may make.
    pub allow: Allow,
    /// The representation of `long double`.
    pub long_double: gmc_arith::Real,
    /// Where objects come from.
    pub sites: Vec<SiteInfo>,
    /// Addresses of what the program names.
    pub reach: Reach,
    /// Memory before the first statement.
    pub image: Image,
    /// The library that it was compiled against.
    pub library: &'static Library,
    /// Terms over inputs, which all runs build together. A term never changes, so who built it does not matter.
    pub terms: Terms,
}

/// What a program uses and no unit defines.
#[derive(Clone, Debug)]
pub struct Undefined {
    /// Functions.
    pub functions: Vec<String>,
    /// Variables, and where they were put.
    pub variables: Vec<(String, Pointer)>,
}

/// Where a program starts and ends.
#[derive(Clone, Debug)]
pub struct Entry {
    /// `main`.
    pub main: CodeId,
    /// Runs before `main`, in order.
    pub constructors: Vec<CodeId>,
    /// Runs after `main`, in order.
    pub destructors: Vec<CodeId>,
    /// What `operator new` does without memory, if the program has exceptions.
    pub out_of_memory: Option<CodeId>,
}

/// Features of the library that a program uses and that others must take into account. What cannot be ruled out counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uses {
    /// Threads may cancel each other.
    pub cancellation: bool,
    /// The end of a thread, or what happens between two of its operations, may depend on more than memory: others
    /// cancel it or send it signals, its number is reused at once, or destructors run.
    pub intricate_threads: bool,
    /// Threads may lock streams.
    pub stream_locks: bool,
    /// Read-write locks may be another library's, and smaller than glibc's.
    pub foreign_rwlocks: bool,
    /// The program may ask for the time.
    pub clock: bool,
    /// The program may ask whether a thread has ended, without waiting for it.
    pub end_queries: bool,
    /// The program may map files into memory.
    pub mapped_files: bool,
    /// The program may set timers.
    pub timers: bool,
    /// The program may have atomic sections.
    pub sections: bool,
    /// The program may name functions that must hold in every state.
    pub invariants: bool,
    /// The program may name bytes that make no difference between states.
    pub ignored_bytes: bool,
    /// Functions of the program may look at other processes.
    pub peers: bool,
    /// The program may make processes.
    pub processes: bool,
    /// The program is one of several that act on one outside: it may make processes, or the environment acts.
    pub system: bool,
    /// The program may wait until the clock shows some time.
    pub times: bool,
}

impl Uses {
    /// Whether signals may come that the program does not send itself.
    pub fn interruptions(&self) -> bool {
        self.timers || self.system
    }
}

impl Compiled {
    /// The memory of a run that is about to start.
    pub fn initial_memory(&self) -> Memory {
        self.image.load(&self.program, |memory| {
            if let Some(disguise) = self.image.disguise {
                disguise.variables(&mut self.terms.lock(), memory, &self.statics);
            }
        })
    }

    /// The variable of this name that a source file defines, by the end of the file's name.
    pub fn variable_in_file(&self, file: &str, name: &str) -> Option<ObjId> {
        let is_it = |global: Global| {
            let unit = self.program.unit(global.unit);
            let path = unit.str(unit.file);
            let ends = path == file || path.strip_suffix(file).is_some_and(|start| start.ends_with('/'));
            ends && self.program.name(global) == name
        };
        let mut found = self.statics.iter().filter_map(|(&object, it)| match it {
            StaticObject::Variable(global) if is_it(*global) => Some(object),
            _ => None,
        });
        found.next()
    }

    /// The address that an initial value refers to, if the program was found to need it.
    pub fn address_in(&self, unit: UnitIndex, to: &RelocationTarget) -> Option<Pointer> {
        match to {
            RelocationTarget::Symbol(symbol) => {
                match self.program.resolve(Global { unit, symbol: *symbol }) {
                    Resolution::Definition(global) => self.reach.globals.get(&global).copied(),
                    Resolution::External(id) => {
                        self.reach.externals.get(self.program.external_name(id)).copied()
                    }
                }
            }
            RelocationTarget::Literal(literal) => self.reach.literals.get(&(unit, *literal)).copied(),
            _ => None,
        }
    }
}

/// Where an object comes from, or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteInfo {
    /// The start of the program.
    Start,
    /// A local variable.
    Local {
        /// Of this function.
        code: CodeId,
        /// This one.
        local: LocalId,
    },
    /// A call.
    Call {
        /// In this function.
        code: CodeId,
        /// By this operation.
        op: u32,
    },
}

/// Addresses of what the program names.
#[derive(Debug, Default)]
pub struct Reach {
    /// Objects with smaller numbers are variables and functions. Runs start with them, and they never end.
    pub static_objects: usize,
    /// Variables and functions that a unit defines.
    pub globals: HashMap<Global, Pointer>,
    /// Variables and functions that no unit defines, by name.
    pub externals: HashMap<String, Pointer>,
    /// String literals.
    pub literals: HashMap<(UnitIndex, LiteralId), Pointer>,
    /// The first label of each function whose labels have addresses.
    pub labels: HashMap<Global, Pointer>,
}

#[cfg(test)]
mod tests {
    use super::Compiled;

    #[test]
    fn workers_share_a_compiled_program() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Compiled>();
    }
}
