//! Comparisons of bytes and strings that are terms: what the first difference says, from the last byte to the first.

use super::limit::Limit;
use super::text::Walk;
use super::{Outcome, and, ctype, is_number, place, signed};
use gmc_term::{Binary, TermId};
use gmc_vm::machine::Machine;
use gmc_vm::native::Call;

/// Two bytes that are compared: whether the comparison goes on behind them, and the result if it does not.
struct Compared {
    goes_on: TermId,
    result: TermId,
}

impl Compared {
    /// Nothing more is compared at the limit: all was the same.
    fn up_to(m: &Machine, limit: Limit, at: usize, walk: &mut Walk) -> Compared {
        let it =
            m.build(|arena| Compared { goes_on: limit.is_above(arena, at), result: arena.constant(0, 32) });
        walk.go_on(m, it.goes_on);
        it
    }
}

/// The result of the first comparison behind which nothing is compared.
fn verdict(m: &Machine, all: &[Compared]) -> TermId {
    m.build(|arena| {
        let same = arena.constant(0, 32);
        all.iter().rev().fold(same, |rest, it| arena.ite(it.goes_on, rest, it.result))
    })
}

pub(crate) fn memcmp(m: &Machine, call: &Call) -> Outcome {
    let (a, b) = (place(call, 0)?, place(call, 1)?);
    let limit = Limit::argument(m, call, 2)?.within(m, a)?.within(m, b)?;
    let size = limit.most;
    if m.memory.check_readable(a, size).is_err() || m.memory.check_readable(b, size).is_err() {
        return Ok(None);
    }
    let (mut walk, mut all) = (Walk::new(m, limit.open.is_some()), Vec::new());
    for at in 0..size as usize {
        all.push(Compared::up_to(m, limit, at, &mut walk));
        let Some(x) = walk.byte(m, a, at)? else { break };
        let Some(y) = walk.byte(m, b, at)? else { break };
        let it = m.build(|arena| {
            let (less, more) = (arena.constant(u128::MAX, 32), arena.constant(1, 32));
            let below = arena.binary(Binary::Ult, x, y);
            Compared { goes_on: arena.binary(Binary::Eq, x, y), result: arena.ite(below, less, more) }
        });
        walk.go_on(m, it.goes_on);
        all.push(it);
    }
    if walk.open { signed(m, verdict(m, &all)) } else { Ok(None) }
}

/// Strings, each character seen in some way.
pub(crate) fn strings(m: &Machine, call: &Call, view: fn(u8) -> u8) -> Outcome {
    limited(m, call, Limit::NONE, view)
}

/// As far as a limit.
fn limited(m: &Machine, call: &Call, limit: Limit, view: fn(u8) -> u8) -> Outcome {
    let (a, b) = (place(call, 0)?, place(call, 1)?);
    let (mut walk, mut all) = (Walk::new(m, limit.open.is_some()), Vec::new());
    for at in (0..).take_while(|&it| (it as u64) < limit.most) {
        all.push(Compared::up_to(m, limit, at, &mut walk));
        let Some(x) = walk.byte(m, a, at)? else { break };
        let Some(y) = walk.byte(m, b, at)? else { break };
        let it = m.build(|arena| {
            let (x, y) = (ctype::changed(arena, x, view), ctype::changed(arena, y, view));
            let (same, ends) = (arena.binary(Binary::Eq, x, y), is_number(arena, x, 0));
            let more = arena.not(ends);
            let (wide_x, wide_y) = (arena.zext(x, 32), arena.zext(y, 32));
            Compared { goes_on: and(arena, same, more), result: arena.sub(wide_x, wide_y) }
        });
        walk.go_on(m, it.goes_on);
        all.push(it);
    }
    if walk.open { signed(m, verdict(m, &all)) } else { Ok(None) }
}

/// Likewise, where the third argument says how many characters.
pub(crate) fn some_of_strings(m: &Machine, call: &Call, view: fn(u8) -> u8) -> Outcome {
    limited(m, call, Limit::argument(m, call, 2)?, view)
}
