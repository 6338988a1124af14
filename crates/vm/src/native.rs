//! Functions of the machine: the part of the C library that must be fast or needs the host, one file per header in
//! `library/`, each a table of name and handler.
//!
//! A handler gets the machine and the call. It reads its arguments through [`Call`], and says how the program goes on.

use crate::exec;
use crate::fault::{Fault, Outcome};
use crate::library;
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_mem::{Pointer, Site};
use gmc_model::Kind;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A function of the machine.
pub(crate) struct Native {
    /// As the linker names it.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut Machine<'_>, &Call) -> Outcome<Flow>,
}

/// A function that synchronises, or whose outcome the program leaves open.
pub(crate) struct Sync {
    /// As the linker names it.
    pub name: &'static str,
    /// How many outcomes it can have now; 0 when it must wait. What cannot be told from its arguments is for `run` to
    /// complain about.
    pub outcomes: fn(&Machine<'_>, &Call) -> Outcome<u32>,
    /// What it does, if it need not wait: the outcome is [`Machine::outcome`].
    pub run: fn(&mut Machine<'_>, &Call) -> Outcome<Flow>,
}

/// What a function touches: what other threads can notice of it.
#[derive(Clone, Copy)]
pub(crate) enum Conduct {
    /// Memory that its arguments point to, and what only its own thread sees.
    Memory,
    /// Likewise, in one indivisible operation that synchronises.
    Atomic,
    /// Something that all threads share.
    Shared,
    /// Files, and what else lies outside of the program.
    Outside,
    /// Likewise, unless what it writes goes where nobody reads it: then memory only.
    Output,
    /// Other threads.
    Sync(fn(&Machine<'_>, &Call) -> Outcome<u32>),
}

/// The words of memory on which what a function does depends and which it may change, if that is all that it does beside
/// looking at its arguments and returning something; none where it is more.
pub(crate) type Words = fn(&Machine<'_>, &Call) -> Option<WordList>;

/// Words, each with its size, in an order in which what is in them says which are the next.
pub(crate) type WordList = SmallVec<[(Pointer, usize); 4]>;

/// A function of either kind.
pub(crate) struct Entry {
    /// As the linker names it.
    pub name: &'static str,
    /// What it touches.
    pub conduct: Conduct,
    /// What it does.
    pub run: fn(&mut Machine<'_>, &Call) -> Outcome<Flow>,
    /// All that it reads and writes, where that is known.
    pub words: Option<Words>,
    /// If it synchronises: where it writes as anybody does, as an argument and a number of bytes, or those of a pointer.
    pub result: Option<(usize, Option<u64>)>,
}

/// How the program goes on after a function of the machine.
#[derive(Debug)]
pub(crate) enum Flow {
    /// It returns nothing, or nothing that anybody looks at.
    Void,
    /// It returns a value in one register, extended as the function's C type says.
    Value(Reg),
    /// It returns a value with these bytes in memory order: complex numbers, `long double`, structures.
    Image(Vec<u8>),
    /// It has arranged for what comes next itself: pushed a frame, jumped, ended the program.
    Arranged,
    /// It is not done yet, and will be called again with the same arguments.
    Again,
}

impl Flow {
    /// A number.
    pub(crate) fn number(bits: u64) -> Outcome<Flow> {
        Ok(Flow::Value(Reg::number(bits)))
    }

    /// A signed number.
    pub(crate) fn int(value: i64) -> Outcome<Flow> {
        Flow::number(value as u64)
    }

    /// A pointer.
    pub(crate) fn pointer(p: Pointer) -> Outcome<Flow> {
        Ok(Flow::Value(Reg::pointer(p)))
    }

    /// A double.
    pub(crate) fn double(value: f64) -> Outcome<Flow> {
        Flow::number(value.to_bits())
    }

    /// A float.
    pub(crate) fn single(value: f32) -> Outcome<Flow> {
        Flow::number(value.to_bits().into())
    }
}

/// A call of a function of the machine.
#[derive(Debug)]
pub(crate) struct Call {
    /// The function's name.
    pub name: &'static str,
    /// The class of each argument and where its registers start.
    pub(crate) args: SmallVec<[(Class, u16); 4]>,
    /// The arguments' registers.
    pub(crate) regs: SmallVec<[Reg; 4]>,
    /// What the caller makes of the result.
    pub result: Option<Class>,
    /// Where the caller wants an aggregate result.
    pub result_pointer: Option<Pointer>,
    /// Names the call to the memory.
    pub site: Site,
}

impl Call {
    /// A call of a function with this name, yet without arguments.
    pub(crate) fn new(name: &'static str, site: Site) -> Call {
        let (args, regs) = (SmallVec::new(), SmallVec::new());
        Call { name, args, regs, result: None, result_pointer: None, site }
    }

    /// Adds an argument: a value of some class in these registers.
    pub(crate) fn push(&mut self, class: Class, regs: &[Reg]) {
        self.args.push((class, self.regs.len() as u16));
        regs.iter().for_each(|&reg| self.regs.push(reg));
    }

    /// How many arguments there are.
    pub(crate) fn count(&self) -> usize {
        self.args.len()
    }

    /// The class of an argument.
    pub(crate) fn class(&self, at: usize) -> Outcome<Class> {
        self.args.get(at).map(|arg| arg.0).ok_or_else(|| self.missing(at))
    }

    /// An argument, whatever it is: of one that takes several registers, the first.
    #[inline]
    pub(crate) fn reg(&self, at: usize) -> Outcome<Reg> {
        let &(_, r) = self.args.get(at).ok_or_else(|| self.missing(at))?;
        self.regs.get(usize::from(r)).copied().ok_or_else(|| self.missing(at))
    }

    #[cold]
    fn missing(&self, at: usize) -> Box<Fault> {
        Fault::other(Kind::BadCall, format!("`{}` is called without its argument {}", self.name, at + 1))
    }

    /// An argument as an unsigned number.
    #[inline]
    pub(crate) fn number(&self, machine: &Machine<'_>, at: usize) -> Outcome<u64> {
        exec::number_of(&machine.memory, self.reg(at)?)
    }

    /// An argument as a signed number.
    pub(crate) fn int(&self, machine: &Machine<'_>, at: usize) -> Outcome<i64> {
        Ok(self.number(machine, at)? as i64)
    }

    /// An argument as a double.
    pub(crate) fn double(&self, machine: &Machine<'_>, at: usize) -> Outcome<f64> {
        let bits = self.number(machine, at)?;
        Ok(match self.class(at)? {
            Class::Single => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        })
    }

    /// An argument as a pointer.
    #[inline]
    pub(crate) fn pointer(&self, at: usize) -> Outcome<Pointer> {
        let reg = self.reg(at)?;
        if reg.meta.is_whole() { Ok(reg.as_pointer()) } else { Err(Box::new(Fault::Undefined)) }
    }

    /// The bytes of an argument, as they would stand in memory.
    pub(crate) fn image(&self, machine: &Machine<'_>, at: usize) -> Outcome<Vec<u8>> {
        let &(class, r) = self.args.get(at).ok_or_else(|| self.missing(at))?;
        exec::to_image(&machine.memory, &self.regs, r, class)
    }
}

/// All functions, by number.
fn all() -> &'static Vec<Entry> {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| {
        let local = library::THREADS.iter().copied().flatten();
        let plain = library::TABLES.iter().chain(local).flat_map(|&(conduct, table)| {
            let entry = move |it: &Native| Entry {
                name: it.name,
                conduct,
                run: it.run,
                words: library::words(it.name),
                result: None,
            };
            table.iter().map(entry)
        });
        let sync = library::SYNC.iter().copied().flatten().flat_map(|table| {
            let entry = |it: &Sync| {
                let conduct = Conduct::Sync(it.outcomes);
                let (words, result) = (library::words(it.name), library::result(it.name));
                Entry { name: it.name, conduct, run: it.run, words, result }
            };
            table.iter().map(entry)
        });
        plain.chain(sync).collect()
    })
}

/// The names of all functions.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    all().iter().map(|it| it.name)
}

/// The number of a function.
pub(crate) fn find(name: &str) -> Option<u32> {
    static IDS: OnceLock<HashMap<&'static str, u32>> = OnceLock::new();
    let ids = IDS.get_or_init(|| (0u32..).zip(all()).map(|(id, native)| (native.name, id)).collect());
    // GCC's own names for library functions.
    ids.get(name).or_else(|| ids.get(name.strip_prefix("__builtin_")?)).copied()
}

/// The function with a number that [`find`] gave.
pub(crate) fn get(id: u32) -> &'static Entry {
    &all()[id as usize]
}

/// Whether `longjmp` makes a function with a number that [`find`] gave return again.
pub(crate) fn returns_twice(id: u32) -> bool {
    matches!(get(id).name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp")
}

/// Whether a function looks for files, or is there to open them.
pub fn names_files(name: &str) -> bool {
    library::NAMES_OF_FILES.iter().any(|table| table.iter().any(|native| native.name == name))
        || matches!(name, "fopen" | "fopen64" | "freopen" | "freopen64")
}
