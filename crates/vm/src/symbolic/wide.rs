//! Rare operations on terms: integers of odd widths and of 128 bits, bit-fields, parts of values.

use super::Symbolic;
use super::cells::joined;
use super::integer::Sum;
use super::operation::{At, Way};
use super::path::Can;
use crate::code::{Op, R, Rare};
use crate::interp_error::InterpError;
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::reg::Reg;
use gmc_arith::{Format, Scalar as Plain};
use gmc_ir::expr::{BinaryOp, TernaryOp, UnaryOp};
use gmc_model::ErrorKind;
use gmc_term::{Arena, Binary, TermId, Unary};

/// What a value is to arithmetic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    /// An integer of so many bits.
    Integer { width: u8, signed: bool },
    /// A floating-point number of so many bits.
    Float { width: u8 },
}

fn number(class: Class, pointer_bits: u8) -> Option<Number> {
    Some(match class {
        Class::Int { bits, signed, .. } => Number::Integer { width: bits, signed },
        Class::Pointer => Number::Integer { width: pointer_bits, signed: false },
        Class::Single => Number::Float { width: 32 },
        Class::Double => Number::Float { width: 64 },
        Class::Wide { format: Format::Scalar(Plain::Int { bits, signed, .. }), .. } if bits <= 128 => {
            Number::Integer { width: bits as u8, signed }
        }
        Class::Wide { .. } | Class::Void | Class::Aggregate { .. } => return None,
    })
}

impl Machine {
    pub(super) fn number(&self, class: Class) -> Option<Number> {
        number(class, self.memory.target().pointer_size() as u8 * 8)
    }

    pub(crate) fn rare_operation(&mut self, at: At, op: Op, rare: u32) -> Symbolic<Way> {
        let compiled = self.compiled.clone();
        let done = match compiled.codes[at.code].tables.rare[rare as usize] {
            Rare::Unary { op, d, to, a, from, wrap } => self.rare_unary(at, op, (d, to), (a, from), wrap)?,
            Rare::Binary { op, d, to, a, left, b, right, wrap } => {
                self.rare_binary(at, op, (d, to), (a, left), (b, right), wrap)?
            }
            Rare::Ternary { op: TernaryOp::Cond, d, to, args } => self.conditional(at, d, to, args)?,
            Rare::LoadWide { d, a, offset, size, .. } => self.load_words(at, d, a, offset, size)?,
            Rare::StoreWide { a, b, offset, size, .. } => self.store_words(at, a, b, offset, size)?,
            Rare::LoadBits { d, a, position, bits, signed, reverse, location } => {
                self.load_field(at, d, a, (position, bits), signed, reverse)?
                    && self.touch_field(at, a, position, location, false)?
            }
            Rare::StoreBits { a, b, position, bits, reverse, location } => {
                self.store_field(at, a, b, (position, bits), reverse)?
                    && self.touch_field(at, a, position, location, true)?
            }
            Rare::Extract { d, to, a, from, position, bits } => {
                self.extract_part(at, (d, to), (a, from), position, bits)?
            }
            _ => false,
        };
        if done { Ok(Way::Done) } else { Err(self.needs_number(at, op)) }
    }

    /// A value in registers, as a term of its width.
    fn value_at(&self, at: At, r: R, class: Class) -> Symbolic<Option<TermId>> {
        let Some(kind) = self.number(class) else { return Ok(None) };
        let (Number::Integer { width, .. } | Number::Float { width }) = kind;
        let mut words = Vec::new();
        for word in (0..class.words()).rev() {
            words.push(self.term(self.at(at, r + word))?);
        }
        Ok(Some(self.build(|arena| {
            let all = joined(arena, &words);
            arena.extract(all, 0, width)
        })))
    }

    /// Puts a term of its width into registers.
    pub(super) fn set_value(&mut self, at: At, d: R, class: Class, term: TermId) {
        let signed = matches!(self.number(class), Some(Number::Integer { signed: true, .. }));
        let words = class.words();
        let regs: Vec<Reg> = self.build(|arena| {
            let width = words as u8 * 64;
            let all = if signed { arena.sext(term, width) } else { arena.zext(term, width) };
            let parts: Vec<TermId> = (0..words).map(|it| arena.extract(all, it as u8 * 64, 64)).collect();
            parts.into_iter().map(|it| self.reg(arena, it)).collect()
        });
        let first = at.base + usize::from(d);
        self.threads[self.current].regs[first..first + regs.len()].copy_from_slice(&regs);
    }

    fn rare_unary(
        &mut self,
        at: At,
        op: UnaryOp,
        (d, to): (R, Class),
        (a, from): (R, Class),
        wrap: bool,
    ) -> Symbolic<bool> {
        let (Some(result), Some(operand)) = (self.number(to), self.number(from)) else { return Ok(false) };
        let Some(x) = self.value_at(at, a, from)? else { return Ok(false) };
        use Number::{Float, Integer};
        let value = match (op, operand, result) {
            (UnaryOp::Convert | UnaryOp::Paren, Integer { signed, .. }, Integer { width, .. }) => {
                if width == 1 && matches!(to, Class::Int { bits: 1, signed: false, .. }) {
                    self.build(|arena| {
                        let zero = arena.constant(0, arena.width(x));
                        let is = arena.binary(Binary::Eq, x, zero);
                        arena.not(is)
                    })
                } else {
                    self.build(|arena| resized(arena, x, width, signed))
                }
            }
            (UnaryOp::Convert | UnaryOp::Paren, Float { width: f }, Float { width: t }) => {
                if f == t {
                    x
                } else {
                    self.build(|arena| arena.unary(Unary::Convert, x, t))
                }
            }
            (UnaryOp::Float, Integer { signed, .. }, Float { width }) => {
                let op = if signed { Unary::FromSigned } else { Unary::FromUnsigned };
                self.build(|arena| arena.unary(op, x, width))
            }
            (UnaryOp::BitNot, Integer { .. }, Integer { .. }) => self.build(|arena| arena.not(x)),
            (UnaryOp::Negate, Integer { signed, width }, Integer { .. }) => {
                if signed && !wrap {
                    self.forbid_least(x, width, "-")?;
                }
                self.build(|arena| arena.neg(x))
            }
            (UnaryOp::Abs | UnaryOp::AbsUnsigned, Integer { width, .. }, Integer { .. }) => {
                if op == UnaryOp::Abs && !wrap {
                    self.forbid_least(x, width, "abs")?;
                }
                self.build(|arena| {
                    let zero = arena.constant(0, width);
                    let (negative, opposite) = (arena.binary(Binary::Slt, x, zero), arena.neg(x));
                    arena.ite(negative, opposite, x)
                })
            }
            (UnaryOp::Abs, Float { width }, Float { .. }) => self.build(|arena| {
                let magnitude = arena.extract(x, 0, width - 1);
                arena.zext(magnitude, width)
            }),
            _ => return Ok(false),
        };
        self.set_value(at, d, to, value);
        Ok(true)
    }

    /// The least number has no opposite.
    fn forbid_least(&self, x: TermId, width: u8, operation: &'static str) -> Symbolic<()> {
        let wrong = self.build(|arena| {
            let least = arena.constant(1 << (width - 1), width);
            arena.binary(Binary::Eq, x, least)
        });
        self.forbid(wrong, |_, _| overflow(operation, width))
    }

    fn rare_binary(
        &mut self,
        at: At,
        op: BinaryOp,
        (d, to): (R, Class),
        (a, left): (R, Class),
        (b, right): (R, Class),
        wrap: bool,
    ) -> Symbolic<bool> {
        let (Some(result), Some(kind)) = (self.number(to), self.number(left)) else { return Ok(false) };
        let Some(x) = self.value_at(at, a, left)? else { return Ok(false) };
        let Some(y) = self.value_at(at, b, right)? else { return Ok(false) };
        let value = match kind {
            Number::Float { .. } => match float_binary(op) {
                Some(build) => self.build(|arena| build(arena, x, y)),
                None => return Ok(false),
            },
            Number::Integer { width, signed } => {
                let counts = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
                let y = match self.number(right) {
                    Some(Number::Integer { signed, width: other }) if counts || op == BinaryOp::WidenMult => {
                        let wide = width.max(other);
                        self.build(|arena| resized(arena, y, wide, signed))
                    }
                    _ => y,
                };
                if !counts && self.build(|arena| arena.width(x) != arena.width(y)) {
                    return Ok(false);
                }
                match self.integer_binary(op, (x, y), width, (signed, wrap), result)? {
                    Some(value) => value,
                    None => return Ok(false),
                }
            }
        };
        self.set_value(at, d, to, value);
        Ok(true)
    }

    fn integer_binary(
        &mut self,
        op: BinaryOp,
        (x, y): (TermId, TermId),
        width: u8,
        (signed, wrap): (bool, bool),
        result: Number,
    ) -> Symbolic<Option<TermId>> {
        let Number::Integer { width: to, .. } = result else { return Ok(None) };
        let order = |lt: bool| match (signed, lt) {
            (true, true) => Binary::Slt,
            (true, false) => Binary::Sle,
            (false, true) => Binary::Ult,
            (false, false) => Binary::Ule,
        };
        let truth = |condition: TermId| self.build(|arena| arena.zext(condition, to));
        let compare = |op, x, y| truth(self.build(|arena| arena.binary(op, x, y)));
        let simple = |op| self.build(|arena| arena.binary(op, x, y));
        Ok(Some(match op {
            BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Mult => {
                let sum = match op {
                    BinaryOp::Plus => Sum::Add,
                    BinaryOp::Minus => Sum::Sub,
                    _ => Sum::Mul,
                };
                if signed && !wrap {
                    return self.checked_wide(sum, x, y, width);
                }
                self.build(|arena| match sum {
                    Sum::Add => arena.binary(Binary::Add, x, y),
                    Sum::Sub => arena.sub(x, y),
                    Sum::Mul => arena.binary(Binary::Mul, x, y),
                })
            }
            BinaryOp::TruncDiv | BinaryOp::ExactDiv | BinaryOp::TruncMod => {
                self.divided(op, (x, y), width, signed, wrap)?
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                self.shifted_wide(op, (x, y), width, signed, wrap)?
            }
            BinaryOp::BitAnd | BinaryOp::And => simple(Binary::And),
            BinaryOp::BitOr | BinaryOp::Or => simple(Binary::Or),
            BinaryOp::BitXor | BinaryOp::Xor => simple(Binary::Xor),
            BinaryOp::Min | BinaryOp::Max => self.build(|arena| {
                let less = arena.binary(order(true), x, y);
                if op == BinaryOp::Min { arena.ite(less, x, y) } else { arena.ite(less, y, x) }
            }),
            BinaryOp::Less => compare(order(true), x, y),
            BinaryOp::LessEqual => compare(order(false), x, y),
            BinaryOp::Greater => compare(order(true), y, x),
            BinaryOp::GreaterEqual => compare(order(false), y, x),
            BinaryOp::Equal => compare(Binary::Eq, x, y),
            BinaryOp::NotEqual => {
                let equal = self.build(|arena| arena.binary(Binary::Eq, x, y));
                truth(self.build(|arena| arena.not(equal)))
            }
            BinaryOp::WidenMult => self.build(|arena| {
                let (x, y) = (resized(arena, x, to, signed), resized(arena, y, to, signed));
                arena.binary(Binary::Mul, x, y)
            }),
            _ => return Ok(None),
        }))
    }

    fn divided(
        &self,
        op: BinaryOp,
        (x, y): (TermId, TermId),
        width: u8,
        signed: bool,
        wrap: bool,
    ) -> Symbolic<TermId> {
        let zero = self.build(|arena| {
            let nothing = arena.constant(0, width);
            arena.binary(Binary::Eq, y, nothing)
        });
        self.forbid(zero, |_, _| Box::new(InterpError::DivisionByZero))?;
        if signed && !wrap {
            let over = self.build(|arena| {
                let least = arena.constant(1 << (width - 1), width);
                let minus = arena.constant(u128::MAX, width);
                let (a, b) = (arena.binary(Binary::Eq, x, least), arena.binary(Binary::Eq, y, minus));
                arena.binary(Binary::And, a, b)
            });
            self.forbid(over, |_, _| overflow("/", width))?;
        }
        let op = match (op, signed) {
            (BinaryOp::TruncMod, true) => Binary::SRem,
            (BinaryOp::TruncMod, false) => Binary::URem,
            (_, true) => Binary::SDiv,
            (_, false) => Binary::UDiv,
        };
        Ok(self.build(|arena| arena.binary(op, x, y)))
    }

    fn shifted_wide(
        &self,
        op: BinaryOp,
        (x, y): (TermId, TermId),
        width: u8,
        signed: bool,
        wrap: bool,
    ) -> Symbolic<TermId> {
        let wrong = self.build(|arena| {
            let bits = arena.constant(width.into(), arena.width(y));
            arena.binary(Binary::Ule, bits, y)
        });
        self.forbid(wrong, |m, model| {
            let count = m.value_in(model, y) as i64;
            Box::new(InterpError::Shift { count, bits: width.into() })
        })?;
        let y = self.build(|arena| resized(arena, y, width, false));
        let left = op == BinaryOp::ShiftLeft;
        let op = match (left, signed) {
            (true, _) => Binary::Shl,
            (false, true) => Binary::AShr,
            (false, false) => Binary::LShr,
        };
        let value = self.build(|arena| arena.binary(op, x, y));
        if left && signed && !wrap && self.compiled.allow.strict_shifts {
            // Back where they were, the bits are the same if none is lost.
            let lost = self.build(|arena| {
                let back = arena.binary(Binary::AShr, value, y);
                let same = arena.binary(Binary::Eq, back, x);
                arena.not(same)
            });
            self.forbid(lost, |_, _| overflow("<<", width))?;
        }
        Ok(value)
    }

    /// Signed arithmetic that must fit, on terms of their own width.
    fn checked_wide(&self, sum: Sum, x: TermId, y: TermId, width: u8) -> Symbolic<Option<TermId>> {
        if width <= 64 {
            let (wide_x, wide_y) = self.build(|arena| (arena.sext(x, 64), arena.sext(y, 64)));
            let value = self.checked(sum, wide_x, wide_y, width)?;
            return Ok(Some(self.build(|arena| arena.extract(value, 0, width))));
        }
        if sum == Sum::Mul {
            return self.checked_product(x, y, width).map(Some);
        }
        // 129 bits are more than terms have: signs tell.
        let (wrong, value) = self.build(|arena| {
            let sign = |arena: &mut Arena, it| arena.extract(it, width - 1, 1);
            let (value, p, q) = match sum {
                Sum::Add => (arena.binary(Binary::Add, x, y), x, y),
                _ => {
                    let value = arena.sub(x, y);
                    (value, value, y)
                }
            };
            let total = if sum == Sum::Add { value } else { x };
            let (p, q, total) = (sign(arena, p), sign(arena, q), sign(arena, total));
            let (same, differs) = (arena.binary(Binary::Eq, p, q), arena.binary(Binary::Xor, p, total));
            (arena.binary(Binary::And, same, differs), value)
        });
        self.forbid(wrong, |_, _| overflow("+", width))?;
        Ok(Some(value))
    }

    /// A product of more than 64 bits that must fit.
    fn checked_product(&self, x: TermId, y: TermId, width: u8) -> Symbolic<TermId> {
        let value = self.build(|arena| arena.binary(Binary::Mul, x, y));
        let large = self.build(|arena| {
            let [x, y] = [x, y].map(|it| {
                let low = arena.extract(it, 0, width / 2);
                let again = arena.sext(low, width);
                let same = arena.binary(Binary::Eq, it, again);
                arena.not(same)
            });
            arena.binary(Binary::Or, x, y)
        });
        // The product of two halves always fits.
        if self.can(large) != Can::No {
            let wrong = self.build(|arena| product_is_too_large(arena, x, y));
            self.forbid(wrong, |_, _| overflow("*", width))?;
        }
        Ok(value)
    }

    /// `c ? x : y` on values in registers.
    fn conditional(&mut self, at: At, d: R, to: Class, args: [(R, Class); 3]) -> Symbolic<bool> {
        let condition = self.term(self.at(at, args[0].0))?;
        let is = self.build(|arena| {
            let zero = arena.constant(0, 64);
            let not = arena.binary(Binary::Eq, condition, zero);
            arena.not(not)
        });
        let plain = |r: R| {
            (0..to.words()).all(|it| {
                let reg = self.at(at, r + it);
                reg.meta.0 == 0 || reg.is_nondet()
            })
        };
        if plain(args[1].0) && plain(args[2].0) && to != Class::Pointer {
            let (x, y) = (self.value_at(at, args[1].0, to)?, self.value_at(at, args[2].0, to)?);
            if let (Some(x), Some(y)) = (x, y) {
                let value = self.build(|arena| arena.ite(is, x, y));
                self.set_value(at, d, to, value);
                return Ok(true);
            }
        }
        let from = if self.holds(is)? { args[1].0 } else { args[2].0 };
        let (from, first) = (at.base + usize::from(from), at.base + usize::from(d));
        let words = usize::from(to.words());
        self.threads[self.current].regs.copy_within(from..from + words, first);
        Ok(true)
    }
}

/// The same number with another width.
fn resized(arena: &mut Arena, x: TermId, width: u8, signed: bool) -> TermId {
    match arena.width(x) {
        from if from >= width => arena.extract(x, 0, width),
        _ if signed => arena.sext(x, width),
        _ => arena.zext(x, width),
    }
}

fn overflow(operation: &'static str, width: u8) -> Box<InterpError> {
    InterpError::other(
        ErrorKind::SignedOverflow,
        format!("the result of `{operation}` does not fit into a signed integer of {width} bits"),
    )
}

/// How a comparison of floating-point numbers is built.
type Build = Box<dyn Fn(&mut Arena, TermId, TermId) -> TermId>;

/// Arithmetic and comparisons that the usual operations do not have.
fn float_binary(op: BinaryOp) -> Option<Build> {
    let unordered = |arena: &mut Arena, x: TermId, y: TermId| {
        let (a, b) = (arena.binary(Binary::FEq, x, x), arena.binary(Binary::FEq, y, y));
        let both = arena.binary(Binary::And, a, b);
        arena.not(both)
    };
    let simple = |op| -> Option<Build> { Some(Box::new(move |arena, x, y| arena.binary(op, x, y))) };
    let either = move |op, flip: bool| -> Option<Build> {
        Some(Box::new(move |arena, x, y| {
            let none = unordered(arena, x, y);
            let is = if flip { arena.binary(op, y, x) } else { arena.binary(op, x, y) };
            arena.binary(Binary::Or, none, is)
        }))
    };
    match op {
        BinaryOp::Plus => simple(Binary::FAdd),
        BinaryOp::Minus => simple(Binary::FSub),
        BinaryOp::Mult => simple(Binary::FMul),
        BinaryOp::RealDiv => simple(Binary::FDiv),
        BinaryOp::Unordered => Some(Box::new(unordered)),
        BinaryOp::Ordered => Some(Box::new(move |arena, x, y| {
            let none = unordered(arena, x, y);
            arena.not(none)
        })),
        BinaryOp::UnorderedLess => either(Binary::FLt, false),
        BinaryOp::UnorderedLessEqual => either(Binary::FLe, false),
        BinaryOp::UnorderedGreater => either(Binary::FLt, true),
        BinaryOp::UnorderedGreaterEqual => either(Binary::FLe, true),
        BinaryOp::UnorderedEqual => either(Binary::FEq, false),
        BinaryOp::LessGreater => Some(Box::new(|arena, x, y| {
            let (a, b) = (arena.binary(Binary::FLt, x, y), arena.binary(Binary::FLt, y, x));
            arena.binary(Binary::Or, a, b)
        })),
        _ => None,
    }
}

/// That the product of two signed terms does not fit their width. Magnitudes are multiplied by halves, as at school.
fn product_is_too_large(arena: &mut Arena, x: TermId, y: TermId) -> TermId {
    let width = arena.width(x);
    let half = width / 2;
    let zero = arena.constant(0, width);
    let [(xs, x), (ys, y)] = [x, y].map(|it| {
        let (negative, turned) = (arena.binary(Binary::Slt, it, zero), arena.neg(it));
        (negative, arena.ite(negative, turned, it))
    });
    let mut part = |it: TermId, low: u8| {
        let half = arena.extract(it, low, half);
        arena.zext(half, width)
    };
    let (x_low, x_high, y_low, y_high) = (part(x, 0), part(x, half), part(y, 0), part(y, half));
    let is_some = |arena: &mut Arena, it: TermId| {
        let none = arena.binary(Binary::Eq, it, zero);
        arena.not(none)
    };
    let (some_x, some_y) = (is_some(arena, x_high), is_some(arena, y_high));
    let both = arena.binary(Binary::And, some_x, some_y);
    // One of them is zero, or it is too much anyway.
    let (one, other) = (arena.binary(Binary::Mul, x_high, y_low), arena.binary(Binary::Mul, y_high, x_low));
    let cross = arena.binary(Binary::Add, one, other);
    let above = arena.extract(cross, half, half);
    let above = arena.zext(above, width);
    let beyond = is_some(arena, above);
    let count = arena.constant(half.into(), width);
    let shifted = arena.binary(Binary::Shl, cross, count);
    let low = arena.binary(Binary::Mul, x_low, y_low);
    let total = arena.binary(Binary::Add, shifted, low);
    let carries = arena.binary(Binary::Ult, total, low);
    let negative = arena.binary(Binary::Xor, xs, ys);
    let least = arena.constant(1 << (width - 1), width);
    let (at_least, more) = (arena.binary(Binary::Ule, least, total), arena.binary(Binary::Ult, least, total));
    let outside = arena.ite(negative, more, at_least);
    [both, beyond, carries, outside]
        .into_iter()
        .reduce(|all, it| arena.binary(Binary::Or, all, it))
        .expect("four")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_term::{Evaluator, Symbol};

    #[test]
    fn products_that_do_not_fit() {
        let mut arena = Arena::default();
        let (x, y) = (Symbol { name: 0, width: 8 }, Symbol { name: 1, width: 8 });
        let (a, b) = (arena.symbol(x), arena.symbol(y));
        let wrong = product_is_too_large(&mut arena, a, b);
        for (p, q) in (i8::MIN..=i8::MAX).flat_map(|p| (i8::MIN..=i8::MAX).map(move |q| (p, q))) {
            let is_wrong =
                Evaluator::new(&arena, |it| if it == x { p as u8 } else { q as u8 }.into()).holds(wrong);
            assert_eq!(is_wrong, p.checked_mul(q).is_none(), "{p} * {q}");
        }
    }
}
