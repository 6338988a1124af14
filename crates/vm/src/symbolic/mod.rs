//! Symbolic execution: what the program computes from nondeterministic values stays a term.
//!
//! A nondeterministic value is an interval set as long as that says it all (`nondet`). Where an operation makes more of
//! it (a product, a mask, something of two values), the result is a term of the program's arena
//! ([`gmc_term::Arena`]), and registers and memory hold its handle. The interpreter's loop knows nothing of terms: an
//! operation that meets one is refused, and done here.
//!
//! Where the program tells cases apart, and each check is one, the solver is asked which of them can be. Several make a
//! choice ([`TermSplit`]); what is chosen becomes a condition, and conditions are part of the state
//! (`NondetValues::conditions`).
//!
//! A register holds a term of 64 bits, extended as its type says; a cell of memory holds a term of as many bits as it
//! has. A pointer with a symbolic offset is held by registers only, as a pointer and the offset's term.
//!
//! Invariants: the conditions of a state can all hold at once. A case that the solver gives up on is never taken for
//! impossible: it ends its run as something that gmc cannot do.

mod access;
mod bounds;
mod cells;
mod compare;
mod disguise;
mod fields;
mod float;
mod inputs;
mod integer;
mod library;
mod operation;
mod outside;
mod path;
mod pointer;
mod settle;
mod size;
mod tell;
mod totals;
mod wide;

pub use disguise::Disguise;
pub use inputs::{InputLog, Inputs, Preference};
pub(crate) use operation::{At, Way};
pub(crate) use outside::opaque_byte;
pub(crate) use path::{Can, connected, in_order, member, retry, sorted};
pub use path::{Condition, TermSplit};
pub use pointer::moved_by;
pub use size::OpenLayout;
pub use totals::SolverTotals;

use crate::interp_error::InterpError;
use crate::machine::Machine;
use crate::nondet::{ARENA, Form, Term};
use crate::reg::Reg;
use gmc_mem::Opaque;
use gmc_term::{Arena, Node, Symbol, TermId, Unary};

/// Why an operation is not done.
pub enum Stop {
    /// Something has to be decided first.
    Split(TermSplit),
    /// It is wrong.
    Error(Box<InterpError>),
    /// This register must be a number first.
    Number(Reg),
}

impl From<Box<InterpError>> for Stop {
    fn from(error: Box<InterpError>) -> Stop {
        Stop::Error(error)
    }
}

/// The result of a symbolic operation.
pub type Symbolic<T> = Result<T, Stop>;

/// The term that an opaque value stands for, if it is one of the arena.
pub(crate) fn arena_term(value: Opaque) -> Option<TermId> {
    (value.id & ARENA != 0).then_some(TermId(value.id & !ARENA))
}

/// As memory holds it.
pub(crate) fn opaque_of(arena: &Arena, term: TermId) -> Opaque {
    Opaque { id: ARENA | term.0, hash: arena.hash(term) }
}

impl Machine {
    /// Builds terms.
    pub fn build<T>(&self, build: impl FnOnce(&mut Arena) -> T) -> T {
        build(&mut self.compiled.terms.lock())
    }

    /// A register's value as a term of 64 bits. That of a pointer is its address.
    pub fn term(&self, reg: Reg) -> Symbolic<TermId> {
        if reg.is_undef() || reg.meta == crate::reg::Meta::UNBORN {
            return Err(Stop::Error(Box::new(InterpError::Undefined)));
        }
        if let Some((from, offset)) = reg.as_open_pointer() {
            self.memory.note_exposed(from.prov);
            return Ok(self.build(|arena| {
                let base = arena.constant(from.addr.into(), 64);
                arena.binary(gmc_term::Binary::Add, base, TermId(offset))
            }));
        }
        if reg.is_nondet_part() {
            return Err(Stop::Number(reg));
        }
        if let Some(opaque) = reg.opaque() {
            return match self.build(|arena| self.opaque_term(arena, opaque)) {
                Some(term) => Ok(term),
                None => Err(Stop::Number(reg)),
            };
        }
        let bits = reg.plain_bits(self.memory.target());
        if !reg.meta.is_whole() || reg.meta.0 != 0 {
            self.memory.note_exposed(reg.meta.prov());
        }
        Ok(self.build(|arena| arena.constant(bits.into(), 64)))
    }

    /// The term of a register's opaque value, of 64 bits; of a cell's, as it was stored.
    pub(crate) fn opaque_term(&self, arena: &mut Arena, value: Opaque) -> Option<TermId> {
        match arena_term(value) {
            Some(term) => Some(term),
            None => self.affine(arena, Term::of_opaque(value)?),
        }
    }

    /// A nondeterministic value that was moved or turned round, as a term of 64 bits.
    fn affine(&self, arena: &mut Arena, term: Term) -> Option<TermId> {
        let value = self.process.nondet.get(term.name)?;
        let symbol = arena.symbol(Symbol { name: term.name, width: value.width });
        let x = match (term.form, value.signed) {
            (Form::Widened, _) => return Some(arena.unary(Unary::Convert, symbol, 64)),
            (_, true) => arena.sext(symbol, 64),
            (_, false) => arena.zext(symbol, 64),
        };
        let by = arena.constant(term.by.into(), 64);
        let sum = match term.negated {
            false => arena.binary(gmc_term::Binary::Add, x, by),
            true => arena.sub(by, x),
        };
        // It lies in the register as its form says, so fewer bits tell all.
        let (width, signed) = match term.form {
            Form::Bool => (1, false),
            Form::U8 => (8, false),
            Form::S8 => (8, true),
            Form::U16 => (16, false),
            Form::S16 => (16, true),
            Form::U32 => (32, false),
            Form::S32 => (32, true),
            Form::Whole | Form::Widened => return Some(sum),
        };
        let low = arena.extract(sum, 0, width);
        Some(if signed { arena.sext(low, 64) } else { arena.zext(low, 64) })
    }

    /// A register with the value of a term of 64 bits.
    pub(crate) fn reg(&self, arena: &Arena, term: TermId) -> Reg {
        if let Some(value) = arena.number(term) {
            return Reg::number(value as u64);
        }
        if let Some(plain) = self.plain(arena, term, true) {
            return plain.reg();
        }
        Reg::from_scalar(gmc_mem::Scalar::Opaque(opaque_of(arena, term)))
    }

    /// The nondeterministic value that a term is, extended as it always is where `extended` says so.
    pub(crate) fn plain(&self, arena: &Arena, term: TermId, extended: bool) -> Option<Term> {
        let (symbol, signed) = match arena.node(term) {
            Node::Unary(Unary::SExt, x) if extended => (arena.as_symbol(x)?, Some(true)),
            Node::Unary(Unary::ZExt, x) if extended => (arena.as_symbol(x)?, Some(false)),
            _ => (arena.as_symbol(term)?, None),
        };
        let value = self.process.nondet.get(symbol.name)?;
        let whole = symbol.width == 64 || !extended;
        let alike = value.width == symbol.width && signed.map_or(whole, |it| it == value.signed);
        // Where bits beyond the value would be part of a cell, it is not the value alone.
        let alike = alike && (extended || value.width.is_multiple_of(8));
        let form = Form::of_int(value.width.into(), value.signed);
        alike.then_some(Term { name: symbol.name, form, negated: false, by: 0 })
    }

    /// That the low bits of a register are not all zero.
    pub fn is_nonzero(&self, reg: Reg, width: u8) -> Symbolic<TermId> {
        let term = self.term(reg)?;
        Ok(self.build(|arena| {
            let (low, zero) = (arena.extract(term, 0, width), arena.constant(0, width));
            let is = arena.binary(gmc_term::Binary::Eq, low, zero);
            arena.not(is)
        }))
    }

    /// The low bits of a term of 64 bits, extended again.
    pub(crate) fn cut(arena: &mut Arena, term: TermId, width: u8, signed: bool) -> TermId {
        let low = arena.extract(term, 0, width);
        if signed { arena.sext(low, 64) } else { arena.zext(low, 64) }
    }
}
