//! Library functions on terms: what they do where their arguments, or the bytes that these point to, are not decided.
//!
//! The result is a term wherever one can say it: the length of a string is a choice among its positions, made by its
//! bytes. Where a function does different things (a null pointer or not, so many bytes copied), the cases become
//! choices. Each handler belongs to a row of its header's table (`Native::symbolic`). It leaves calls in which all is
//! decided to the ordinary handler.
//!
//! Invariants: a handler asks all questions before it changes anything, since a question with several answers ends the
//! call, and it is made again later. What is an error in the ordinary handler is forbidden here under the condition
//! that the function gets so far.

pub(crate) mod allocate;
pub(crate) mod arithmetic;
pub(crate) mod bits;
pub(crate) mod compare;
pub(crate) mod copy;
pub(crate) mod ctype;
pub(crate) mod float;
pub(crate) mod integer_text;
mod limit;
pub(crate) mod numeral;
pub(crate) mod output;
pub(crate) mod overflow;
pub(crate) mod search;
mod text;

use gmc_mem::Pointer;
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow};
use gmc_vm::reg::Reg;
use gmc_vm::symbolic::{Stop, Symbolic};

/// What a handler does: nothing, where it leaves the call to the ordinary one.
pub(crate) type Outcome = Symbolic<Option<Flow>>;

/// An argument that is a pointer to one place.
fn place(call: &Call, at: usize) -> Symbolic<Pointer> {
    let reg = call.reg(at)?;
    if reg.is_open() { Err(Stop::Number(reg)) } else { Ok(call.pointer(at)?) }
}

/// An argument that is a number.
fn size(m: &Machine, call: &Call, at: usize) -> Symbolic<u64> {
    let reg = call.reg(at)?;
    if reg.is_open() { Err(Stop::Number(reg)) } else { Ok(call.number(m, at)?) }
}

/// An argument as a term of so many bits; nothing where it is decided.
fn open_argument(m: &Machine, call: &Call, at: usize, width: u8) -> Symbolic<Option<TermId>> {
    let reg = call.reg(at)?;
    if !reg.is_open() {
        return Ok(None);
    }
    low_bits(m, reg, width).map(Some)
}

fn low_bits(m: &Machine, reg: Reg, width: u8) -> Symbolic<TermId> {
    let term = m.term(reg)?;
    Ok(m.build(|arena| arena.extract(term, 0, width)))
}

fn beyond(p: Pointer, by: usize) -> Pointer {
    p.wrapping_offset(by as i64)
}

fn unsigned(m: &Machine, term: TermId) -> Outcome {
    Ok(Some(Flow::Value(m.unsigned_reg(term))))
}

fn signed(m: &Machine, term: TermId) -> Outcome {
    Ok(Some(Flow::Value(m.signed_reg(term))))
}

/// That a term is this number.
fn is_number(arena: &mut Arena, term: TermId, number: u128) -> TermId {
    let number = arena.constant(number, arena.width(term));
    arena.binary(Binary::Eq, term, number)
}

/// That a term lies between two numbers.
fn within(arena: &mut Arena, term: TermId, low: u128, high: u128) -> TermId {
    let width = arena.width(term);
    let (start, most) = (arena.constant(low, width), arena.constant(high - low, width));
    let distance = arena.sub(term, start);
    arena.binary(Binary::Ule, distance, most)
}

fn and(arena: &mut Arena, x: TermId, y: TermId) -> TermId {
    arena.binary(Binary::And, x, y)
}

fn or(arena: &mut Arena, x: TermId, y: TermId) -> TermId {
    arena.binary(Binary::Or, x, y)
}

/// The number of the first condition that holds, in 64 bits; `otherwise` where none does.
fn first(arena: &mut Arena, conditions: &[TermId], otherwise: TermId) -> TermId {
    conditions.iter().enumerate().rev().fold(otherwise, |rest, (at, &condition)| {
        let here = arena.constant(at as u128, 64);
        arena.ite(condition, here, rest)
    })
}
