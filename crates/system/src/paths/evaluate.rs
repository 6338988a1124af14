//! What an operation makes of plain numbers: arithmetic for speculation, apart from the interpreter.
//!
//! Invariant: where it has an answer, it is the interpreter's. Every operation of a recorded run is evaluated here as
//! well and compared, so a difference is noticed where it would matter.

use gmc_vm::code::Op;

/// What an operation makes of its operands; none where it is an error, or nothing that is done here.
#[rustfmt::skip] // one operation a line
pub(super) fn evaluate(op: &Op, x: u64, y: u64) -> Option<u64> {
    let (s, t) = (x as i64, y as i64);
    let fits = |value: i64, sh: u8| (((value << sh) >> sh) == value).then_some(value as u64);
    let cut = |value: u64, sh: u8| Some((value << sh) >> sh);
    let count = |sh: u8| (y < 64 - u64::from(sh)).then_some(y as u32);
    let truth = |it: bool| Some(u64::from(it));
    let (f, g) = (f64::from_bits(x), f64::from_bits(y));
    match *op {
        Op::AddS { sh, .. } => fits(s.checked_add(t)?, sh),
        Op::SubS { sh, .. } => fits(s.checked_sub(t)?, sh),
        Op::MulS { sh, .. } => fits(s.checked_mul(t)?, sh),
        Op::AddU { sh, .. } => cut(x.wrapping_add(y), sh),
        Op::SubU { sh, .. } => cut(x.wrapping_sub(y), sh),
        Op::MulU { sh, .. } => cut(x.wrapping_mul(y), sh),
        Op::DivS { sh, .. } => fits(s.checked_div(t)?, sh),
        Op::ModS { sh, .. } => { fits(s.checked_div(t)?, sh)?; Some(s.checked_rem(t)? as u64) }
        Op::DivU { .. } => x.checked_div(y),
        Op::ModU { .. } => x.checked_rem(y),
        Op::And { .. } => Some(x & y),
        Op::Or { .. } => Some(x | y),
        Op::Xor { .. } => Some(x ^ y),
        Op::ShlS { sh, .. } => Some((((x << count(sh)?) << sh) as i64 >> sh) as u64),
        Op::ShlU { sh, .. } => cut(x << count(sh)?, sh),
        Op::ShrS { sh, .. } => Some((s >> count(sh)?) as u64),
        Op::ShrU { sh, .. } => Some(x >> count(sh)?),
        Op::NegS { sh, .. } => fits(s.checked_neg()?, sh),
        Op::NegU { sh, .. } => cut(x.wrapping_neg(), sh),
        Op::NotS { .. } => Some(!x),
        Op::NotU { sh, .. } => cut(!x, sh),
        Op::ExtS { sh, .. } => Some((((x << sh) as i64) >> sh) as u64),
        Op::ExtU { sh, .. } => cut(x, sh),
        Op::Eq { .. } => truth(x == y),
        Op::Ne { .. } => truth(x != y),
        Op::LtS { .. } => truth(s < t),
        Op::LeS { .. } => truth(s <= t),
        Op::LtU { .. } => truth(x < y),
        Op::LeU { .. } => truth(x <= y),
        Op::Scale { .. } => Some(s.checked_mul(t)? as u64),
        Op::AddD { .. } => Some((f + g).to_bits()),
        Op::SubD { .. } => Some((f - g).to_bits()),
        Op::MulD { .. } => Some((f * g).to_bits()),
        Op::DivD { .. } => Some((f / g).to_bits()),
        Op::NegD { .. } => Some(x ^ 1 << 63),
        Op::EqD { .. } => truth(f == g),
        Op::NeD { .. } => truth(f != g),
        Op::LtD { .. } => truth(f < g),
        Op::LeD { .. } => truth(f <= g),
        Op::SToD { .. } => Some((s as f64).to_bits()),
        Op::UToD { .. } => Some((x as f64).to_bits()),
        _ => None,
    }
}

/// Whether a branch is taken; none where it is not by numbers alone.
pub(super) fn is_taken(op: &Op, x: u64, y: u64) -> Option<bool> {
    match op {
        Op::BrEq { .. } => Some(x == y),
        Op::BrNe { .. } => Some(x != y),
        Op::BrLtS { .. } => Some((x as i64) < y as i64),
        Op::BrLeS { .. } => Some(x as i64 <= y as i64),
        Op::BrLtU { .. } => Some(x < y),
        Op::BrLeU { .. } => Some(x <= y),
        Op::Br { .. } => Some(x != 0),
        _ => None,
    }
}
