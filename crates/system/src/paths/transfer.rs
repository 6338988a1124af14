//! Backward over operations that compute, load or store: from what a state must be like after one to what it must be
//! like before.
//!
//! An operation can be wrong whether its result matters or not, so operands are always demanded to be such that it is
//! not. Where an interval of the result follows from intervals of the operands, these are demanded; otherwise operands
//! must be as they were.

use super::evaluate::evaluate;
use super::label::{Demand, Word};
use super::pass::Pass;
use super::record::Event;
use super::state::{Access, access, extend, word};
use gmc_vm::code::{Code, Op, R};
use gmc_vm::reg::{Meta, Reg};

/// An operand of an operation.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    /// Its register, counted from the outermost call.
    pub(super) at: usize,
    pub(super) reg: Reg,
    /// It is the same in every run.
    pub(super) is_constant: bool,
    pub(super) is_tainted: bool,
}

impl Operand {
    /// As a signed number.
    pub(super) fn number(self) -> i64 {
        self.reg.bits as i64
    }
}

impl Pass<'_> {
    pub(super) fn operand(&self, code: &Code, base: usize, r: R) -> Operand {
        let at = base + usize::from(r);
        Operand {
            at,
            reg: self.state.regs[at],
            is_constant: usize::from(r) >= code.registers,
            is_tainted: self.state.tainted[at],
        }
    }

    /// Demands something of an operand. The run's own value always meets it.
    pub(super) fn need(&mut self, operand: Operand, demand: Demand) {
        self.is_wrong |= !demand.is_met(operand.reg);
        if !operand.is_constant {
            self.label.need(operand.at, demand);
        }
    }

    /// The operand must be as it was.
    pub(super) fn need_same(&mut self, operand: Operand) {
        self.need(operand, Demand::same(operand.reg));
    }

    /// An interval, cut to what a register holds.
    fn need_between(&mut self, operand: Operand, low: i128, high: i128) {
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        let demand = Demand::Number(low.max(least) as i64, high.min(most) as i64);
        self.need(operand, if demand.is_met(operand.reg) { demand } else { Demand::same(operand.reg) });
    }

    /// Undoes an operation that writes a register from at most two others, or accesses memory. None: everything before
    /// it must be as it was.
    pub(super) fn transfer(&mut self, code: &Code, op: &Op, event: &Event) -> Option<()> {
        let base = event.base as usize;
        if let Some(access) = access(op) {
            return self.back_access(code, op, event, &access);
        }
        let (d, [a, b]) = op.written_and_read();
        let at = base + usize::from(d?);
        let after = self.state.regs[at];
        self.state.regs[at] = event.old;
        self.state.tainted[at] = event.old_taint;
        self.heal(op, event);
        let demand = self.label.take(at);
        let Some(a) = a else { return matches!(op, Op::Forget { .. }).then_some(()) };
        let a = self.operand(code, base, a);
        if let Op::Move { .. } = op {
            self.need(a, demand);
            return Some(());
        }
        let b = b.map(|it| self.operand(code, base, it));
        let y = b.map_or(Reg::ZERO, |it| it.reg);
        let plain = a.reg.meta == Meta::PLAIN && y.meta == Meta::PLAIN;
        if !plain || matches!(op, Op::Index { .. } | Op::PtrAdd { .. } | Op::Member { .. }) {
            self.need_same(a);
            b.into_iter().for_each(|it| self.need_same(it));
            return Some(());
        }
        let value = evaluate(op, a.reg.bits, y.bits);
        if value.is_none() || after.meta != Meta::PLAIN {
            // Rare operations, and what is no error here although it is one elsewhere.
            self.need_same(a);
            b.into_iter().for_each(|it| self.need_same(it));
            return value.is_none().then_some(());
        }
        if value != Some(after.bits) {
            return None;
        }
        self.back_number(op, (a, b.unwrap_or(a)), demand, after.bits as i64);
        Some(())
    }

    /// An operation on plain numbers: `after` is its result, of which this is demanded.
    fn back_number(&mut self, op: &Op, (a, b): (Operand, Operand), demand: Demand, after: i64) {
        let (low, high) = match demand {
            Demand::Number(low, high) => (low, high),
            _ => (i64::MIN, i64::MAX),
        };
        let any = (low, high) == (i64::MIN, i64::MAX);
        let (low, high) = (i128::from(low), i128::from(high));
        match *op {
            Op::AddS { sh, .. } => self.back_sum((a, b), within((low, high), sh, true), 1),
            Op::SubS { sh, .. } => self.back_sum((a, b), within((low, high), sh, true), -1),
            Op::MulS { sh, .. } if a.is_constant != b.is_constant => {
                let (x, factor) = if a.is_constant { (b, a) } else { (a, b) };
                self.back_product(x, factor.number().into(), within((low, high), sh, true));
            }
            Op::AddU { sh, .. } | Op::SubU { sh, .. } if !any => {
                // Round the end as the run went.
                self.need_same(b);
                let by = i128::from(after) - i128::from(a.number());
                let (low, high) = within((low, high), sh, false);
                let (from, to) = within((low - by, high - by), sh, false);
                self.need_between(a, from, to);
            }
            Op::NegS { sh, .. } => {
                let (low, high) = within((low, high), sh, true);
                let (from, to) = within((-high, -low), sh, true);
                self.need_between(a, from, to);
            }
            Op::NotS { .. } => self.need_between(a, !high, !low),
            Op::ExtS { sh, .. } | Op::ExtU { sh, .. } if !any && after == a.number() => {
                let (low, high) = within((low, high), sh, matches!(op, Op::ExtS { .. }));
                self.need_between(a, low, high);
            }
            Op::Eq { .. }
            | Op::Ne { .. }
            | Op::LtS { .. }
            | Op::LeS { .. }
            | Op::LtU { .. }
            | Op::LeU { .. } => {
                if low <= 0 && high >= 1 {
                    self.need_plain(a, b);
                } else {
                    self.keep_comparison(op, (a, b), after != 0);
                }
            }
            Op::Or { .. } if after == 1 && is_bit(a) && is_bit(b) => self.back_either((a, b), 1),
            Op::And { .. } if after == 0 && (a.number() == 0 || b.number() == 0) => {
                self.back_either((a, b), 0);
            }
            Op::DivU { .. } | Op::ModU { .. } if any => {
                self.need(a, Demand::PLAIN);
                self.need(b, super::label::unsigned(1, u64::MAX, b.reg.bits));
            }
            Op::DivS { .. } | Op::ModS { .. } if any && b.number() > 0 => {
                self.need(a, Demand::PLAIN);
                self.need(b, Demand::Number(1, i64::MAX));
            }
            Op::ShlS { sh, .. } | Op::ShlU { sh, .. } | Op::ShrS { sh, .. } | Op::ShrU { sh, .. } if any => {
                self.need(a, Demand::PLAIN);
                self.need(b, Demand::Number(0, 63 - i64::from(sh)));
            }
            _ if any && cannot_fail(op) => self.need_plain(a, b),
            _ => {
                self.need_same(a);
                self.need_same(b);
            }
        }
    }

    fn need_plain(&mut self, a: Operand, b: Operand) {
        self.need(a, Demand::PLAIN);
        self.need(b, Demand::PLAIN);
    }

    /// One operand decides, if it is this; the other one only has to be a bit.
    fn back_either(&mut self, (a, b): (Operand, Operand), deciding: i64) {
        let is_a = a.number() == deciding && (b.number() != deciding || a.is_constant || !a.is_tainted);
        let (one, other) = if is_a { (a, b) } else { (b, a) };
        self.need_same(one);
        self.need(other, if deciding == 1 { Demand::Number(0, 1) } else { Demand::PLAIN });
    }

    /// `a + b` or `a - b` must be within an interval. What is left of it goes to `a`, unless that is constant; half of
    /// it where there is plenty.
    fn back_sum(&mut self, (a, b): (Operand, Operand), (low, high): (i128, i128), sign: i128) {
        let (x, y) = (i128::from(a.number()), i128::from(b.number()));
        let sum = x + sign * y;
        let (below, above) = (sum - low, high - sum);
        let share = |room: i128| match (a.is_constant, b.is_constant) {
            (true, _) => (0, room),
            (_, true) => (room, 0),
            _ if room > PLENTY => (room / 2, room / 2),
            _ => (room, 0),
        };
        let ((a_below, b_below), (a_above, b_above)) = (share(below), share(above));
        self.need_between(a, x - a_below, x + a_above);
        if sign > 0 {
            self.need_between(b, y - b_below, y + b_above);
        } else {
            self.need_between(b, y - b_above, y + b_below);
        }
    }

    /// `x` times a constant must be within an interval.
    fn back_product(&mut self, x: Operand, factor: i128, (low, high): (i128, i128)) {
        let (from, to) = match factor {
            0 => (i128::from(i64::MIN), i128::from(i64::MAX)),
            1.. => {
                (low.div_euclid(factor) + i128::from(low.rem_euclid(factor) != 0), high.div_euclid(factor))
            }
            _ => {
                let (low, high, factor) = (-high, -low, -factor);
                (low.div_euclid(factor) + i128::from(low.rem_euclid(factor) != 0), high.div_euclid(factor))
            }
        };
        self.need_between(x, from, to);
    }

    fn back_access(&mut self, code: &Code, op: &Op, event: &Event, access: &Access) -> Option<()> {
        let (base, is_bool) = (event.base as usize, matches!(op, Op::LoadBool { .. }));
        let Some(b) = access.stores else {
            let at = base + usize::from(op.written_and_read().0?);
            let after = self.state.regs[at];
            self.state.regs[at] = event.old;
            self.state.tainted[at] = event.old_taint;
            self.heal(op, event);
            let demand = self.label.take(at);
            let pointer = self.operand(code, base, access.a);
            let word = word(pointer.reg, access)?;
            self.need_same(pointer);
            let demand = if after.meta == Meta::PLAIN {
                let all = if is_bool { Demand::Number(0, 1) } else { Demand::PLAIN };
                match self.state.load(self.memory, &word) {
                    Some(known) if known == after => {}
                    None => self.state.store(word.address, word.size, Some(after.bits)),
                    Some(_) => return None,
                }
                demand.and(all)
            } else {
                after.meta.is_whole().then_some(Demand::Same(after))?
            };
            self.need_word(word, demand);
            return Some(());
        };
        self.heal(op, event);
        let (pointer, value) = (self.operand(code, base, access.a), self.operand(code, base, b));
        let word = word(pointer.reg, access)?;
        let old = (event.old.meta == Meta::PLAIN).then_some(event.old.bits);
        self.state.store(word.address, word.size, old);
        self.need_same(pointer);
        self.need(value, Demand::kind(value.reg));
        self.back_store(&word, value)?;
        self.label.need_word(word, Demand::Nothing);
        Some(())
    }

    /// What is demanded of a word that is stored is demanded of the value.
    fn back_store(&mut self, stored: &Word, value: Operand) -> Option<()> {
        let from =
            Word { address: stored.address.saturating_sub(7), object: gmc_mem::ObjId::NONE, ..*stored };
        let near = self.label.words.range(from..).take_while(|it| it.0.address <= stored.address + 7);
        let touched: Vec<(Word, Demand)> = near
            .filter(|it| *it.1 != Demand::Nothing && it.0.overlaps(stored.address, stored.size))
            .map(|(&word, &demand)| (word, demand))
            .collect();
        for (word, demand) in touched {
            if (word.address, word.size, word.object) != (stored.address, stored.size, stored.object) {
                return None;
            }
            self.label.words.insert(word, Demand::Nothing);
            let bits = value.reg.bits;
            if value.reg.meta == Meta::PLAIN && extend(bits, word.size, word.signed) == bits {
                let sh = 64 - 8 * word.size;
                self.need(value, demand);
                let (low, high) = within((i64::MIN.into(), i64::MAX.into()), sh, word.signed);
                self.need_between(value, low, high);
            } else {
                self.need_same(value);
            }
        }
        Some(())
    }

    /// Demands something of a word. What no run has written is as it was at the start.
    fn need_word(&mut self, word: Word, demand: Demand) {
        let is_static = word.object.index() < self.compiled.reach.static_objects && !self.record.is_opaque;
        let mut bytes = word.address..word.address + u64::from(word.size);
        if is_static && !bytes.any(|it| self.record.written.contains(&it)) {
            self.kept.assume(&word);
        } else {
            self.label.need_word(word, demand);
        }
    }
}

/// Sums that are so far from the ends of their type are not counters near a bound.
const PLENTY: i128 = 1 << 24;

fn is_bit(operand: Operand) -> bool {
    (0..=1).contains(&operand.number())
}

/// The numbers of an interval that a type has.
pub(super) fn within((low, high): (i128, i128), sh: u8, signed: bool) -> (i128, i128) {
    let bits = 64 - u32::from(sh);
    let (least, most) = match signed {
        true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        // As registers hold them: those of 64 bits have negative ones.
        false if bits == 64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
        false => (0, (1i128 << bits) - 1),
    };
    (low.max(least), high.min(most))
}

/// Whether an operation on plain numbers is never an error.
fn cannot_fail(op: &Op) -> bool {
    !matches!(
        op,
        Op::AddS { .. }
            | Op::SubS { .. }
            | Op::MulS { .. }
            | Op::DivS { .. }
            | Op::DivU { .. }
            | Op::ModS { .. }
            | Op::ModU { .. }
            | Op::ShlS { .. }
            | Op::ShlU { .. }
            | Op::ShrS { .. }
            | Op::ShrU { .. }
            | Op::NegS { .. }
            | Op::Scale { .. }
    )
}
