//! Splits of nondeterministic values: one part of what a value can be is chosen, and holds everywhere from then on.

use super::{FEW, Form, IntervalSet, NondetValues, Split, Term, Value, float, numbers, scramble};
use crate::diagnose;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::native::{Call, Flow};
use crate::reg::Reg;
use crate::thread::Then;
use gmc_mem::{ObjId, Watch};

/// A split of one value: the parts that the program tells apart.
#[derive(Debug)]
pub struct ValueSplit {
    pub(super) name: u32,
    pub(super) parts: Vec<IntervalSet>,
    /// The last part has too many numbers to try each of them.
    pub(super) too_many: bool,
}

impl ValueSplit {
    /// Parts that cover everything.
    pub(super) fn new(name: u32, parts: Vec<IntervalSet>) -> ValueSplit {
        ValueSplit { name, parts, too_many: false }
    }

    /// How many parts there are.
    pub fn alternatives(&self) -> u32 {
        self.parts.len() as u32
    }
}

impl NondetValues {
    /// What is left of a part by now.
    fn left(&self, split: &ValueSplit, part: u32) -> Option<IntervalSet> {
        let part = split.parts.get(part as usize)?;
        Some(self.get(split.name)?.set.and(part)).filter(|set| !set.is_empty())
    }
}

impl Machine {
    /// A new nondeterministic value of the call's type.
    pub fn new_nondet(&mut self, call: &Call, among: Option<&IntervalSet>) -> InterpResult<Flow> {
        let Some(class) = call.result else { return Ok(Flow::Void) };
        self.nondet_value(call, class, among).map(Flow::Value)
    }

    /// A new nondeterministic value of some type, which a call gives.
    pub fn nondet_value(
        &mut self,
        call: &Call,
        class: Class,
        among: Option<&IntervalSet>,
    ) -> InterpResult<Reg> {
        let pointer_size = self.memory.target().pointer_size();
        let Some(all) = numbers(class, pointer_size) else {
            return Err(InterpError::unsupported(format!("`{}` with a type that is no number", call.name)));
        };
        // The program's own declaration says what the type is.
        let set = among.map(|some| some.and(&all)).filter(|set| !set.is_empty()).unwrap_or(all);
        if let Some(only) = set.single() {
            return Ok(Reg::number(only));
        }
        if self.process.nondet.wants_sweep() {
            self.forget_unused(true);
            let left = self.process.nondet.values.len();
            let most = if left < FEW { 0 } else { 2 * left };
            if self.process.nondet.most != most {
                self.process.nondet.most = most;
            }
        }
        let frame = self.threads[self.current].frames.last().expect("a call has a caller");
        let float = match class {
            Class::Single => Some(float::Width::Single),
            Class::Double => Some(float::Width::Double),
            _ => None,
        };
        let value = Value { set, function: call.name, call: (frame.code, frame.pc), float };
        let size = class.size(pointer_size as u32).unwrap_or(8) as usize;
        match self.process.nondet.add(value) {
            Some(name) => {
                let term = Term { name, form: Form::of(class, size), negated: false, by: 0 };
                Ok(term.reg())
            }
            None => Err(InterpError::unsupported("so many values that are not decided yet")),
        }
    }

    /// The current thread's value is in this part. A part of which nothing is left cannot be chosen.
    pub(super) fn decide_value(&mut self, split: &ValueSplit, part: u32) -> InterpResult<()> {
        let Some(set) = self.process.nondet.left(split, part) else {
            return Err(Box::new(InterpError::Assumption));
        };
        if split.too_many && part + 1 == split.alternatives() {
            // The operation is what the message is about.
            self.threads[self.current].frames.last_mut().expect("a frame at work").pc += 1;
            return Err(self.too_many_numbers(split.name));
        }
        let single = set.single();
        if let Some(value) = &mut self.process.nondet.values[split.name as usize] {
            value.set = set;
        }
        if let Some(number) = single {
            self.settle_nondet(split.name, number);
        }
        self.forget_unused(false);
        Ok(())
    }

    /// The number of the value that a choice is about, and a number that is left of it then.
    pub fn decided(&self, decision: &Split, part: u32) -> Option<(u32, u64)> {
        let Split::Value(split) = decision else { return None };
        Some((split.name, self.process.nondet.left(split, part)?.example()?))
    }

    /// The number of a value that is not decided, and a number that it can be.
    pub fn nondet_of(&self, reg: Reg) -> Option<(u32, u64)> {
        let name = Term::of(reg)?.name;
        Some((name, self.process.nondet.get(name)?.set.example()?))
    }

    /// A value is a number from now on: in memory, and in the current thread's registers. Those of others are in
    /// memory.
    fn settle_nondet(&mut self, name: u32, number: u64) {
        self.process.nondet.remove(name);
        let watch = self.memory.watch(Watch::Off);
        // What stands there of the current thread's own registers is written anew when it stops.
        let own = self.threads[self.current].record.prov;
        self.memory.replace_opaques(|object, opaque| {
            let term = Term::of_opaque(opaque).filter(|it| it.name == name && object != own)?;
            Some(term.number(number))
        });
        self.memory.watch(watch);
        let thread = &mut self.threads[self.current];
        for reg in thread.regs.iter_mut() {
            if let Some(term) = Term::of(*reg).filter(|it| it.name == name) {
                *reg = Reg::number(term.number(number));
            }
        }
        thread.lowest = 0;
    }

    /// Forgets values that are nowhere any more, so that their numbers can be used again. `calling`: the current thread
    /// is in the middle of a call, whose result is not there yet.
    fn forget_unused(&mut self, calling: bool) {
        if self.process.nondet.is_empty() {
            return;
        }
        let mut used = vec![false; self.process.nondet.values.len()];
        let mut note = |term: Option<Term>| {
            if let Some(used) = term.and_then(|it| used.get_mut(it.name as usize)) {
                *used = true;
            }
        };
        // The current thread's registers are not in memory yet.
        let thread = &self.threads[self.current];
        self.memory.each_opaque(|object: ObjId, opaque| {
            if object != thread.record.prov {
                note(Term::of_opaque(opaque));
            }
        });
        for (at, frame) in thread.frames.iter().enumerate() {
            let code = &self.compiled.codes[frame.code];
            let calling = thread.frames.get(at + 1).map_or(calling, |above| above.then == Then::Caller);
            for &r in code.kept(frame.pc, calling) {
                note(Term::of(thread.regs[frame.base + usize::from(r)]));
            }
        }
        if self.process.nondet.values.iter().zip(&used).any(|(value, used)| value.is_some() && !used) {
            self.process.nondet.retain(|name| used[name as usize]);
        }
    }

    /// Gives values their numbers anew, in the order in which they stand in memory, and forgets those that stand
    /// nowhere. Only for a state that is looked at and taken back: where a value stood there is a number that tells
    /// what stood there. Between steps, all of them stand in memory: words with a value in them do (`memo`).
    pub fn rename_nondet(&mut self) {
        let watch = self.memory.watch(Watch::Off);
        let mut order: Vec<u32> = Vec::new();
        self.memory.each_opaque(|_, opaque| {
            if let Some(term) = Term::of_opaque(opaque).filter(|it| !order.contains(&it.name)) {
                order.push(term.name);
            }
        });
        self.memory.replace_opaques(|_, opaque| {
            let term = Term::of_opaque(opaque)?;
            let name = order.iter().position(|&it| it == term.name)? as u32;
            Some(term.by ^ scramble(Term { name, ..term }.id()))
        });
        self.memory.watch(watch);
        let old = &self.process.nondet;
        let values: Vec<Option<Value>> = order.iter().map(|&name| old.get(name).cloned()).collect();
        self.process.nondet = NondetValues { free: values.len(), values, most: 0 };
    }

    /// What a choice says, for those who read the run.
    pub(super) fn describe_value(&self, split: &ValueSplit, part: u32) -> String {
        let Some(value) = self.process.nondet.get(split.name) else { return "decides".to_owned() };
        let set = self.process.nondet.left(split, part).unwrap_or_default();
        format!("`{}()`{} is {}", value.function, self.line_of(value), value.tell(&set))
    }

    /// Why a value that is not decided cannot be.
    pub(super) fn too_many_numbers(&self, name: u32) -> Box<InterpError> {
        let Some(value) = self.process.nondet.get(name) else {
            return InterpError::unsupported("a value that is not decided yet");
        };
        InterpError::unsupported(format!(
            "`{}`{} has too many values to try each of them, {} here: bound it with an assumption or a condition, \
             use a narrower type, or raise --choices, which is {}",
            value.function,
            self.line_of(value),
            value.set.count(),
            self.rules.most_choices.unwrap_or(0)
        ))
    }

    fn line_of(&self, value: &Value) -> String {
        let (code, pc) = value.call;
        let line = diagnose::line(&self.compiled, code, pc);
        if line == 0 { String::new() } else { format!(" of line {line}") }
    }
}

impl Value {
    /// What it can be, in few words.
    fn tell(&self, set: &IntervalSet) -> String {
        let number = |bits: u64| match self.float {
            Some(width) => width.tell(bits),
            None if bits >> 63 != 0 => (bits as i64).to_string(),
            None => bits.to_string(),
        };
        if let Some(only) = set.single() {
            return number(only);
        }
        let mut intervals = set.intervals().to_vec();
        // Negative numbers come first.
        intervals.sort_by_key(|&(low, _)| low as i64);
        let joined = intervals.iter().fold(Vec::<(u64, u64)>::new(), |mut sum, &(low, high)| {
            match sum.last_mut() {
                Some(last) if self.float.is_none() && last.1.wrapping_add(1) == low => last.1 = high,
                _ => sum.push((low, high)),
            }
            sum
        });
        let range = |&(low, high): &(u64, u64)| {
            if low == high { number(low) } else { format!("{}…{}", number(low), number(high)) }
        };
        let shown: Vec<String> = joined.iter().take(4).map(range).collect();
        let more = if joined.len() > 4 { ", …" } else { "" };
        format!("one of {}{more}", shown.join(", "))
    }
}
