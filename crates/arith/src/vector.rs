//! Vectors: scalar operations lane by lane, and what moves lanes about.
//!
//! Signed overflow wraps in every lane: GCC leaves it undefined, but no flag of GCC checks it and programs written
//! with vectors count on the processor. Division and shifts trap as for scalars.

use super::format::{Format, Rules, Scalar, Trap};
use super::image::{self, Value};
use super::int::Overflow;
use super::scalar::{self, Context};
use gmc_ir::expr::{BinaryOp, UnaryOp};

/// A vector operand.
#[derive(Clone, Copy)]
pub(super) struct Lanes<'a> {
    rules: Rules,
    pub(super) element: Scalar,
    pub(super) count: usize,
    image: &'a [u8],
}

const SHAPE: Trap = Trap::Unsupported("vectors of these shapes");

impl<'a> Lanes<'a> {
    /// The lanes of an operand; a scalar stands for itself in each of any number of lanes.
    pub(super) fn new(rules: Rules, format: Format, image: &'a [u8]) -> Result<Self, Trap> {
        let (element, count) = match format {
            Format::Vector { element, lanes } => (element, lanes as usize),
            Format::Scalar(scalar) => (scalar, 0),
            Format::Complex(_) => return Err(SHAPE),
        };
        check(element)?;
        let image = image::prefix(image, format.size().ok_or(SHAPE)?)?;
        Ok(Self { rules, element, count, image })
    }

    /// One lane.
    pub(super) fn get(&self, lane: usize) -> Result<(Scalar, u128), Trap> {
        let lane = if self.count == 0 { 0 } else { lane };
        let size = self.element.size();
        let start = lane.checked_mul(size).ok_or(SHAPE)?;
        Ok((self.element, image::load(self.rules, self.element, self.image.get(start..).ok_or(SHAPE)?)?))
    }

    /// Has at least this many lanes.
    fn covers(&self, lanes: usize) -> Result<(), Trap> {
        if self.count == 0 || self.count >= lanes { Ok(()) } else { Err(SHAPE) }
    }
}

/// Lanes of at most 128 bits in whole bytes.
fn check(element: Scalar) -> Result<(), Trap> {
    match element {
        Scalar::Bool { bits, .. } if bits < 8 => Err(Trap::Unsupported("vectors of single bits")),
        _ if element.is_wide() || element.size() == 0 => Err(SHAPE),
        _ => Ok(()),
    }
}

/// Builds a vector lane by lane.
pub(super) fn build(
    rules: Rules,
    to: Format,
    mut lane: impl FnMut(Scalar, usize) -> Result<u128, Trap>,
) -> Result<Value, Trap> {
    let Format::Vector { element, .. } = to else { return Err(SHAPE) };
    check(element)?;
    let mut value = Value::zeroed(to.size().ok_or(SHAPE)?);
    for (index, place) in value.chunks_exact_mut(element.size()).enumerate() {
        image::store(rules, element, lane(element, index)?, place);
    }
    Ok(value)
}

/// How many lanes a vector has.
pub(super) fn lanes(format: Format) -> Result<usize, Trap> {
    match format {
        Format::Vector { lanes, .. } => Ok(lanes as usize),
        _ => Err(SHAPE),
    }
}

/// An operation on one vector.
pub(super) fn unary(rules: Rules, op: UnaryOp, to: Format, operand: Lanes<'_>) -> Result<Value, Trap> {
    let context = Context { rules, overflow: Overflow::Wraps };
    let count = lanes(to)?;
    let upper = match op {
        UnaryOp::UnpackLow | UnaryOp::UnpackFloatLow => rules.big_endian,
        UnaryOp::UnpackHigh | UnaryOp::UnpackFloatHigh => !rules.big_endian,
        UnaryOp::Duplicate => {
            return build(rules, to, |to, _| scalar::convert(rules, to, operand.get(0)?));
        }
        _ => {
            operand.covers(count)?;
            return build(rules, to, |to, lane| {
                let result = scalar::unary(context, op, to, operand.get(lane)?)?;
                Ok(if op == UnaryOp::Not { result.wrapping_neg() } else { result })
            });
        }
    };
    let offset = if upper { count } else { 0 };
    operand.covers(offset.saturating_add(count))?;
    build(rules, to, |to, lane| scalar::convert(rules, to, operand.get(lane.saturating_add(offset))?))
}

/// An operation on two vectors, or a vector and a scalar.
pub(super) fn binary(
    rules: Rules,
    op: BinaryOp,
    to: Format,
    left: Lanes<'_>,
    right: Lanes<'_>,
) -> Result<Value, Trap> {
    let context = Context { rules, overflow: Overflow::Wraps };
    if op == BinaryOp::PackTrunc {
        left.covers(lanes(to)?.div_ceil(2))?;
        return build(rules, to, |to, lane| {
            let half = left.count;
            let part = if lane < half { left.get(lane) } else { right.get(lane - half) };
            scalar::convert(rules, to, part?)
        });
    }
    if matches!(to, Format::Scalar(_)) {
        return equality(rules, op, to, left, right);
    }
    let count = lanes(to)?;
    left.covers(count)?;
    right.covers(count)?;
    build(rules, to, |to, lane| {
        let (left, right) = (left.get(lane)?, right.get(lane)?);
        if scalar::verdict(op, None).is_some() {
            let verdict = scalar::verdict(op, scalar::order(rules, left, right)?);
            return Ok(if verdict == Some(true) { u128::MAX } else { 0 });
        }
        let result = scalar::binary(context, op, to, left, right)?;
        let logical = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        Ok(if logical { result.wrapping_neg() } else { result })
    })
}

/// Two whole vectors compared to one truth value.
fn equality(
    rules: Rules,
    op: BinaryOp,
    to: Format,
    left: Lanes<'_>,
    right: Lanes<'_>,
) -> Result<Value, Trap> {
    let (Format::Scalar(to), BinaryOp::Equal | BinaryOp::NotEqual) = (to, op) else { return Err(SHAPE) };
    let count = left.count.max(right.count);
    left.covers(count)?;
    right.covers(count)?;
    let mut equal = true;
    for lane in 0..count {
        let order = scalar::order(rules, left.get(lane)?, right.get(lane)?)?;
        equal &= scalar::verdict(BinaryOp::Equal, order) == Some(true);
    }
    Ok(image::scalar(rules, to, u128::from(equal == (op == BinaryOp::Equal))))
}

/// Lanes of two vectors picked by index, modulo the lanes of both.
pub(super) fn permute(
    rules: Rules,
    to: Format,
    first: Lanes<'_>,
    second: Lanes<'_>,
    indices: Lanes<'_>,
) -> Result<Value, Trap> {
    indices.covers(lanes(to)?)?;
    let both = first.count.checked_add(second.count).filter(|both| *both > 0).ok_or(SHAPE)?;
    build(rules, to, |to, lane| {
        let (format, raw) = indices.get(lane)?;
        let signed = format.integer().ok_or(SHAPE)?.signed;
        let index = if signed {
            (raw as i128).rem_euclid(both as i128) as usize
        } else {
            (raw % both as u128) as usize
        };
        let picked = if index < first.count { first.get(index) } else { second.get(index - first.count) };
        scalar::convert(rules, to, picked?)
    })
}

/// Lanes of two vectors picked by a mask.
pub(super) fn select(
    rules: Rules,
    to: Format,
    mask: Lanes<'_>,
    yes: Lanes<'_>,
    no: Lanes<'_>,
) -> Result<Value, Trap> {
    let count = lanes(to)?;
    mask.covers(count)?;
    yes.covers(count)?;
    no.covers(count)?;
    build(rules, to, |to, lane| {
        let picked = if scalar::is_true(rules, mask.get(lane)?) { yes } else { no };
        scalar::convert(rules, to, picked.get(lane)?)
    })
}

/// Products of neighbouring lanes summed into the lanes of an accumulator.
pub(super) fn dot(
    rules: Rules,
    to: Format,
    first: Lanes<'_>,
    second: Lanes<'_>,
    sum: Lanes<'_>,
) -> Result<Value, Trap> {
    let context = Context { rules, overflow: Overflow::Wraps };
    let count = lanes(to)?;
    let group = first.count.checked_div(count).filter(|group| *group > 0).ok_or(SHAPE)?;
    second.covers(first.count)?;
    sum.covers(count)?;
    build(rules, to, |to, lane| {
        let mut total = scalar::convert(rules, to, sum.get(lane)?)?;
        for place in lane * group..(lane + 1) * group {
            let product =
                scalar::binary(context, BinaryOp::WidenMult, to, first.get(place)?, second.get(place)?)?;
            total = scalar::binary(context, BinaryOp::Plus, to, (to, total), (to, product))?;
        }
        Ok(total)
    })
}
