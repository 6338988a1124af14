//! What keeps a condition as it is: intervals for its operands.

use super::label::{Demand, unsigned};
use super::pass::Pass;
use super::transfer::Operand;
use gmc_vm::code::{Op, SwitchTable};
use gmc_vm::reg::Meta;

/// How numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Equal,
    Signed,
    Unsigned,
}

impl Pass<'_> {
    /// A comparison or branch of these operands must come out as it did.
    pub(super) fn keep_comparison(&mut self, op: &Op, (a, b): (Operand, Operand), holds: bool) {
        if a.reg.meta != Meta::PLAIN || b.reg.meta != Meta::PLAIN {
            self.need_same(a);
            self.need_same(b);
            return;
        }
        let (sort, less, holds) = match op {
            Op::Eq { .. } | Op::BrEq { .. } => (Sort::Equal, 0, holds),
            Op::Ne { .. } | Op::BrNe { .. } => (Sort::Equal, 0, !holds),
            Op::LtS { .. } | Op::BrLtS { .. } => (Sort::Signed, 1, holds),
            Op::LeS { .. } | Op::BrLeS { .. } => (Sort::Signed, 0, holds),
            Op::LtU { .. } | Op::BrLtU { .. } => (Sort::Unsigned, 1, holds),
            _ => (Sort::Unsigned, 0, holds),
        };
        match (sort, holds) {
            (Sort::Equal, true) => {
                self.need_same(a);
                self.need_same(b);
            }
            (Sort::Equal, false) if a.number() < b.number() => self.keep_order(Sort::Signed, a, b, 1),
            (Sort::Equal, false) => self.keep_order(Sort::Signed, b, a, 1),
            (sort, true) => self.keep_order(sort, a, b, less),
            (sort, false) => self.keep_order(sort, b, a, 1 - less),
        }
    }

    /// `x + distance <= y` must hold as it does.
    fn keep_order(&mut self, sort: Sort, x: Operand, y: Operand, distance: u64) {
        // The bound between them: the operand that does not depend on choices keeps its number.
        let at_x = x.is_constant || !y.is_constant && y.is_tainted && !x.is_tainted;
        let (x_bits, y_bits) = (x.reg.bits, y.reg.bits);
        let bound = if at_x { x_bits.wrapping_add(distance) } else { y_bits };
        let below = bound.wrapping_sub(distance);
        if sort == Sort::Unsigned {
            self.need(x, unsigned(0, below, x_bits));
            self.need(y, unsigned(bound, u64::MAX, y_bits));
        } else {
            self.need(x, Demand::Number(i64::MIN, below as i64));
            self.need(y, Demand::Number(bound as i64, i64::MAX));
        }
    }

    /// The operand of a branch by a boolean must keep its truth.
    pub(super) fn keep_truth(&mut self, a: Operand) {
        match a.reg.bits as i64 {
            _ if a.reg.meta != Meta::PLAIN => self.need_same(a),
            0 => self.need_same(a),
            1.. => self.need(a, Demand::Number(1, i64::MAX)),
            _ => self.need(a, Demand::Number(i64::MIN, -1)),
        }
    }

    /// The operand of a switch must keep its case. None where it does not fit a register.
    pub(super) fn keep_case(&mut self, a: Operand, table: &SwitchTable) -> Option<()> {
        if a.reg.meta != Meta::PLAIN || table.class.words() != 1 {
            return None;
        }
        let value = if table.unsigned { i128::from(a.reg.bits) } else { i128::from(a.number()) };
        let next = table.cases.partition_point(|&(low, _, _)| low <= value);
        let before = next.checked_sub(1).map(|it| table.cases[it]);
        let (low, high) = match before {
            Some((low, high, _)) if value <= high => (low, high),
            // Between two cases.
            _ => {
                let low = before.map_or(i128::MIN, |it| it.1 + 1);
                (low, table.cases.get(next).map_or(i128::MAX, |it| it.0 - 1))
            }
        };
        let demand = if table.unsigned {
            let (low, high) = (low.max(0), high.min(u64::MAX.into()));
            unsigned(low as u64, high as u64, a.reg.bits)
        } else {
            let (low, high) = (low.max(i64::MIN.into()), high.min(i64::MAX.into()));
            Demand::Number(low as i64, high as i64)
        };
        self.need(a, demand);
        Some(())
    }
}
