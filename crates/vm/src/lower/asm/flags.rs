//! Flags of the processor: what they come from is kept until a condition asks for them.

use super::x86::{Done, Translation, int};
use crate::code::{Op, R, Rare};
use crate::lower::class::Class;
use gmc_ir::expr::TernaryOp;

/// What flags come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Flags {
    /// Nothing that is known.
    Unknown,
    /// A result of so many bytes: zero and sign.
    Result(R, u8),
    /// A sum of so many bytes, and one of what was added: the carry, too.
    Sum(R, R, u8),
    /// A difference of two numbers of so many bytes, which says how they compare.
    Difference(R, R, u8),
    /// Whether a comparison was successful: zero.
    Zero(R),
    /// A bit that was tested: the carry.
    Carry(R),
}

impl Translation<'_, '_, '_> {
    pub(super) fn choose(&mut self, condition: R, yes: R, no: R) -> R {
        let truth = Class::Int { bits: 1, signed: false, size: 1 };
        let to = int(8);
        let d = self.body.scratch(1);
        self.body.rare(Rare::Ternary {
            op: TernaryOp::Cond,
            d,
            to,
            args: [(condition, truth), (yes, to), (no, to)],
        });
        d
    }

    /// Whether a condition holds: 0 or 1.
    pub(super) fn condition(&mut self, name: &str) -> Done<R> {
        let negated = |it: &mut Self, r: R| {
            let zero = it.number(0);
            it.op(|d| Op::Eq { d, a: r, b: zero })
        };
        if let Some(opposite) = opposite(name) {
            let r = self.condition(opposite)?;
            return Ok(negated(self, r));
        }
        let zero = self.number(0);
        Ok(match (name, self.flags) {
            ("z" | "e", Flags::Zero(r)) => r,
            ("z" | "e", Flags::Result(a, _) | Flags::Sum(a, _, _)) => self.op(|d| Op::Eq { d, a, b: zero }),
            ("z" | "e", Flags::Difference(a, b, _)) => self.op(|d| Op::Eq { d, a, b }),
            ("c" | "b" | "nae", Flags::Carry(r)) => r,
            ("c" | "b" | "nae", Flags::Sum(a, b, _) | Flags::Difference(a, b, _)) => {
                self.op(|d| Op::LtU { d, a, b })
            }
            ("be" | "na", Flags::Difference(a, b, _)) => self.op(|d| Op::LeU { d, a, b }),
            ("s", Flags::Result(a, size) | Flags::Sum(a, _, size)) => {
                let a = self.signed(a, size);
                self.op(|d| Op::LtS { d, a, b: zero })
            }
            ("l" | "nge", Flags::Difference(a, b, size)) => {
                let (a, b) = (self.signed(a, size), self.signed(b, size));
                self.op(|d| Op::LtS { d, a, b })
            }
            ("le" | "ng", Flags::Difference(a, b, size)) => {
                let (a, b) = (self.signed(a, size), self.signed(b, size));
                self.op(|d| Op::LeS { d, a, b })
            }
            ("s", Flags::Difference(a, b, size)) => {
                let a = self.combined("sub", a, b, size)?;
                let a = self.signed(a, size);
                self.op(|d| Op::LtS { d, a, b: zero })
            }
            _ => return Self::refused(format!("the condition `{name}` of flags that are not known")),
        })
    }
}

/// The condition that holds where this one does not, if that is the simpler one.
fn opposite(name: &str) -> Option<&'static str> {
    Some(match name {
        "nz" | "ne" => "z",
        "nc" | "ae" | "nb" => "c",
        "a" | "nbe" => "be",
        "ge" | "nl" => "l",
        "g" | "nle" => "le",
        "ns" => "s",
        _ => return None,
    })
}
