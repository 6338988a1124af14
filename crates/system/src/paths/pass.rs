//! Backward through a recorded run: from a label of its end to the reason of the whole.
//!
//! Invariant, at each position of the run: a state at the same place with the same calls that meets the label, followed
//! by choices within the ranges of the reason so far, is safe. At the end the label demands nothing; at the start every
//! run meets what is left of it.

use super::flow::Flows;
use super::hand::handed;
use super::kept::{Kept, Part};
use super::label::{Demand, Label, Word};
use super::record::{Ended, Event, Record, What, computes, is_choice, native};
use super::state::State;
use super::transfer::{Operand, within};
use gmc_mem::Memory;
use gmc_model::ChoiceRange;
use gmc_vm::code::{CallSite, Code, Op};
use gmc_vm::effects::Traits;
use gmc_vm::frame::fit;
use gmc_vm::lower::class::Class;
use gmc_vm::native::Native;
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::{CodeId, Compiled};
use std::collections::HashMap;

/// With more words the label takes too long to copy: the run is its own reason.
const MOST_WORDS: usize = 1 << 12;

/// A label of a later position of the run, for what comes there on another way.
pub(super) struct Join {
    pub(super) label: Label,
    /// How many choices were made before.
    pub(super) choices: usize,
    /// It holds whatever is chosen from there on.
    pub(super) is_closed: bool,
}

/// The analysis of a run.
pub(super) struct Pass<'a> {
    pub(super) compiled: &'a Compiled,
    pub(super) memory: &'a Memory,
    pub(super) record: &'a mut Record,
    pub(super) kept: &'a mut Kept,
    pub(super) flows: &'a mut Flows,
    /// What has ended; speculation adds to it.
    pub(super) ended: Vec<Ended>,
    pub(super) state: State,
    pub(super) label: Label,
    pub(super) reason: Vec<ChoiceRange>,
    /// How many choices were made before the current position.
    pub(super) choices: usize,
    /// By the first register of the call, and the place.
    pub(super) joins: HashMap<(usize, CodeId, u32), Join>,
    /// Words that speculation under way has overwritten, with what they held.
    pub(super) stores: Vec<(Word, u64)>,
    /// Something was demanded that the run itself does not meet: the state is not what it was.
    pub(super) is_wrong: bool,
    /// Operations that were executed speculatively.
    pub(super) spent: usize,
}

impl Pass<'_> {
    /// The reason of the run.
    pub(super) fn run(mut self) -> Vec<ChoiceRange> {
        let events = std::mem::take(&mut self.record.events);
        let mut next = self.record.stopped.map_or(0, |it| it.1);
        for event in events.iter().rev() {
            let done = self.back(event, next, 0);
            if done.is_none() || self.is_wrong || self.label.words.len() > MOST_WORDS {
                self.give_up(event);
                break;
            }
            next = event.pc;
            self.at(event);
        }
        self.record.events = events;
        self.reason
    }

    /// Everything up to an operation must be as it was.
    fn give_up(&mut self, event: &Event) {
        if let What::Chooses(choice) = event.what {
            self.choices = self.choices.max(choice as usize + 1);
        }
        self.reason.retain(|it| it.choice >= self.choices);
        for choice in 0..self.choices {
            let taken = self.record.taken[choice].0;
            self.reason.push(ChoiceRange { choice, first: taken, last: taken });
        }
    }

    /// The position before an operation: what is known there is noted for other ways to come there.
    fn at(&mut self, event: &Event) {
        let code = &self.compiled.codes[event.code];
        if self.flows.is_point(code, event.pc as usize) {
            let is_closed = self.reason.is_empty();
            if is_closed && !self.record.is_opaque {
                self.kept.keep(&self.state.frames, (event.code, event.pc), &self.label);
            }
            let join = Join { label: self.label.clone(), choices: self.choices, is_closed };
            self.joins.insert((event.base as usize, event.code, event.pc), join);
        }
        if event.is_first {
            // The machine made this call, in every run alike.
            self.leave(event.base as usize);
        }
    }

    /// Goes back to before a call.
    fn leave(&mut self, base: usize) {
        self.label.regs.truncate(base);
        self.state.regs.truncate(base);
        self.state.tainted.truncate(base);
        self.state.frames.pop();
        self.joins.retain(|key, _| key.0 < base);
    }

    /// Back over an operation; `next` is where it led to in its function. None: everything before it must be as it was.
    pub(super) fn back(&mut self, event: &Event, next: u32, nested: u32) -> Option<()> {
        let compiled = self.compiled;
        let code = &compiled.codes[event.code];
        let base = event.base as usize;
        match &code.ops[event.pc as usize] {
            Op::Jump { .. } => Some(()),
            Op::Call { call } => self.back_call(code, &code.tables.calls[*call as usize], event),
            Op::Return => self.back_return(code, event, next),
            Op::Switch { a, table } => {
                self.heal(&code.ops[event.pc as usize], event);
                let a = self.operand(code, base, *a);
                self.keep_case(a, &code.tables.switches[*table as usize])
            }
            Op::Born { a } | Op::Blank { a } | Op::Bury { a } => {
                self.back_life(event, base + usize::from(*a));
                Some(())
            }
            Op::Rare { rare } => {
                let What::Reads(at) = event.what else { return None };
                let op = &code.ops[event.pc as usize];
                let (d, operands) = computes(code, op, &code.tables.rare[*rare as usize])?;
                self.label.take(base + d);
                self.state.regs[base + d] = event.old;
                self.state.tainted[base + d] = event.old_taint;
                for (place, r) in operands.into_iter().enumerate() {
                    self.state.regs[base + r] = self.ended[at as usize].regs[place];
                    let operand = self.operand(code, base, r as u16);
                    self.need_same(operand);
                }
                Some(())
            }
            Op::Unreachable => None,
            op if op.is_branch() => self.back_branch(code, op, event, next, nested),
            op => self.transfer(code, op, event),
        }
    }

    /// Operands are what they were. A register may be lost where it was dead at a choice after the operation.
    pub(super) fn heal(&mut self, op: &Op, event: &Event) {
        for (r, reg) in op.written_and_read().1.into_iter().zip(event.operands) {
            if let Some(r) = r {
                self.state.regs[event.base as usize + usize::from(r)] = reg;
            }
        }
    }

    /// A local in memory begins, has no value from here on, or ends.
    fn back_life(&mut self, event: &Event, at: usize) {
        let after = self.state.regs[at];
        let object = if after.meta == Meta::UNBORN { event.old.meta.prov() } else { after.meta.prov() };
        self.state.regs[at] = event.old;
        self.label.take(at);
        self.label.need(at, Demand::same(event.old));
        let is_new = event.old.meta == Meta::UNBORN && after.meta != Meta::UNBORN;
        if is_new {
            self.state.gone.remove(&object);
        }
        if is_new || matches!(event.what, What::Ends(_)) {
            self.label.words.retain(|word, _| word.object != object);
        }
        self.restore_objects(event, after.meta == Meta::UNBORN);
    }

    /// Brings back the bytes of what has ended with an operation.
    fn restore_objects(&mut self, event: &Event, is_gone: bool) {
        let What::Ends(ended) = event.what else { return };
        let objects = std::mem::take(&mut self.ended[ended as usize].objects);
        for (object, extent, bytes) in objects {
            if is_gone {
                self.state.gone.insert(object, extent);
            }
            for (address, byte) in (extent.base..).zip(bytes) {
                self.state.store(address, 1, byte.map(u64::from));
            }
        }
    }

    fn back_call(&mut self, code: &Code, site: &CallSite, event: &Event) -> Option<()> {
        let base = event.base as usize;
        if let What::Enters(at) = event.what {
            let callee = *self.state.frames.last()?;
            let passed = handed(site, &self.compiled.codes[callee.code])?;
            let mut demands = Vec::new();
            for (it, &reg) in passed.iter().zip(&self.ended[at as usize].regs) {
                self.state.regs[base + usize::from(it.from)] = reg;
                demands.push(self.label.take(callee.base + usize::from(it.to)));
            }
            self.leave(callee.base);
            self.undo_result(site, event);
            for (it, demand) in passed.iter().zip(demands) {
                let from = self.operand(code, base, it.from);
                match it.class {
                    Some(class) => self.back_fit(from, class, demand),
                    None => self.need(from, demand),
                }
            }
            return Some(());
        }
        let native = native(site, self.compiled)?;
        if is_choice(native) {
            return self.back_choosing(code, site, native, event);
        }
        if site.result.is_some() {
            return None;
        }
        let first = self.operand(code, base, site.args.first()?.r);
        if native.has(Traits::ASSUMES) {
            self.need(first, Demand::kind(first.reg));
        } else if native.has(Traits::ASSERTS) {
            self.keep_truth(first);
        } else {
            return None;
        }
        Some(())
    }

    /// An argument is made to fit a parameter of another class.
    fn back_fit(&mut self, from: Operand, class: Class, demand: Demand) {
        let is_same = fit(from.reg, class, self.pointer_bits()) == from.reg;
        let sh = class.shift(self.pointer_bits());
        if is_same && from.reg.meta == Meta::PLAIN {
            let (low, high) = within((i64::MIN.into(), i64::MAX.into()), sh, class.is_signed());
            self.need(from, demand);
            self.need(from, Demand::Number(low as i64, high as i64));
        } else {
            self.need_same(from);
        }
    }

    pub(super) fn pointer_bits(&self) -> u32 {
        self.memory.target().pointer_size() as u32 * 8
    }

    fn undo_result(&mut self, site: &CallSite, event: &Event) {
        if let Some((d, _)) = site.result {
            let at = event.base as usize + usize::from(d);
            self.state.regs[at] = event.old;
            self.state.tainted[at] = event.old_taint;
        }
    }

    /// A call of a function that gives what is chosen.
    fn back_choosing(&mut self, code: &Code, site: &CallSite, native: &Native, event: &Event) -> Option<()> {
        let base = event.base as usize;
        let at = base + usize::from(site.result?.0);
        let (demand, after) = (self.label.take(at), self.state.regs[at]);
        self.undo_result(site, event);
        let (least, count) = match native.effects.draws {
            Some((first, last)) => (first, u32::try_from(last - first + 1).ok()?),
            None => {
                let count = self.operand(code, base, site.args.first()?.r);
                self.need_same(count);
                (0, count.reg.bits as u32)
            }
        };
        let What::Chooses(choice) = event.what else {
            // With one alternative there is nothing to choose.
            return (count == 1 && after == Reg::number(0)).then_some(());
        };
        self.state.regs.clone_from(&self.record.taken[choice as usize].1);
        let taken = self.record.taken[choice as usize].0;
        if after != Reg::number((least + i64::from(taken)) as u64) || taken >= count {
            return None;
        }
        let (first, last) = match demand {
            Demand::Number(low, high) => {
                let place = |it: i64| it.saturating_sub(least).clamp(0, i64::from(count) - 1) as u32;
                (place(low), place(high))
            }
            _ => (0, count - 1),
        };
        self.back_choice(choice, count, (first, last), event);
        Some(())
    }

    /// A choice has to be within some of its alternatives. Where the others are known to be safe as well, it may be
    /// any.
    fn back_choice(&mut self, choice: u32, count: u32, (first, last): (u32, u32), event: &Event) {
        self.choices = choice as usize;
        if first == 0 && last == count - 1 {
            return;
        }
        let at = (event.code, event.pc);
        if self.reason.is_empty() && !self.record.is_opaque && !self.record.is_clobbered && count <= 256 {
            let mut done: Vec<bool> = (0..count).map(|it| (first..=last).contains(&it)).collect();
            let mut label = self.label.clone();
            for part in self.kept.parts(&self.state, at, self.memory) {
                let mine = &mut done[part.first as usize..=(part.last as usize).min(count as usize - 1)];
                if mine.contains(&false) {
                    mine.fill(true);
                    label.add(&part.label);
                }
            }
            let own = std::mem::replace(&mut self.label, label);
            if !done.contains(&false) {
                return;
            }
            self.label = own;
            let part = Part { first, last, label: self.label.clone() };
            self.kept.keep_part(&self.state.frames, at, part);
        }
        self.reason.push(ChoiceRange { choice: choice as usize, first, last });
    }

    fn back_return(&mut self, code: &Code, event: &Event, next: u32) -> Option<()> {
        let What::Ends(at) = event.what else { return None };
        let ended = &mut self.ended[at as usize];
        let frame = ended.frame?;
        let (regs, tainted) = (std::mem::take(&mut ended.regs), std::mem::take(&mut ended.tainted));
        let demand = match self.state.frames.last_mut() {
            None => {
                // The status of the program.
                code.signature.result.map(|(r, _)| (r, Demand::kind(regs[usize::from(r)])))
            }
            Some(caller) => {
                let calling = &self.compiled.codes[caller.code];
                caller.then = next;
                let Op::Call { call } = calling.ops[next.checked_sub(1)? as usize] else { return None };
                handed(&calling.tables.calls[call as usize], code)?;
                let base = caller.base;
                frame.result.map(|(from, to)| (from, self.label.take(base + usize::from(to))))
            }
        };
        debug_assert_eq!(self.state.regs.len(), frame.base);
        self.state.regs.extend(regs);
        self.state.tainted.extend(tainted);
        self.state.frames.push(frame);
        self.restore_objects(event, true);
        if let Some((from, demand)) = demand {
            let from = self.operand(code, frame.base, from);
            self.need(from, demand);
        }
        Some(())
    }

    /// A branch: the side that was not taken is safe as well, or the condition must stay as it is.
    fn back_branch(&mut self, code: &Code, op: &Op, event: &Event, next: u32, nested: u32) -> Option<()> {
        let base = event.base as usize;
        self.heal(op, event);
        let (_, [a, b]) = op.written_and_read();
        let a = self.operand(code, base, a?);
        let b = b.map(|it| self.operand(code, base, it));
        let mut copy = *op;
        let mut targets = Vec::new();
        copy.each_target(|it| targets.push(*it));
        let [yes, no] = targets[..] else { return None };
        if yes == no {
            self.need(a, Demand::kind(a.reg));
            b.into_iter().for_each(|it| self.need(it, Demand::kind(it.reg)));
            return Some(());
        }
        let is_tainted = a.is_tainted || b.is_some_and(|it| it.is_tainted);
        let is_plain = a.reg.meta == Meta::PLAIN && b.is_none_or(|it| it.reg.meta == Meta::PLAIN);
        if is_tainted && is_plain {
            let other = if next == yes { no } else { yes };
            if self.cover(event, other, nested) {
                self.need(a, Demand::PLAIN);
                b.into_iter().for_each(|it| self.need(it, Demand::PLAIN));
                return Some(());
            }
        }
        match b {
            Some(b) => self.keep_comparison(op, (a, b), next == yes),
            None => self.keep_truth(a),
        }
        Some(())
    }
}
