//! Complex arithmetic as GCC compiles it without optimisation.
//!
//! Products and quotients of floating point follow C99 Annex G as GCC's runtime library does (GCC 12): an infinity
//! that would come out as NaN + NaN i is recovered. Quotients use Smith's method (R. L. Smith, "Algorithm 116:
//! Complex division", CACM 1962) with the scaling of M. Baudin and R. L. Smith, "A robust complex division in
//! Scilab", 2012; half and single precision divide plainly in the next wider format, which cannot overflow. Every
//! step rounds, so the order of the operations below is part of the result.
//!
//! Quotients of integers are Smith's formula over integer division, which is what GCC expands them to: what comes
//! out is rarely the quotient, but it is what the program computes.

use super::float::Arithmetic;
use super::format::{Real, Rules, Scalar, Trap};
use super::scalar::{self, Context, Operand};
use gmc_ir::expr::{BinaryOp, UnaryOp};

/// Real and imaginary part.
pub(super) type Pair = [u128; 2];

/// A complex operation on one operand.
pub(super) fn unary(
    context: Context,
    op: UnaryOp,
    to: Scalar,
    (from, parts): (Scalar, Pair),
) -> Result<Pair, Trap> {
    let [re, im] = parts;
    let apply = |op, part| scalar::unary(context, op, to, (from, part));
    match op {
        UnaryOp::Conjugate => Ok([apply(UnaryOp::Convert, re)?, apply(UnaryOp::Negate, im)?]),
        UnaryOp::Convert | UnaryOp::Paren | UnaryOp::Negate | UnaryOp::BitNot => {
            // GCC's `~` on a complex number is its conjugate.
            if op == UnaryOp::BitNot {
                return unary(context, UnaryOp::Conjugate, to, (from, parts));
            }
            Ok([apply(op, re)?, apply(op, im)?])
        }
        UnaryOp::Float | UnaryOp::FixTrunc => Ok([apply(op, re)?, apply(op, im)?]),
        _ => Err(Trap::Unsupported("this operation on a complex number")),
    }
}

/// A complex operation on two operands.
pub(super) fn binary(
    context: Context,
    op: BinaryOp,
    part: Scalar,
    left: Pair,
    right: Pair,
) -> Result<Pair, Trap> {
    let apply = |op, l: u128, r: u128| -> Result<u128, Trap> {
        let operand = |raw| -> Operand { (part, raw) };
        scalar::binary(context, op, part, operand(l), operand(r))
    };
    let [a, b] = left;
    let [c, d] = right;
    match op {
        BinaryOp::Plus | BinaryOp::Minus => Ok([apply(op, a, c)?, apply(op, b, d)?]),
        BinaryOp::Mult => match part {
            Scalar::Float { format, .. } => {
                Ok(multiply(Arithmetic { format, rules: context.rules }, left, right))
            }
            _ => {
                let (ac, bd) = (apply(BinaryOp::Mult, a, c)?, apply(BinaryOp::Mult, b, d)?);
                let (ad, bc) = (apply(BinaryOp::Mult, a, d)?, apply(BinaryOp::Mult, b, c)?);
                Ok([apply(BinaryOp::Minus, ac, bd)?, apply(BinaryOp::Plus, ad, bc)?])
            }
        },
        BinaryOp::RealDiv => Ok(divide(context.rules, scalar::real(part)?, left, right)),
        BinaryOp::TruncDiv
        | BinaryOp::CeilDiv
        | BinaryOp::FloorDiv
        | BinaryOp::RoundDiv
        | BinaryOp::ExactDiv => divide_integers(context, op, part, left, right),
        _ => Err(Trap::Unsupported("this operation on complex numbers")),
    }
}

fn divide_integers(
    context: Context,
    op: BinaryOp,
    part: Scalar,
    left: Pair,
    right: Pair,
) -> Result<Pair, Trap> {
    let apply = |op, l: u128, r: u128| scalar::binary(context, op, part, (part, l), (part, r));
    let size = |raw| scalar::unary(context, UnaryOp::Abs, part, (part, raw));
    let [a, b] = left;
    let [c, d] = right;
    let order = scalar::order(context.rules, (part, size(c)?), (part, size(d)?))?;
    let smaller = scalar::verdict(BinaryOp::Less, order) == Some(true);
    let (minor, major) = if smaller { (c, d) } else { (d, c) };
    let ratio = apply(op, minor, major)?;
    let divisor = apply(BinaryOp::Plus, apply(BinaryOp::Mult, minor, ratio)?, major)?;
    let (re, im) = if smaller {
        let re = apply(BinaryOp::Plus, apply(BinaryOp::Mult, a, ratio)?, b)?;
        (re, apply(BinaryOp::Minus, apply(BinaryOp::Mult, b, ratio)?, a)?)
    } else {
        let re = apply(BinaryOp::Plus, apply(BinaryOp::Mult, b, ratio)?, a)?;
        (re, apply(BinaryOp::Minus, b, apply(BinaryOp::Mult, a, ratio)?)?)
    };
    Ok([apply(op, re, divisor)?, apply(op, im, divisor)?])
}

/// One with the sign of an infinity, zero with the sign of anything else: Annex G's "boxed" infinity.
fn boxed(f: Arithmetic, part: u128) -> u128 {
    f.copy_sign(if f.is_infinite(part) { f.unsigned(1) } else { 0 }, part)
}

/// Zero with the sign of a NaN; anything else itself.
fn without_nan(f: Arithmetic, part: u128) -> u128 {
    if f.is_nan(part) { f.copy_sign(0, part) } else { part }
}

fn multiply(f: Arithmetic, [mut a, mut b]: Pair, [mut c, mut d]: Pair) -> Pair {
    let (ac, bd) = (f.mul(a, c), f.mul(b, d));
    let (ad, bc) = (f.mul(a, d), f.mul(b, c));
    let product = [f.sub(ac, bd), f.add(ad, bc)];
    if !product.iter().all(|part| f.is_nan(*part)) {
        return product;
    }
    let left_infinite = f.is_infinite(a) || f.is_infinite(b);
    if left_infinite {
        (a, b) = (boxed(f, a), boxed(f, b));
        (c, d) = (without_nan(f, c), without_nan(f, d));
    }
    let right_infinite = f.is_infinite(c) || f.is_infinite(d);
    if right_infinite {
        (c, d) = (boxed(f, c), boxed(f, d));
        (a, b) = (without_nan(f, a), without_nan(f, b));
    }
    if !left_infinite && !right_infinite {
        if ![ac, bd, ad, bc].iter().any(|partial| f.is_infinite(*partial)) {
            return product;
        }
        (a, b) = (without_nan(f, a), without_nan(f, b));
        (c, d) = (without_nan(f, c), without_nan(f, d));
    }
    [
        f.mul(f.infinity(), f.sub(f.mul(a, c), f.mul(b, d))),
        f.mul(f.infinity(), f.add(f.mul(a, d), f.mul(b, c))),
    ]
}

fn divide(rules: Rules, format: Real, left: Pair, right: Pair) -> Pair {
    let f = Arithmetic { format, rules };
    let (quotient, left, right) = match format {
        Real::Half | Real::Brain => (divide_in(f, Real::Single, left, right), left, right),
        Real::Single => (divide_in(f, Real::Double, left, right), left, right),
        Real::Double | Real::X87 | Real::Quad => divide_scaled(f, left, right),
    };
    if !quotient.iter().all(|part| f.is_nan(*part)) {
        return quotient;
    }
    let [a, b] = left;
    let [c, d] = right;
    if f.is_zero(c) && f.is_zero(d) && !(f.is_nan(a) && f.is_nan(b)) {
        let infinity = f.copy_sign(f.infinity(), c);
        return [f.mul(infinity, a), f.mul(infinity, b)];
    }
    let finite = |[re, im]: Pair| f.is_finite(re) && f.is_finite(im);
    let infinite = |[re, im]: Pair| f.is_infinite(re) || f.is_infinite(im);
    let times = |factor, [a, b]: Pair, [c, d]: Pair| {
        [f.mul(factor, f.add(f.mul(a, c), f.mul(b, d))), f.mul(factor, f.sub(f.mul(b, c), f.mul(a, d)))]
    };
    if infinite(left) && finite(right) {
        times(f.infinity(), left.map(|part| boxed(f, part)), right)
    } else if infinite(right) && finite(left) {
        times(0, left, right.map(|part| boxed(f, part)))
    } else {
        quotient
    }
}

/// The textbook quotient computed in a wider format.
fn divide_in(f: Arithmetic, wider: Real, left: Pair, right: Pair) -> Pair {
    let w = Arithmetic { format: wider, rules: f.rules };
    let [a, b] = left.map(|part| w.convert_from(f.format, part));
    let [c, d] = right.map(|part| w.convert_from(f.format, part));
    let divisor = w.add(w.mul(c, c), w.mul(d, d));
    let re = w.div(w.add(w.mul(a, c), w.mul(b, d)), divisor);
    let im = w.div(w.sub(w.mul(b, c), w.mul(a, d)), divisor);
    [f.convert_from(wider, re), f.convert_from(wider, im)]
}

/// Smith's quotient, with the operands as scaled: the recovery of infinities looks at those.
fn divide_scaled(f: Arithmetic, left: Pair, right: Pair) -> (Pair, Pair, Pair) {
    let one = f.unsigned(1);
    let half_largest = f.scale(f.largest(), -1);
    let epsilon = f.power(1 - f.format.precision() as i32);
    let up = f.div(one, epsilon);
    let smallest = f.power(1 - f.format.bias());
    let large = f.mul(half_largest, epsilon);

    let imaginary = f.less(f.abs(right[0]), f.abs(right[1]));
    let major = |[c, d]: Pair| f.abs(if imaginary { d } else { c });
    let (mut left, mut right) = (left, right);
    let at_least = |a, b| f.less(b, a) || f.compare(a, b).is_some_and(std::cmp::Ordering::is_eq);
    if at_least(major(right), half_largest) {
        let half = |part| f.div(part, f.unsigned(2));
        (left, right) = (left.map(half), right.map(half));
    }
    let size = |part| f.abs(part);
    let tiny = |[p, q]: Pair| f.less(size(p), smallest) && f.less(size(q), large);
    let vanishing = f.less(major(right), epsilon);
    let [a, b] = left;
    if vanishing || (tiny([a, b]) || tiny([b, a])) && f.less(major(right), large) {
        let scale = |part| f.mul(part, up);
        (left, right) = (left.map(scale), right.map(scale));
    }
    let [a, b] = left;
    let [c, d] = right;
    let quotient = if imaginary {
        let ratio = f.div(c, d);
        let divisor = f.add(f.mul(c, ratio), d);
        if f.less(smallest, f.abs(ratio)) {
            [f.div(f.add(f.mul(a, ratio), b), divisor), f.div(f.sub(f.mul(b, ratio), a), divisor)]
        } else {
            [f.div(f.add(f.mul(c, f.div(a, d)), b), divisor), f.div(f.sub(f.mul(c, f.div(b, d)), a), divisor)]
        }
    } else {
        let ratio = f.div(d, c);
        let divisor = f.add(f.mul(d, ratio), c);
        if f.less(smallest, f.abs(ratio)) {
            [f.div(f.add(f.mul(b, ratio), a), divisor), f.div(f.sub(b, f.mul(a, ratio)), divisor)]
        } else {
            [f.div(f.add(a, f.mul(d, f.div(b, c))), divisor), f.div(f.sub(b, f.mul(d, f.div(a, c))), divisor)]
        }
    };
    (quotient, left, right)
}
