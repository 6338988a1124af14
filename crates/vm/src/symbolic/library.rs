//! What functions of the library do with terms: bytes that they read, and results.
//!
//! A handler asks all its questions before it changes anything: a question that has several answers ends the call,
//! which is made again once one of them is chosen.

use super::cells::Cell;
use super::{Stop, Symbolic};
use crate::interp_error::InterpResult;
use crate::lower::class::Class;
use crate::machine::{Machine, Mode};
use crate::native::Call;
use crate::pending_call::PendingCall;
use crate::reg::Reg;
use crate::varargs;
use gmc_mem::Pointer;
use gmc_term::{Binary, TermId};

impl Machine {
    /// A byte of the program's, as a term. The access is checked and watched as any other.
    pub fn byte_term(&self, p: Pointer) -> Symbolic<TermId> {
        match self.look(p, 1)? {
            Cell::Term(byte) => Ok(byte),
            Cell::Pointer(_) => Err(Stop::Error(crate::nondet::part())),
        }
    }

    /// The number that a term is, whatever its symbols are.
    pub fn constant_of(&self, term: TermId) -> Option<u128> {
        self.build(|arena| arena.number(term))
    }

    /// A register with a term of at most 64 bits, extended by zeros.
    pub fn unsigned_reg(&self, term: TermId) -> Reg {
        self.build(|arena| {
            let wide = arena.zext(term, 64);
            self.reg(arena, wide)
        })
    }

    /// A register with a term of at most 64 bits, extended by its sign.
    pub fn signed_reg(&self, term: TermId) -> Reg {
        self.build(|arena| {
            let wide = arena.sext(term, 64);
            self.reg(arena, wide)
        })
    }

    /// A pointer so many bytes beyond another one, in its object. Where threads interleave, it is one of all that it
    /// can be.
    pub fn pointer_beyond(&self, from: Pointer, by: TermId) -> Symbolic<Reg> {
        let bytes = match self.constant_of(by) {
            Some(bytes) => bytes as u64,
            None if self.mode == Mode::Interleaved => self.numbers(by)?,
            None => return Ok(Reg::open_pointer(from, by.0)),
        };
        Ok(Reg::pointer(from.wrapping_offset(bytes as i64)))
    }

    /// A result as its caller takes it: of a narrower type than the function gives, its low bits.
    #[inline]
    pub(crate) fn fit_term(&self, reg: Reg, class: Class) -> Reg {
        let Class::Int { bits, .. } = class else { return reg };
        if !reg.is_nondet() {
            return reg;
        }
        let Ok(term) = self.term(reg) else { return reg };
        self.build(|arena| {
            let value = Machine::cut(arena, term, bits, class.is_signed());
            self.reg(arena, value)
        })
    }

    /// A call that the current thread stands before, with its arguments as they are now.
    #[cold]
    pub(crate) fn with_current_arguments(&self, held: &PendingCall, call: u32) -> InterpResult<PendingCall> {
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let site = &self.compiled.codes[frame.code].tables.calls[call as usize];
        let mut current = Call::new(held.call.name, held.call.site);
        for (arg, &(class, first)) in site.args.iter().zip(&held.call.args) {
            let (from, words) = (frame.base + usize::from(arg.r), usize::from(class.words().max(1)));
            let was = &held.call.regs[usize::from(first)..][..words];
            let is = &thread.regs[from..from + words];
            // What was decided before is no longer there if nothing else needs it.
            let regs: Vec<Reg> =
                was.iter().zip(is).map(|(&was, &is)| if was.is_open() { is } else { was }).collect();
            current.push(class, &regs);
        }
        if site.pack {
            varargs::unpack(&self.memory, frame.varargs, &mut current)?;
        }
        (current.result, current.result_pointer) = (held.call.result, held.call.result_pointer);
        Ok(PendingCall::new(held.native, current, held.is_wide))
    }

    /// That two terms are equal.
    pub fn equal_terms(&self, x: TermId, y: TermId) -> TermId {
        self.build(|arena| arena.binary(Binary::Eq, x, y))
    }
}
