//! Floating-point arithmetic on terms.

use super::Symbolic;
use crate::interp_error::InterpError;
use crate::machine::Machine;
use gmc_term::{Arena, Binary, Node, TermId, Unary};

/// The bits of a register that hold a number in this format.
fn bits(arena: &mut Arena, x: TermId, width: u8) -> TermId {
    arena.extract(x, 0, width)
}

impl Machine {
    /// A sum, difference, product or quotient.
    pub(crate) fn float_binary(&self, op: Binary, x: TermId, y: TermId, width: u8) -> TermId {
        self.build(|arena| {
            let (x, y) = (bits(arena, x, width), bits(arena, y, width));
            let value = arena.binary(op, x, y);
            arena.zext(value, 64)
        })
    }

    /// The number with the other sign.
    pub(crate) fn float_negation(&self, x: TermId, width: u8) -> TermId {
        self.build(|arena| {
            let (x, sign) = (bits(arena, x, width), arena.constant(1 << (width - 1), width));
            let value = arena.binary(Binary::Xor, x, sign);
            arena.zext(value, 64)
        })
    }

    /// A comparison, as one bit.
    pub(crate) fn float_comparison(&self, op: Binary, x: TermId, y: TermId, width: u8) -> TermId {
        self.build(|arena| {
            let (x, y) = (bits(arena, x, width), bits(arena, y, width));
            arena.binary(op, x, y)
        })
    }

    /// An integer of 64 bits as a floating-point number.
    pub(crate) fn float_of_integer(&self, x: TermId, signed: bool, width: u8) -> TermId {
        self.build(|arena| {
            // Fewer bits are cheaper.
            let (op, narrow) = match arena.node(x) {
                Node::Unary(Unary::SExt, inner) if signed => (Unary::FromSigned, inner),
                Node::Unary(Unary::ZExt, inner) => (Unary::FromUnsigned, inner),
                _ if signed => (Unary::FromSigned, x),
                _ => (Unary::FromUnsigned, x),
            };
            let value = arena.unary(op, narrow, width);
            arena.zext(value, 64)
        })
    }

    /// A floating-point number in the other format.
    pub(crate) fn float_converted(&self, x: TermId, from: u8, to: u8) -> TermId {
        self.build(|arena| {
            let x = bits(arena, x, from);
            let value = arena.unary(Unary::Convert, x, to);
            arena.zext(value, 64)
        })
    }

    /// A floating-point number as an integer of so many bits, in which it must fit.
    pub fn integer_of_float(&self, x: TermId, from: u8, to: u8, signed: bool) -> Symbolic<TermId> {
        let (wrong, value, double) = self.build(|arena| {
            let low = bits(arena, x, from);
            let double = if from == 32 { arena.unary(Unary::Convert, low, 64) } else { low };
            let number = |arena: &mut Arena, value: f64| arena.constant(value.to_bits().into(), 64);
            let (above, op, below) = if signed {
                let limit = 2f64.powi(i32::from(to) - 1);
                // What is cut to the least number fits; with 64 bits there is nothing between the two.
                let op = if to > 53 { Binary::FLe } else { Binary::FLt };
                let least = if to > 53 { -limit } else { -limit - 1.0 };
                (number(arena, least), op, number(arena, limit))
            } else {
                (number(arena, -1.0), Binary::FLt, number(arena, 2f64.powi(to.into())))
            };
            let (left, right) = (arena.binary(op, above, double), arena.binary(Binary::FLt, double, below));
            let fits = arena.binary(Binary::And, left, right);
            let op = if signed { Unary::ToSigned } else { Unary::ToUnsigned };
            let value = arena.unary(op, low, to);
            let value = if signed { arena.sext(value, 64) } else { arena.zext(value, 64) };
            (arena.not(fits), value, double)
        });
        self.forbid(wrong, |m, model| {
            let value = f64::from_bits(m.value_in(model, double) as u64);
            Box::new(InterpError::FloatConversion { value, bits: to.into() })
        })?;
        Ok(value)
    }
}
