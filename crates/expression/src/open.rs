//! Calculates with integers that are not decided: as terms, in the same way as with numbers.
//!
//! Where an expression needs to know whether something is true, the machine is asked which of both can be. If both can,
//! that is to be decided first, and the scope gets to know it ([`Scope::undecided`]).
//!
//! Deliberately absent: floating-point numbers and pointers that are not decided.

use crate::Refusal;
use crate::arithmetic::{INT, fitted};
use crate::evaluate::Evaluator;
use crate::scope::{Scope, Value};
use crate::types::Ty;
use gmc_mem::Pointer;
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::machine::Machine;
use gmc_vm::symbolic::Stop;

/// An integer that is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// It has as many bits as the type, or a single one, if it is a truth value.
    term: TermId,
    /// The bits of its type.
    bits: u32,
    /// Whether its type is unsigned.
    unsigned: bool,
}

impl Open {
    /// As a term of so many bits.
    fn widened(self, arena: &mut Arena, bits: u32) -> TermId {
        let width = u32::from(arena.width(self.term));
        match (bits > width, self.unsigned || width < self.bits) {
            _ if bits == width => self.term,
            (false, _) => arena.extract(self.term, 0, bits as u8),
            (true, true) => arena.zext(self.term, bits as u8),
            (true, false) => arena.sext(self.term, bits as u8),
        }
    }

    /// As one of another type.
    pub(crate) fn cast(self, machine: &Machine, bits: u32, unsigned: bool) -> Value {
        machine.build(|arena| {
            let term = self.widened(arena, bits);
            value(arena, Open { term, bits, unsigned })
        })
    }
}

/// It may be a number after all.
fn value(arena: &Arena, open: Open) -> Value {
    match arena.number(open.term) {
        Some(number) => {
            let unsigned = open.unsigned || u32::from(arena.width(open.term)) < open.bits;
            let value = fitted(number as i128, u32::from(arena.width(open.term)), unsigned);
            Value::Number { value, bits: open.bits, unsigned: open.unsigned }
        }
        None => Value::Open(open),
    }
}

fn undecided() -> Refusal {
    "it is not decided yet".to_owned()
}

impl<S: Scope + ?Sized> Evaluator<'_, S> {
    fn machine(&self) -> Result<&Machine, Refusal> {
        self.scope.machine().ok_or_else(undecided)
    }

    /// What a variable holds that is not decided: an integer.
    pub(crate) fn open(&self, at: Pointer, ty: &Ty, bits: Option<(u32, u32)>) -> Result<Value, Refusal> {
        let machine = self.machine()?;
        let (size, unsigned) = self.integer_type(ty).ok_or_else(undecided)?;
        let bytes = bits.map_or(size / 8, |(shift, width)| (shift + width).div_ceil(8));
        let Ok(cell) = machine.open_cell(at, bytes as usize) else { return Err(undecided()) };
        let (shift, width) = bits.unwrap_or((0, size));
        // What is narrower than `int` is one.
        let is_unsigned = unsigned && width >= INT;
        let wide = width.max(INT).next_multiple_of(INT);
        Ok(machine.build(|arena| {
            let own = arena.extract(cell, shift as u8, width as u8);
            let term = if unsigned { arena.zext(own, wide as u8) } else { arena.sext(own, wide as u8) };
            value(arena, Open { term, bits: wide, unsigned: is_unsigned })
        }))
    }

    /// Whether it is not 0.
    pub(crate) fn is_open_true(&self, open: Open) -> Result<bool, Refusal> {
        let machine = self.machine()?;
        let condition = machine.build(|arena| {
            if arena.width(open.term) == 1 {
                return open.term;
            }
            let zero = arena.constant(0, arena.width(open.term));
            let is_zero = arena.binary(Binary::Eq, open.term, zero);
            arena.not(is_zero)
        });
        match machine.holds(condition) {
            Ok(holds) => Ok(holds),
            Err(Stop::Split(split)) => {
                self.scope.undecided(split);
                Err(undecided())
            }
            Err(Stop::Error(_) | Stop::Number(_)) => Err(undecided()),
        }
    }

    /// What `-` and `~` make of it.
    pub(crate) fn open_unary(&self, sign: char, open: Open) -> Result<Value, Refusal> {
        Ok(self.machine()?.build(|arena| {
            let term = open.widened(arena, open.bits);
            let term = if sign == '-' { arena.neg(term) } else { arena.not(term) };
            value(arena, Open { term, ..open })
        }))
    }

    /// What an operator makes of two integers of which one is not decided.
    pub(crate) fn open_binary(&self, sign: &str, left: &Value, right: &Value) -> Result<Value, Refusal> {
        let machine = self.machine()?;
        let (Some((m, u)), Some((n, v))) = (integer(left), integer(right)) else { return Err(undecided()) };
        let is_shift = matches!(sign, "<<" | ">>");
        let bits = if is_shift { m } else { m.max(n) };
        let unsigned = if is_shift { u } else { u && m == bits || v && n == bits };
        match (sign, right) {
            // What would be wrong depends on what is not decided.
            ("/" | "%" | "<<" | ">>", Value::Open(_)) => return Err(undecided()),
            ("/" | "%", Value::Number { value: 0, .. }) => {
                return Err("this is a division by zero".to_owned());
            }
            ("<<" | ">>", Value::Number { value, .. }) if !(0..i128::from(m)).contains(value) => {
                return Err(format!("a value of {m} bits cannot be shifted by {value}"));
            }
            _ => {}
        }
        machine.build(|arena| {
            let (a, b) = (term(arena, left, bits), term(arena, right, bits));
            let is_comparison = matches!(sign, "==" | "!=" | "<" | "<=" | ">" | ">=");
            let term = match sign {
                "-" => arena.sub(a, b),
                "!=" => {
                    let same = arena.binary(Binary::Eq, a, b);
                    arena.not(same)
                }
                ">" | ">=" => arena.binary(operator(sign, unsigned).ok_or_else(undecided)?, b, a),
                _ => arena.binary(operator(sign, unsigned).ok_or_else(undecided)?, a, b),
            };
            let (bits, unsigned) = if is_comparison { (INT, false) } else { (bits, unsigned) };
            Ok(value(arena, Open { term, bits, unsigned }))
        })
    }
}

/// The bits of an integer's type, and whether it is unsigned.
fn integer(value: &Value) -> Option<(u32, bool)> {
    match value {
        Value::Number { bits, unsigned, .. } => Some((*bits, *unsigned)),
        Value::Open(open) => Some((open.bits, open.unsigned)),
        _ => None,
    }
}

fn term(arena: &mut Arena, value: &Value, bits: u32) -> TermId {
    match value {
        Value::Open(open) => open.widened(arena, bits),
        Value::Number { value, .. } => arena.constant(*value as u128, bits as u8),
        _ => unreachable!("the caller saw that it is an integer"),
    }
}

/// The operation on terms; `>` and `>=` are that of the opposite direction.
fn operator(sign: &str, unsigned: bool) -> Option<Binary> {
    Some(match (sign, unsigned) {
        ("==", _) => Binary::Eq,
        ("<" | ">", true) => Binary::Ult,
        ("<" | ">", false) => Binary::Slt,
        ("<=" | ">=", true) => Binary::Ule,
        ("<=" | ">=", false) => Binary::Sle,
        ("+", _) => Binary::Add,
        ("*", _) => Binary::Mul,
        ("/", true) => Binary::UDiv,
        ("/", false) => Binary::SDiv,
        ("%", true) => Binary::URem,
        ("%", false) => Binary::SRem,
        ("&", _) => Binary::And,
        ("|", _) => Binary::Or,
        ("^", _) => Binary::Xor,
        ("<<", _) => Binary::Shl,
        (">>", true) => Binary::LShr,
        (">>", false) => Binary::AShr,
        _ => return None,
    })
}
