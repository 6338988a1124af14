//! Comparisons and branches on terms.

use super::Symbolic;
use crate::code::{Pc, SwitchTable};
use crate::machine::Machine;
use gmc_term::{Arena, Binary, TermId};

impl Machine {
    /// Which way a `switch` goes.
    pub(crate) fn switch_term(&self, x: TermId, table: &SwitchTable) -> Symbolic<Pc> {
        let mut ways: Vec<(Pc, TermId)> = Vec::new();
        self.build(|arena| {
            let mut rest = arena.truth();
            for &(low, high, to) in &table.cases {
                let within = within(arena, x, (low, high), table.unsigned);
                add(arena, &mut ways, to, within);
                let other = arena.not(within);
                rest = arena.binary(Binary::And, rest, other);
            }
            add(arena, &mut ways, table.default, rest);
        });
        let conditions: Vec<TermId> = ways.iter().map(|it| it.1).collect();
        self.cases(&conditions).map(|at| ways[at].0)
    }
}

fn add(arena: &mut Arena, ways: &mut Vec<(Pc, TermId)>, to: Pc, condition: TermId) {
    match ways.iter_mut().find(|it| it.0 == to) {
        Some((_, known)) => *known = arena.binary(Binary::Or, *known, condition),
        None => ways.push((to, condition)),
    }
}

/// That a term of 64 bits lies between two numbers.
fn within(arena: &mut Arena, x: TermId, (low, high): (i128, i128), unsigned: bool) -> TermId {
    let (least, most) = if unsigned { (0, u64::MAX.into()) } else { (i64::MIN.into(), i64::MAX.into()) };
    if high < least || low > most {
        return arena.falsity();
    }
    let op = if unsigned { Binary::Ule } else { Binary::Sle };
    let low = arena.constant(low.max(least) as u128, 64);
    let high = arena.constant(high.min(most) as u128, 64);
    if low == high {
        return arena.binary(Binary::Eq, x, low);
    }
    let (above, below) = (arena.binary(op, low, x), arena.binary(op, x, high));
    arena.binary(Binary::And, above, below)
}
