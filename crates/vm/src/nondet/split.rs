//! Splits of nondeterministic values: one part of what a value can be is chosen, and holds everywhere from then on.

use super::table::Table;
use super::{
    ARENA, FEW, Form, IntervalSet, NondetValues, Origin, Source, Split, Term, Value, float, numbers, scramble,
};
use crate::diagnose;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::native::{Call, Flow};
use crate::reg::Reg;
use crate::symbolic::{self, Can};
use crate::thread::Then;
use gmc_mem::{AccessError, AccessFault, Extent, ObjId, Opaque, Pointer, Scalar, Watch};
use gmc_model::{Input, InputType};
use gmc_world::state::NotState;
use gmc_world::{Byte, TermByte};
use std::collections::{HashMap, HashSet};

/// A split of one value: the parts that the program tells apart.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueSplit {
    pub(super) name: u32,
    /// Tells the value from others with this name.
    pub(super) generation: u32,
    pub(super) parts: Vec<IntervalSet>,
    /// The last part has too many numbers to try each of them.
    pub(super) too_many: bool,
}

impl ValueSplit {
    /// Parts that cover everything.
    pub(crate) fn new(name: u32, parts: Vec<IntervalSet>) -> ValueSplit {
        ValueSplit { name, generation: 0, parts, too_many: false }
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
        self.new_value(self.called(call.name), class, among)
    }

    /// Whether an access failed for bytes that were never set, and these are nondeterministic values.
    pub fn decides_unset(&self, error: &AccessError) -> bool {
        self.compiled.allow.undecided && matches!(error.fault, AccessFault::Uninitialised { .. })
    }

    /// Likewise, where the access is one of an operation that failed.
    pub fn is_unset(&self, fault: &InterpError) -> bool {
        matches!(fault, InterpError::Access(error) if self.decides_unset(error))
    }

    /// Bytes that were never set become nondeterministic values: one value, if none of them was.
    pub fn set_unset(&mut self, error: &AccessError) -> InterpResult<()> {
        let Some(object) = &error.object else { return Err(Box::new(InterpError::Undefined)) };
        let from = Pointer { addr: object.base, prov: object.id }.wrapping_offset(error.offset);
        let watch = self.memory.watch(Watch::Off);
        let mut done = 0;
        while done < error.size {
            let at = from.wrapping_offset(done as i64);
            let size = (error.size - done).min(8);
            let (_, missing) = match self.memory.load_lenient(at, size as usize) {
                // Several values that are not decided.
                Err(error) if error.fault == AccessFault::Mixed => (Scalar::Bits(0), 1),
                other => other?,
            };
            if u64::from(missing.count_ones()) == size && matches!(size, 2 | 4 | 8) {
                self.set_any(at, size as u8)?;
            } else if missing != 0 {
                for byte in 0..size as i64 {
                    let at = at.wrapping_offset(byte);
                    if self.memory.load_lenient(at, 1)?.1 != 0 {
                        self.set_any(at, 1)?;
                    }
                }
            }
            done += size;
        }
        self.memory.watch(watch);
        Ok(())
    }

    fn set_any(&mut self, at: Pointer, size: u8) -> InterpResult<()> {
        let class = Class::Int { bits: size * 8, signed: false, size };
        let value = self.new_value(self.called(Input::UNSET), class, None)?;
        Ok(self.memory.store_sized(at, value.to_scalar(), size.into())?)
    }

    /// A new nondeterministic value of some type, and who gives it.
    pub(crate) fn new_value(
        &mut self,
        origin: Origin,
        class: Class,
        among: Option<&IntervalSet>,
    ) -> InterpResult<Reg> {
        let pointer_size = self.memory.target().pointer_size();
        let Some(all) = numbers(class, pointer_size) else {
            let name = self.tell_origin(origin);
            return Err(InterpError::unsupported(format!("{name} with a type that is no number")));
        };
        // The program's own declaration says what the type is.
        let set = among.map(|some| some.and(&all)).filter(|set| !set.is_empty()).unwrap_or(all);
        let width = match class {
            Class::Int { bits, .. } => bits,
            Class::Pointer => pointer_size as u8 * 8,
            Class::Single => 32,
            _ => 64,
        };
        let signed = class.is_signed();
        let ty = match class {
            Class::Single => InputType::Single,
            Class::Double => InputType::Double,
            _ if signed => InputType::Signed(width),
            _ => InputType::Unsigned(width),
        };
        if let Some(numbers) = self.rules.numbers.clone() {
            let at = self.process.given;
            self.process.given += 1;
            if let Some(&number) = numbers.get(at) {
                self.log_chosen(origin.giver(), ty, number);
                return Ok(Reg::number(number));
            }
        }
        if let Some(only) = set.single() {
            self.log_value(None, origin.giver(), ty, &set);
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
        let float = match class {
            Class::Single => Some(float::Width::Single),
            Class::Double => Some(float::Width::Double),
            _ => None,
        };
        let logged = self.observed.inputs.is_some().then(|| set.clone());
        let value =
            Value { set, origin, float, width, signed, has_condition: false, generation: NotState(0) };
        let size = class.size(pointer_size as u32).unwrap_or(8) as usize;
        match self.process.nondet.add(value) {
            Some(name) => {
                if let Some(set) = logged {
                    self.log_value(Some(name), origin.giver(), ty, &set);
                }
                let term = Term { name, form: Form::of(class, size), negated: false, by: 0 };
                Ok(term.reg())
            }
            None => Err(InterpError::unsupported("so many values that are not decided yet")),
        }
    }

    /// The current thread's value is in this part. A part of which nothing is left cannot be chosen.
    pub(super) fn decide_value(&mut self, split: &ValueSplit, part: u32) -> InterpResult<()> {
        if self.process.nondet.get(split.name).is_none_or(|it| it.generation.0 != split.generation) {
            // Another thread has made a number of it.
            return symbolic::retry(part);
        }
        let Some(set) = self.process.nondet.left(split, part) else {
            return Err(Box::new(InterpError::Assumption));
        };
        // Another thread may have had conditions decided meanwhile.
        if self.has_condition(split.name) {
            match self.can(self.is_in(split.name, &set)) {
                Can::Yes => {}
                Can::No => return Err(Box::new(InterpError::Assumption)),
                Can::Unknown(why) => return Err(self.gave_up(why)),
            }
        }
        if split.too_many && part + 1 == split.alternatives() {
            // The operation is what the message is about.
            self.threads[self.current].frames.last_mut().expect("a frame at work").pc += 1;
            return Err(self.too_many_numbers(split.name));
        }
        let single = set.single();
        self.log_set(split.name, &set);
        self.process.nondet.narrow(split.name, set);
        if let Some(number) = single {
            for condition in self.settle_nondet(split.name, number) {
                self.assume(condition);
            }
        }
        if self.process.nondet.wants_cleaning() {
            self.forget_unused(false);
        }
        Ok(())
    }

    /// That a value is in a set.
    pub(crate) fn is_in(&self, name: u32, set: &IntervalSet) -> gmc_term::TermId {
        let signed = self.process.nondet.get(name).is_some_and(|it| it.signed);
        let symbol = self.symbol_of(name);
        self.build(|arena| {
            let Some(symbol) = symbol else { return arena.falsity() };
            let whole = if signed { arena.sext(symbol, 64) } else { arena.zext(symbol, 64) };
            symbolic::member(arena, whole, set)
        })
    }

    /// The term of a value by itself.
    pub(crate) fn symbol_of(&self, name: u32) -> Option<gmc_term::TermId> {
        let width = self.process.nondet.get(name)?.width;
        Some(self.build(|arena| arena.symbol(gmc_term::Symbol { name, width })))
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

    /// Forgets values that are nowhere any more, so that their numbers can be used again, and conditions that are about
    /// such values only. `calling`: the current thread is in the middle of a call, whose result is not there yet.
    pub(crate) fn forget_unused(&mut self, calling: bool) {
        if self.process.nondet.is_empty() {
            return;
        }
        let arena = &mut *self.compiled.terms.lock();
        let mut used = vec![false; self.process.nondet.values.len()];
        used[..self.process.nondet.pinned].fill(true);
        let mut seen = HashSet::new();
        let mut note = |opaque: Opaque| {
            let mut name = |name: u32| used.get_mut(name as usize).map(|it| *it = true);
            match symbolic::arena_term(opaque) {
                Some(term) if seen.insert(arena.support(term)) => {
                    arena.names(arena.support(term)).iter().for_each(|&it| _ = name(it));
                }
                Some(_) => {}
                None => _ = Term::of_opaque(opaque).and_then(|it| name(it.name)),
            }
        };
        self.world.each_term(|byte| note(symbolic::opaque_byte(byte)));
        // The current thread's registers are not in memory yet.
        let thread = &self.threads[self.current];
        self.memory.each_opaque(|object: ObjId, opaque| {
            if object != thread.record.prov {
                note(opaque);
            }
        });
        self.memory.extents().for_each(|it| note(it.1.size));
        for (at, frame) in thread.frames.iter().enumerate() {
            let code = &self.compiled.codes[frame.code];
            let calling = thread.frames.get(at + 1).map_or(calling, |above| above.then == Then::Caller);
            for &r in code.kept(frame.pc, calling) {
                let reg = thread.regs[frame.base + usize::from(r)];
                if let Some((_, offset)) = reg.as_open_pointer() {
                    note(Opaque { id: ARENA | offset, hash: 0 });
                }
                reg.opaque().into_iter().for_each(&mut note);
            }
        }
        // Neither are those of threads that the step has created: all that they hold are arguments.
        for &new in self.step.created.iter().filter(|&&it| it != self.current) {
            self.threads[new].regs.iter().filter_map(|reg| reg.opaque()).for_each(&mut note);
        }
        let conditions = &self.process.nondet.conditions;
        if !conditions.is_empty() {
            let kept = symbolic::connected(arena, conditions, &mut used);
            if kept.len() < conditions.len() {
                self.process.nondet.conditions = kept;
                self.process.nondet.mark_conditions(arena);
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
        let compiled = self.compiled.clone();
        let arena = &mut *compiled.terms.lock();
        let mut order: Vec<u32> = Vec::new();
        let mut note = |name: u32| {
            if !order.contains(&name) {
                order.push(name);
            }
        };
        self.memory.each_opaque(|_, opaque| match symbolic::arena_term(opaque) {
            Some(term) => symbolic::in_order(arena, term).into_iter().for_each(&mut note),
            None => Term::of_opaque(opaque).into_iter().for_each(|it| note(it.name)),
        });
        self.world.each_term(|byte| match symbolic::arena_term(symbolic::opaque_byte(byte)) {
            Some(term) => symbolic::in_order(arena, term).into_iter().for_each(&mut note),
            None => {
                Term::of_opaque(symbolic::opaque_byte(byte)).into_iter().for_each(|it| note(it.name));
            }
        });
        let sizes: Vec<_> = self.memory.extents().collect();
        let terms = sizes.iter().filter_map(|it| symbolic::arena_term(it.1.size));
        for term in terms.chain(self.process.nondet.conditions.iter().map(|it| it.term)) {
            symbolic::in_order(arena, term).into_iter().for_each(&mut note);
        }
        let new_name = |name: u32| order.iter().position(|&it| it == name).unwrap_or(0) as u32;
        let mut known = HashMap::new();
        let mut renamed = |arena: &mut gmc_term::Arena, term| {
            arena.substitute(term, &mut known, |arena, symbol| {
                arena.symbol(gmc_term::Symbol { name: new_name(symbol.name), ..symbol })
            })
        };
        self.memory.replace_opaques(|_, opaque| match symbolic::arena_term(opaque) {
            Some(term) => {
                let term = renamed(arena, term);
                Some(Scalar::Bits(arena.hash(term)))
            }
            None => {
                let term = Term::of_opaque(opaque)?;
                let name = new_name(term.name);
                Some(Scalar::Bits(term.by ^ scramble(Term { name, ..term }.id())))
            }
        });
        for (object, extent) in sizes {
            let Some(term) = symbolic::arena_term(extent.size) else { continue };
            let term = renamed(arena, term);
            self.memory.set_extent(object, Some(Extent { size: symbolic::opaque_of(arena, term), ..extent }));
        }
        self.memory.watch(watch);
        if self.world_has_terms() {
            self.world.replace_terms(|byte| {
                let hash = match symbolic::arena_term(symbolic::opaque_byte(byte)) {
                    Some(term) => {
                        let term = renamed(arena, term);
                        arena.hash(term)
                    }
                    None => {
                        let term = Term::of_opaque(symbolic::opaque_byte(byte))?;
                        let name = new_name(term.name);
                        term.by ^ scramble(Term { name, ..term }.id())
                    }
                };
                Some(Byte::Term(TermByte { id: 0, hash }))
            });
        }
        let old = &self.process.nondet;
        let values: Table = order.iter().map(|&name| old.get(name).cloned()).collect();
        let conditions = old.conditions.iter().map(|it| renamed(arena, it.term)).collect();
        let conditions = symbolic::sorted(arena, conditions);
        let (made, pinned) = (old.made.clone(), old.pinned);
        self.process.nondet = NondetValues { made, pinned, free: values.len(), values, conditions, most: 0 };
    }

    /// What a choice says, for those who read the run.
    pub(super) fn describe_value(&self, split: &ValueSplit, part: u32) -> String {
        let Some(value) = self.process.nondet.get(split.name) else { return "decides".to_owned() };
        let set = self.process.nondet.left(split, part).unwrap_or_default();
        format!("{} is {}", self.tell_origin(value.origin), value.tell(&set))
    }

    /// Why a value that is not decided cannot be.
    pub(super) fn too_many_numbers(&self, name: u32) -> Box<InterpError> {
        let Some(value) = self.process.nondet.get(name) else {
            return InterpError::unsupported("a value that is not decided yet");
        };
        InterpError::unsupported(format!(
            "{} has too many values to try each of them, {} here: bound it with an assumption or a condition, \
             use a narrower type, or raise --choices, which is {}",
            self.tell_origin(value.origin),
            value.set.count(),
            self.rules.most_choices.unwrap_or(0)
        ))
    }

    /// A value that the call under way gives.
    pub(crate) fn called(&self, function: &'static str) -> Origin {
        let frame = self.threads[self.current].frames.last().expect("a call has a caller");
        Origin::Call(function, frame.code, frame.pc)
    }

    /// Where a value comes from, in words.
    pub(crate) fn tell_origin(&self, origin: Origin) -> String {
        let (source, at) = match origin {
            Origin::Call(function, code, pc) => {
                let line = diagnose::line(&self.compiled, code, pc);
                return if line == 0 {
                    format!("`{function}()`")
                } else {
                    format!("`{function}()` of line {line}")
                };
            }
            Origin::Input(source, at) => (source, at),
        };
        match source {
            Source::Stdin => format!("byte {at} of standard input"),
            Source::Argument(number) => format!("byte {at} of argument {number}"),
            Source::File(number) => {
                let name = self.world.any.0.files.get(number as usize).map_or("a file", |it| &it.name);
                format!("byte {at} of `{name}`")
            }
        }
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
