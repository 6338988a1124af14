//! Insertion of bits into an image.
//!
//! Bits are counted as GCC counts them in memory: from the least significant bit of the first byte on a little-endian
//! target, from the most significant on a big-endian one.

use super::format::{Format, Rules, Trap};
use super::image::{self, Value};
use super::{Operand, UnaryOp, unary};

/// `whole` with the bits of `part` at bit `position`.
pub(super) fn insert(
    rules: Rules,
    to: Format,
    whole: Operand<'_>,
    part: Operand<'_>,
    position: Operand<'_>,
) -> Result<Value, Trap> {
    const SHAPE: Trap = Trap::Unsupported("an insertion of bits outside the whole");
    let mut result = if whole.0 == to {
        Value::from(image::prefix(whole.1, to.size().ok_or(SHAPE)?)?)
    } else {
        unary(rules, UnaryOp::Convert, to, whole)?
    };
    let (Format::Scalar(counter), bytes) = position else { return Err(SHAPE) };
    if counter.is_wide() {
        return Err(SHAPE);
    }
    let position = usize::try_from(image::load(rules, counter, bytes)?).map_err(|_| SHAPE)?;
    let image = image::prefix(part.1, part.0.size().ok_or(SHAPE)?)?;
    let width = match part.0 {
        Format::Scalar(scalar) => scalar.integer().map_or(image.len() * 8, |integer| integer.bits as usize),
        _ => image.len() * 8,
    };
    // A value narrower than its bytes lies at their low end: the last bits of a big-endian image.
    let skip = if rules.big_endian { (image.len() * 8).saturating_sub(width) } else { 0 };
    let end = position.checked_add(width).ok_or(SHAPE)?;
    if end > result.len() * 8 || width > image.len() * 8 {
        return Err(SHAPE);
    }
    let mask = |bit: usize| if rules.big_endian { 0x80u8 >> (bit % 8) } else { 1 << (bit % 8) };
    for bit in 0..width {
        let from = bit + skip;
        let set = image.get(from / 8).is_some_and(|byte| byte & mask(from) != 0);
        if let Some(byte) = result.get_mut((position + bit) / 8) {
            *byte = *byte & !mask(position + bit) | if set { mask(position + bit) } else { 0 };
        }
    }
    Ok(result)
}
