//! Functions of the library, as the machine calls them: rows of a table, each with a name, a handler, and what others
//! depend on (`effects`). The tables themselves are the library's ([`crate::library::Library`]).
//!
//! A handler gets the machine and the call. It reads its arguments through [`Call`], and says how the program goes on.

use crate::effects::{
    Alternatives, Atomicity, Awaited, Commutes, Effects, Family, LockAction, LockKind, LockUse, OnTerms,
    Span, Target, Traits, Visibility, Words,
};
use crate::exec;
use crate::failures::Failing;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::reg::Reg;
use crate::symbolic::Symbolic;
use gmc_mem::{Pointer, Site};
use gmc_model::ErrorKind;
use smallvec::SmallVec;

/// What a function does.
pub type Handler = fn(&mut Machine, &Call) -> InterpResult<Flow>;

/// What a function does with terms. Nothing: it leaves it to its ordinary handler, for which arguments become numbers.
pub type SymbolicHandler = fn(&mut Machine, &Call) -> Symbolic<Option<Flow>>;

/// A function of the machine: a row of a table.
#[derive(Clone, Copy)]
pub struct Native {
    /// As the linker names it.
    pub name: &'static str,
    /// What it touches.
    pub visibility: Visibility,
    /// What it does.
    pub run: Handler,
    /// What else others depend on.
    pub effects: Effects,
}

/// A function that touches memory that its arguments point to, and what only its own thread sees.
pub const fn memory(name: &'static str, run: Handler) -> Native {
    Native { name, visibility: Visibility::Memory, run, effects: Effects::UNKNOWN }
}

/// Likewise, in one indivisible operation that synchronises.
pub const fn atomic(name: &'static str, run: Handler) -> Native {
    Native { visibility: Visibility::Atomic, ..memory(name, run) }
}

/// A function that touches something that all threads share.
pub const fn shared(name: &'static str, run: Handler) -> Native {
    Native { visibility: Visibility::Shared, ..memory(name, run) }
}

/// A function that touches files, and what else lies outside of the program.
pub const fn outside(name: &'static str, run: Handler) -> Native {
    Native { visibility: Visibility::Outside, ..memory(name, run) }
}

/// Likewise, unless what it writes is never read.
pub const fn output(name: &'static str, run: Handler) -> Native {
    Native { visibility: Visibility::Output, ..memory(name, run) }
}

/// A function that synchronises, or that has several alternatives. It says which memory it accesses; what it
/// does, if it need not wait, takes the alternative [`crate::step_effects::StepEffects::alternative`].
pub const fn sync(
    name: &'static str,
    alternatives: Alternatives,
    run: Handler,
    spans: &'static [Span],
) -> Native {
    let row = memory(name, run);
    Native { visibility: Visibility::Sync(alternatives), effects: row.effects.of(spans), ..row }
}

/// What a row says of effects.
impl Native {
    const fn with(self, effects: Effects) -> Native {
        Native { effects, ..self }
    }

    const fn lock(self, action: LockAction, kind: LockKind, at: usize) -> Native {
        self.with(Effects { lock: Some(LockUse { action, kind, at }), ..self.effects })
    }

    /// It waits for the lock that an argument points to, and takes it.
    pub const fn locks(self, kind: LockKind, at: usize) -> Native {
        self.lock(LockAction::Take, kind, at)
    }

    /// It takes the lock, or does something else if it cannot.
    pub const fn tries(self, kind: LockKind, at: usize) -> Native {
        self.lock(LockAction::Try, kind, at)
    }

    /// It gives the lock back.
    pub const fn unlocks(self, kind: LockKind, at: usize) -> Native {
        self.lock(LockAction::Give, kind, at)
    }

    /// It gives the lock back, waits, and takes it again.
    pub const fn lends(self, kind: LockKind, at: usize) -> Native {
        self.lock(LockAction::Lend, kind, at)
    }

    /// What it waits for.
    pub const fn awaits(self, awaited: Awaited) -> Native {
        self.with(Effects { awaits: Some(awaited), ..self.effects })
    }

    /// All that it reads and writes.
    pub const fn words(self, words: Words) -> Native {
        self.with(Effects { words: Some(words), ..self.effects })
    }

    /// All that it depends on and changes is in memory, or noted.
    pub const fn noted(self) -> Native {
        self.with(Effects { noted: true, ..self.effects })
    }

    /// When it commutes with whatever others do.
    pub const fn commutes(self, commutes: Commutes) -> Native {
        self.with(Effects { commutes, ..self.effects })
    }

    /// What this argument points to may be accessed after the call.
    pub const fn keeps(self, at: usize) -> Native {
        self.with(Effects { keeps: self.effects.keeps | 1 << at, ..self.effects })
    }

    /// It frees what this argument points to.
    pub const fn frees(self, at: usize) -> Native {
        self.with(Effects { frees: Some(at), ..self.effects })
    }

    /// It returns memory that it has allocated, for `free`.
    pub const fn makes(self) -> Native {
        self.makes_for(Family::Malloc)
    }

    /// It returns memory that it has allocated, for functions of this family.
    pub const fn makes_for(self, family: Family) -> Native {
        self.with(Effects { makes: Some(family), ..self.effects })
    }

    /// Where it writes.
    pub const fn to(self, target: Target) -> Native {
        self.with(Effects { target, ..self.effects })
    }

    /// How it fails.
    pub const fn fails(self, failing: &'static Failing) -> Native {
        self.with(Effects { failing: Some(failing), ..self.effects })
    }

    /// What memory its arguments point to, for those who explain what it did.
    pub const fn spans(self, spans: &'static [Span]) -> Native {
        self.with(self.effects.of(spans))
    }

    /// What it does with terms.
    pub const fn symbolic(self, handler: SymbolicHandler) -> Native {
        let terms = OnTerms { handler: Some(handler), ..self.effects.terms };
        self.with(Effects { terms, ..self.effects })
    }

    /// Its handler takes these arguments as terms, from one on to another.
    pub const fn takes_terms(self, first: usize, last: usize) -> Native {
        let arguments = self.effects.terms.arguments | u32::MAX >> (31 - last) & u32::MAX << first;
        let terms = OnTerms { arguments, ..self.effects.terms };
        self.with(Effects { terms, ..self.effects })
    }

    /// Its result is any number between these.
    pub const fn draws(self, first: i64, last: i64) -> Native {
        self.with(Effects { draws: Some((first, last)), ..self.effects })
    }

    /// Something else that is so.
    pub const fn is(self, traits: Traits) -> Native {
        self.with(Effects { traits: self.effects.traits.and(traits), ..self.effects })
    }

    /// Whether it is one atomic read of what its first argument points to.
    pub fn is_atomic_load(&self) -> bool {
        matches!(self.visibility, Visibility::Atomic)
            && matches!(self.effects.spans, [Span { at: 0, write: false, atomicity: Atomicity::Atomic, .. }])
    }

    /// Whether something is so.
    pub const fn has(&self, traits: Traits) -> bool {
        self.effects.traits.has(traits)
    }
}

/// How the program goes on after a function of the machine.
#[derive(Debug)]
pub enum Flow {
    /// It returns nothing, or a result that is not used.
    Void,
    /// It returns a value in one register, extended as the function's C type says.
    Value(Reg),
    /// It returns a value with these bytes in memory order: complex numbers, `long double`, structures.
    Image(Vec<u8>),
    /// It returns a value in these registers: what does not fit one, and is no bytes as it depends on terms.
    Words(SmallVec<[Reg; 2]>),
    /// It has arranged for what comes next itself: pushed a frame, jumped, ended the program.
    Arranged,
    /// It is not done yet, and will be called again with the same arguments.
    Again,
}

impl Flow {
    /// A number.
    pub fn number(bits: u64) -> InterpResult<Flow> {
        Ok(Flow::Value(Reg::number(bits)))
    }

    /// A signed number.
    pub fn int(value: i64) -> InterpResult<Flow> {
        Flow::number(value as u64)
    }

    /// A pointer.
    pub fn pointer(p: Pointer) -> InterpResult<Flow> {
        Ok(Flow::Value(Reg::pointer(p)))
    }

    /// A double.
    pub fn double(value: f64) -> InterpResult<Flow> {
        Flow::number(value.to_bits())
    }

    /// A float.
    pub fn single(value: f32) -> InterpResult<Flow> {
        Flow::number(value.to_bits().into())
    }
}

/// A call of a function of the machine.
#[derive(Debug)]
pub struct Call {
    /// The function's name.
    pub name: &'static str,
    /// The class of each argument and where its registers start.
    pub args: SmallVec<[(Class, u16); 4]>,
    /// The arguments' registers.
    pub regs: SmallVec<[Reg; 4]>,
    /// What the caller makes of the result.
    pub result: Option<Class>,
    /// Where the caller wants an aggregate result.
    pub result_pointer: Option<Pointer>,
    /// Names the call to the memory.
    pub site: Site,
}

impl Call {
    /// A call of a function with this name, yet without arguments.
    pub fn new(name: &'static str, site: Site) -> Call {
        let (args, regs) = (SmallVec::new(), SmallVec::new());
        Call { name, args, regs, result: None, result_pointer: None, site }
    }

    /// Adds an argument: a value of some class in these registers.
    pub fn push(&mut self, class: Class, regs: &[Reg]) {
        self.args.push((class, self.regs.len() as u16));
        regs.iter().for_each(|&reg| self.regs.push(reg));
    }

    /// How many arguments there are.
    pub fn count(&self) -> usize {
        self.args.len()
    }

    /// The class of an argument.
    pub fn class(&self, at: usize) -> InterpResult<Class> {
        self.args.get(at).map(|arg| arg.0).ok_or_else(|| self.missing(at))
    }

    /// An argument, whatever it is: of one that takes several registers, the first.
    #[inline]
    pub fn reg(&self, at: usize) -> InterpResult<Reg> {
        let &(_, r) = self.args.get(at).ok_or_else(|| self.missing(at))?;
        self.regs.get(usize::from(r)).copied().ok_or_else(|| self.missing(at))
    }

    #[cold]
    fn missing(&self, at: usize) -> Box<InterpError> {
        InterpError::other(
            ErrorKind::BadCall,
            format!("`{}` is called without its argument {}", self.name, at + 1),
        )
    }

    /// An argument as an unsigned number.
    #[inline]
    pub fn number(&self, machine: &Machine, at: usize) -> InterpResult<u64> {
        exec::number_of(&machine.memory, self.reg(at)?)
    }

    /// Fails where an argument has no value, or one that is not decided yet.
    pub fn check_known(&self, at: usize) -> InterpResult<()> {
        exec::check_known(self.reg(at)?)
    }

    /// An argument as a signed number.
    pub fn int(&self, machine: &Machine, at: usize) -> InterpResult<i64> {
        Ok(self.number(machine, at)? as i64)
    }

    /// An argument as a double.
    pub fn double(&self, machine: &Machine, at: usize) -> InterpResult<f64> {
        let bits = self.number(machine, at)?;
        Ok(match self.class(at)? {
            Class::Single => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        })
    }

    /// An argument as a pointer.
    #[inline]
    pub fn pointer(&self, at: usize) -> InterpResult<Pointer> {
        let reg = self.reg(at)?;
        if reg.meta.is_whole() { Ok(reg.as_pointer()) } else { Err(Box::new(InterpError::Undefined)) }
    }

    /// The bytes of an argument, as they would stand in memory.
    pub fn image(&self, machine: &Machine, at: usize) -> InterpResult<Vec<u8>> {
        let &(class, r) = self.args.get(at).ok_or_else(|| self.missing(at))?;
        exec::to_image(&machine.memory, &self.regs, r, class)
    }
}
