//! The side of a branch that a run did not take: it is executed from the state at the branch, to a place to which the
//! run came later. If it meets the label there, it is safe, too; going back over it gives what that depends on.
//!
//! Speculation does little: arithmetic, loads and stores, simple calls. Where it meets anything else, the side counts
//! as not covered.

use super::evaluate::{evaluate, is_taken};
use super::hand::{Handed, handed, result};
use super::label::{Demand, Label, Word};
use super::pass::Pass;
use super::record::{Ended, Event, What, native};
use super::state::{Frame, access, word};
use gmc_vm::CodeId;
use gmc_vm::code::{CalleeRef, Code, Op, R};
use gmc_vm::effects::Traits;
use gmc_vm::frame::fit;
use gmc_vm::reg::{Meta, Reg};

/// Operations of one speculation.
const MOST_OPERATIONS: usize = 200;

/// Speculations within speculations.
const MOST_NESTED: u32 = 4;

/// Operations of all speculations of a run, at most, for each operation of the run.
const MOST_SPENT: usize = 32;

/// Where speculation is.
#[derive(Clone, Copy)]
struct Place {
    code: CodeId,
    base: usize,
    pc: u32,
}

/// How speculation goes on.
enum Way {
    On(Place),
    /// The run ends here in every state that meets the label, and nothing is wrong.
    End(Label),
}

impl Pass<'_> {
    /// Whether the side of a branch at `other` is safe in every state that meets the label: then it has been made to
    /// demand what that takes.
    pub(super) fn cover(&mut self, branch: &Event, other: u32, nested: u32) -> bool {
        let most =
            MOST_SPENT * self.record.taken.len().max(1000) + MOST_SPENT * self.record.events.capacity();
        if nested >= MOST_NESTED || self.spent > most {
            return false;
        }
        let from = Place { code: branch.code, base: branch.base as usize, pc: other };
        let (ended, stores) = (self.ended.len(), self.stores.len());
        let (regs, tainted) = (self.state.regs.clone(), self.state.tainted.clone());
        let frames = self.state.frames.clone();
        let mut events = Vec::new();
        let reached = self.speculate(from, &mut events);
        let own = std::mem::take(&mut self.label);
        let is_covered = reached.is_some_and(|(label, mut next)| {
            self.label = label;
            events.iter().rev().all(|event| {
                let done = self.back(event, next, nested + 1);
                next = event.pc;
                done.is_some()
            })
        });
        let is_covered = is_covered && !std::mem::take(&mut self.is_wrong);
        let side = std::mem::replace(&mut self.label, own);
        if is_covered {
            self.label.add(&side);
        }
        (self.state.regs, self.state.tainted, self.state.frames) = (regs, tainted, frames);
        for (word, old) in self.stores.drain(stores..).rev() {
            self.state.store(word.address, word.size, Some(old));
        }
        self.ended.truncate(ended);
        is_covered
    }

    /// Executes to a place with a label that is met: that label, and the place.
    fn speculate(&mut self, from: Place, events: &mut Vec<Event>) -> Option<(Label, u32)> {
        let mut place = from;
        for _ in 0..MOST_OPERATIONS {
            self.spent += 1;
            if let Some(join) = self.joins.get(&(place.base, place.code, place.pc))
                && (join.is_closed || join.choices == self.choices)
                && self.state.meets(self.memory, &join.label)
            {
                return Some((join.label.clone(), place.pc));
            }
            place = match self.step(place, events)? {
                Way::On(place) => place,
                Way::End(label) => return Some((label, place.pc)),
            };
        }
        None
    }

    /// Executes an operation. None where that is not done speculatively.
    fn step(&mut self, place: Place, events: &mut Vec<Event>) -> Option<Way> {
        let Place { code, base, pc } = place;
        let compiled = self.compiled;
        let code = &compiled.codes[code];
        let mut event = Event {
            code: code.id,
            pc,
            base: base as u32,
            what: What::Plain,
            old: Reg::UNDEF,
            operands: [Reg::ZERO; 2],
            old_taint: false,
            is_first: false,
        };
        let reg = |r: R| self.state.regs[base + usize::from(r)];
        let mut to = pc + 1;
        let op = &code.ops[pc as usize];
        event.operands = op.written_and_read().1.map(|it| it.map_or(Reg::ZERO, reg));
        match op {
            Op::Jump { to: target } => to = *target,
            Op::Born { a } => {
                event.old = reg(*a);
                (event.old.meta != Meta::UNBORN).then_some(())?;
            }
            Op::Switch { a, table } => {
                let table = &code.tables.switches[*table as usize];
                let value = plain(reg(*a)).filter(|_| table.class.words() == 1)?;
                let value = if table.unsigned { i128::from(value) } else { i128::from(value as i64) };
                let case = table.cases.iter().find(|it| (it.0..=it.1).contains(&value));
                to = case.map_or(table.default, |it| it.2);
            }
            Op::Call { call } => return self.step_call(code, *call, place, event, events),
            Op::Return => return self.step_return(code, place, event, events),
            op if op.is_branch() => {
                let (_, [a, b]) = op.written_and_read();
                let (x, y) = (plain(reg(a?))?, b.map_or(Some(0), |it| plain(reg(it)))?);
                let mut targets = Vec::with_capacity(2);
                let mut copy = *op;
                copy.each_target(|it| targets.push(*it));
                to = targets[usize::from(!is_taken(op, x, y)?)];
            }
            op => self.step_simple(code, op, base, &mut event)?,
        }
        events.push(event);
        Some(Way::On(Place { pc: to, ..place }))
    }

    /// Executes an operation that computes, loads or stores.
    fn step_simple(&mut self, code: &Code, op: &Op, base: usize, event: &mut Event) -> Option<()> {
        let (d, operands) = op.written_and_read();
        let reg = |r: R| self.state.regs[base + usize::from(r)];
        let mut tainted = operands.into_iter().flatten().any(|r| self.state.tainted[base + usize::from(r)]);
        let value = if let Some(access) = access(op) {
            let word = word(reg(access.a), &access)?;
            if !self.state.is_within(self.memory, &word, access.stores.is_some()) {
                return None;
            }
            if let Some(b) = access.stores {
                let (value, is_tainted) = (plain(reg(b))?, self.state.tainted[base + usize::from(b)]);
                return self.step_store(&word, value, is_tainted, event);
            }
            tainted |= self.record.tainted_bytes.contains(&word.address);
            let value = self.state.load(self.memory, &word)?;
            if matches!(op, Op::LoadBool { .. }) && plain(value)? > 1 {
                return None;
            }
            value
        } else {
            match (op, operands) {
                (Op::Forget { .. }, _) => Reg::UNDEF,
                (Op::Move { a, .. }, _) => reg(*a),
                (Op::Index { a, b, stride, bound, .. }, _) => {
                    let (pointer, index) = (reg(*a), plain(reg(*b))?);
                    let is_right = *bound == 0 || index < u64::from(*bound);
                    (is_right && pointer.meta.is_whole()).then_some(())?;
                    let by = index.wrapping_mul(u64::from(*stride));
                    Reg { bits: pointer.bits.wrapping_add(by), meta: pointer.meta }
                }
                (_, [Some(a), b]) => {
                    let y = b.map_or(Some(0), |it| plain(reg(it)))?;
                    Reg::number(evaluate(op, plain(reg(a))?, y)?)
                }
                _ => return None,
            }
        };
        let d = d?;
        (usize::from(d) < code.registers).then_some(())?;
        let at = base + usize::from(d);
        event.old = std::mem::replace(&mut self.state.regs[at], value);
        event.old_taint = std::mem::replace(&mut self.state.tainted[at], tainted);
        Some(())
    }

    fn step_store(&mut self, word: &Word, value: u64, is_tainted: bool, event: &mut Event) -> Option<()> {
        let bytes = word.address..word.address + u64::from(word.size);
        if bytes.clone().any(|it| self.kept.assumes(it)) {
            return None;
        }
        self.record.written.extend(bytes);
        event.old = self.state.load(self.memory, word).filter(|it| it.meta == Meta::PLAIN)?;
        if is_tainted {
            self.record.tainted_bytes.insert(word.address);
        }
        self.stores.push((*word, event.old.bits));
        self.state.store(word.address, word.size, Some(value));
        Some(())
    }

    fn step_call(
        &mut self,
        code: &Code,
        call: u32,
        place: Place,
        mut event: Event,
        events: &mut Vec<Event>,
    ) -> Option<Way> {
        let site = &code.tables.calls[call as usize];
        let base = place.base;
        if let CalleeRef::Code(callee) = site.callee {
            let callee = &self.compiled.codes[callee];
            let passed = handed(site, callee)?;
            if let Some((d, _)) = site.result {
                let at = base + usize::from(d);
                (event.old, event.old_taint) = (self.state.regs[at], self.state.tainted[at]);
            }
            let new = self.state.regs.len();
            self.state.regs.extend_from_slice(&callee.frame);
            self.state.tainted.resize(new + callee.frame.len(), false);
            let mut regs = Vec::new();
            for Handed { from, to, class } in passed {
                let (from, to) = (base + usize::from(from), new + usize::from(to));
                let reg = self.state.regs[from];
                self.state.regs[to] = class.map_or(reg, |it| fit(reg, it, self.pointer_bits()));
                regs.push(reg);
                self.state.tainted[to] = self.state.tainted[from];
            }
            self.state.frames.last_mut()?.then = place.pc + 1;
            self.state.frames.push(Frame {
                code: callee.id,
                base: new,
                then: 0,
                result: result(site, callee),
            });
            event.what = What::Enters(self.ended.len() as u32);
            self.ended.push(Ended { regs, ..Ended::default() });
            events.push(event);
            return Some(Way::On(Place { code: callee.id, base: new, pc: 0 }));
        }
        let native = native(site, self.compiled).filter(|_| site.result.is_none())?;
        let first = base + usize::from(site.args.first()?.r);
        let holds = plain(self.state.regs[first])? as u32 != 0;
        if native.has(Traits::ASSUMES) && !holds {
            let mut label = Label::default();
            label.need(first, Demand::same(self.state.regs[first]));
            return Some(Way::End(label));
        }
        let goes_on = native.has(Traits::ASSUMES) || native.has(Traits::ASSERTS);
        (goes_on && holds).then_some(())?;
        events.push(event);
        Some(Way::On(Place { pc: place.pc + 1, ..place }))
    }

    fn step_return(
        &mut self,
        code: &Code,
        place: Place,
        mut event: Event,
        events: &mut Vec<Event>,
    ) -> Option<Way> {
        let frame = *self.state.frames.last()?;
        if self.state.frames.len() == 1 {
            return self.end_of_main(code, frame);
        }
        let locals = &self.state.regs[frame.base..][..code.objects.len()];
        let is_bare = locals.iter().all(|it| it.meta == Meta::UNBORN);
        let caller = self.state.frames.iter().rev().nth(1).copied();
        let caller = caller.filter(|_| is_bare && frame.base == place.base)?;
        let ended = Ended {
            frame: Some(frame),
            regs: self.state.regs.split_off(frame.base),
            tainted: self.state.tainted.split_off(frame.base),
            objects: Vec::new(),
        };
        self.state.frames.pop();
        if let Some((from, to)) = frame.result {
            let to = caller.base + usize::from(to);
            self.state.regs[to] = ended.regs[usize::from(from)];
            self.state.tainted[to] = ended.tainted[usize::from(from)];
        }
        event.what = What::Ends(self.ended.len() as u32);
        self.ended.push(ended);
        events.push(event);
        Some(Way::On(Place { code: caller.code, base: caller.base, pc: caller.then }))
    }
}

impl Pass<'_> {
    /// The program ends with `main`, if nothing runs after it.
    fn end_of_main(&self, code: &Code, frame: Frame) -> Option<Way> {
        let entry = &self.compiled.entry;
        let is_last = frame.code == entry.main && entry.destructors.is_empty() && !self.record.is_opaque;
        let mut label = Label::default();
        if let Some((status, _)) = code.signature.result {
            let at = frame.base + usize::from(status);
            label.need(at, Demand::PLAIN);
            plain(self.state.regs[at])?;
        }
        is_last.then_some(Way::End(label))
    }
}

fn plain(reg: Reg) -> Option<u64> {
    (reg.meta == Meta::PLAIN).then_some(reg.bits)
}
