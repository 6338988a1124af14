//! Instructions that test a bit, and those that compare and exchange.

use super::flags::Flags;
use super::parse::{Operand, Register};
use super::x86::{Done, Located, Translation, int};
use crate::code::Op;
use crate::lower::class::Class;
use gmc_arith::{Format, Scalar};

/// The function that compares and exchanges so many bytes.
fn swap(size: u8) -> String {
    format!("__sync_val_compare_and_swap_{size}")
}

impl Translation<'_, '_, '_> {
    pub(super) fn is_number(&self, at: Located) -> bool {
        matches!(at, Located::Register(r) if self.body.constant_of(r).is_some())
    }

    pub(super) fn bit(
        &mut self,
        name: &str,
        source: Located,
        target: Located,
        size: u8,
        is_constant: bool,
    ) -> Done {
        if size < 4 {
            return Self::refused(format!("the instruction `{name}` with operands of {size} bytes"));
        }
        let bits = i64::from(8 * size);
        let offset = self.read(source, size);
        let offset = self.moved(offset);
        let (mask, one) = (self.number(bits - 1), self.number(1));
        let at = self.op(|d| Op::And { d, a: offset, b: mask });
        let target = match target {
            // An offset in a register may lead to other words.
            Located::Memory(address) if !is_constant => {
                let offset = self.signed(offset, size);
                let by = self.number(bits.trailing_zeros().into());
                let word = self.op(|d| Op::ShrS { d, a: offset, b: by, sh: 0 });
                let width = self.number(size.into());
                let bytes = self.op(|d| Op::MulU { d, a: word, b: width, sh: 0 });
                Located::Memory(self.op(|d| Op::PtrAdd { d, a: address, b: bytes }))
            }
            other => other,
        };
        let bit = self.op(|d| Op::ShlU { d, a: one, b: at, sh: 64 - 8 * size });
        let old = match name {
            "bt" => self.read(target, size),
            "bts" => self.fetched("or", target, bit, size)?,
            "btc" => self.fetched("xor", target, bit, size)?,
            _ => {
                let rest = self.op(|d| Op::NotU { d, a: bit, sh: 64 - 8 * size });
                self.fetched("and", target, rest, size)?
            }
        };
        let shifted = self.op(|d| Op::ShrU { d, a: old, b: at, sh: 64 - 8 * size });
        let carry = self.op(|d| Op::And { d, a: shifted, b: one });
        self.flags = Flags::Carry(carry);
        Ok(())
    }

    pub(super) fn compare_exchange(&mut self, source: Located, target: Located, size: u8) -> Done {
        let accumulator = self.register(Register::Ax);
        let (new, expected) = (self.read(source, size), self.cut(accumulator, size));
        let expected = self.moved(expected);
        let old = match target {
            Located::Memory(address) => {
                let name = swap(size);
                let args = [(address, Class::Pointer), (expected, int(size)), (new, int(size))];
                self.call(&name, &args, Some(int(size))).expect("it has a result")
            }
            Located::Register(r) => {
                let old = self.cut(r, size);
                let old = self.moved(old);
                let equal = self.op(|d| Op::Eq { d, a: old, b: expected });
                let value = self.choose(equal, new, old);
                self.write(target, value, size);
                old
            }
        };
        let equal = self.op(|d| Op::Eq { d, a: old, b: expected });
        self.body.op(Op::Move { d: accumulator, a: old });
        self.flags = Flags::Zero(equal);
        Ok(())
    }

    /// `cmpxchg8b` and `cmpxchg16b`: pairs of so many bytes each.
    pub(super) fn exchange_pair(&mut self, to: &Operand, half: u8) -> Done {
        let Located::Memory(address) = self.located(to)? else {
            return Self::refused("a pair that is not in memory");
        };
        let [low, high, new_low, new_high] =
            [Register::Ax, Register::Dx, Register::Bx, Register::Cx].map(|it| self.register(it));
        if half == 4 {
            let joined = |it: &mut Self, low, high| {
                let (low, high, by) = (it.cut(low, 4), it.cut(high, 4), it.number(32));
                let (low, high) =
                    (it.op(|d| Op::ExtU { d, a: low, sh: 32 }), it.op(|d| Op::ExtU { d, a: high, sh: 32 }));
                let high = it.op(|d| Op::ShlU { d, a: high, b: by, sh: 0 });
                it.op(|d| Op::Or { d, a: high, b: low })
            };
            let (expected, new) = (joined(self, low, high), joined(self, new_low, new_high));
            let args = [(address, Class::Pointer), (expected, int(8)), (new, int(8))];
            let old = self.call(&swap(8), &args, Some(int(8))).expect("it has a result");
            let equal = self.op(|d| Op::Eq { d, a: old, b: expected });
            let by = self.number(32);
            let (first, second) = (
                self.op(|d| Op::ExtU { d, a: old, sh: 32 }),
                self.op(|d| Op::ShrU { d, a: old, b: by, sh: 0 }),
            );
            self.body.op(Op::Move { d: low, a: first });
            self.body.op(Op::Move { d: high, a: second });
            self.flags = Flags::Zero(equal);
            return Ok(());
        }
        let format = Format::Scalar(Scalar::Int { bits: 128, bytes: 16, signed: false });
        let wide = Class::Wide { size: 16, format };
        let pair = |it: &mut Self, low, high| {
            let d = it.body.scratch(2);
            it.body.op(Op::Move { d, a: low });
            it.body.op(Op::Move { d: d + 1, a: high });
            d
        };
        let (expected, new) = (pair(self, low, high), pair(self, new_low, new_high));
        let args = [(address, Class::Pointer), (expected, wide), (new, wide)];
        let old = self.call(&swap(16), &args, Some(wide)).expect("it has a result");
        let (first, second) = (
            self.op(|d| Op::Eq { d, a: old, b: expected }),
            self.op(|d| Op::Eq { d, a: old + 1, b: expected + 1 }),
        );
        let equal = self.op(|d| Op::And { d, a: first, b: second });
        self.body.op(Op::Move { d: low, a: old });
        self.body.op(Op::Move { d: high, a: old + 1 });
        self.flags = Flags::Zero(equal);
        Ok(())
    }
}
