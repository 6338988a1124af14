//! What an operation does with nondeterministic values: it constrains them, or needs them split.
//!
//! A comparison with a number holds for a part of what the value can be and fails for the rest. If one of them is
//! empty, the operation is done; otherwise the value is split, and the operation tried again. Arithmetic that adds a
//! number or negates makes a term of a term, as long as it does not overflow; where it overflows for a part only, the
//! value is split there. Any other operation needs a number.

use super::float::{Test as FloatTest, Width};
use super::{Form, IntervalSet, Split, Term, Value, ValueSplit};
use crate::code::{Op, Pc, R, SwitchTable};
use crate::interp_error::{InterpError, InterpResult};
use crate::liveness::each_read;
use crate::lower::class::Class;
use crate::machine::{Machine, SliceEnd, VisibleOp};
use crate::native::{Call, Native};
use crate::reg::Reg;
use crate::symbolic::{self, At};
use std::rc::Rc;

/// Pieces of what a value can be beyond which an operation does not keep it open.
const MOST_PIECES: u64 = 64;

/// The smallest numbers that are tried of a value with too many of them.
const FEW: u64 = 4;

/// How an operation goes on.
enum Way {
    /// With this result.
    Result(R, Reg),
    /// Elsewhere.
    To(Pc),
    /// Only once this is decided.
    After(ValueSplit),
    /// It is done.
    Done,
}

/// A comparison of integers, by the extended form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    Eq,
    Ne,
    LtS,
    LeS,
    LtU,
    LeU,
}

impl Test {
    /// All `x` with `x test c`, or `c test x`.
    fn solutions(self, c: u64, left: bool) -> IntervalSet {
        let signed = i128::from(c as i64);
        let (low, high) = (i128::MIN, i128::MAX);
        match (self, left) {
            (Test::Eq, _) => IntervalSet::range(c, c),
            (Test::Ne, _) => IntervalSet::range(c, c).complement(),
            (Test::LtS, true) => IntervalSet::signed(low, signed - 1),
            (Test::LtS, false) => IntervalSet::signed(signed + 1, high),
            (Test::LeS, true) => IntervalSet::signed(low, signed),
            (Test::LeS, false) => IntervalSet::signed(signed, high),
            (Test::LtU, true) => IntervalSet::range(c, u64::MAX).complement(),
            (Test::LtU, false) => IntervalSet::range(0, c).complement(),
            (Test::LeU, true) => IntervalSet::range(0, c),
            (Test::LeU, false) => IntervalSet::range(c, u64::MAX),
        }
    }
}

/// What follows from a comparison.
#[derive(Clone, Copy)]
enum So {
    /// A boolean.
    Value(R),
    /// Control goes one of two ways.
    Branch(Pc, Pc),
}

impl So {
    fn way(self, holds: bool) -> Way {
        match self {
            So::Value(d) => Way::Result(d, Reg::number(holds.into())),
            So::Branch(yes, no) => Way::To(if holds { yes } else { no }),
        }
    }
}

/// A comparison, if the operation is one; without a second operand it is with 0.
fn comparison(op: Op) -> Option<(Test, R, Option<R>, So)> {
    Some(match op {
        Op::Eq { d, a, b } => (Test::Eq, a, Some(b), So::Value(d)),
        Op::Ne { d, a, b } => (Test::Ne, a, Some(b), So::Value(d)),
        Op::LtS { d, a, b } => (Test::LtS, a, Some(b), So::Value(d)),
        Op::LeS { d, a, b } => (Test::LeS, a, Some(b), So::Value(d)),
        Op::LtU { d, a, b } => (Test::LtU, a, Some(b), So::Value(d)),
        Op::LeU { d, a, b } => (Test::LeU, a, Some(b), So::Value(d)),
        Op::BrEq { a, b, yes, no } => (Test::Eq, a, Some(b), So::Branch(yes, no)),
        Op::BrNe { a, b, yes, no } => (Test::Ne, a, Some(b), So::Branch(yes, no)),
        Op::BrLtS { a, b, yes, no } => (Test::LtS, a, Some(b), So::Branch(yes, no)),
        Op::BrLeS { a, b, yes, no } => (Test::LeS, a, Some(b), So::Branch(yes, no)),
        Op::BrLtU { a, b, yes, no } => (Test::LtU, a, Some(b), So::Branch(yes, no)),
        Op::BrLeU { a, b, yes, no } => (Test::LeU, a, Some(b), So::Branch(yes, no)),
        Op::Br { a, yes, no } => (Test::Ne, a, None, So::Branch(yes, no)),
        _ => return None,
    })
}

/// A comparison of floating-point numbers, if the operation is one.
fn float_comparison(op: Op) -> Option<(FloatTest, Width, R, R, R)> {
    Some(match op {
        Op::EqD { d, a, b } => (FloatTest::Eq, Width::Double, d, a, b),
        Op::NeD { d, a, b } => (FloatTest::Ne, Width::Double, d, a, b),
        Op::LtD { d, a, b } => (FloatTest::Lt, Width::Double, d, a, b),
        Op::LeD { d, a, b } => (FloatTest::Le, Width::Double, d, a, b),
        Op::EqF { d, a, b } => (FloatTest::Eq, Width::Single, d, a, b),
        Op::NeF { d, a, b } => (FloatTest::Ne, Width::Single, d, a, b),
        Op::LtF { d, a, b } => (FloatTest::Lt, Width::Single, d, a, b),
        Op::LeF { d, a, b } => (FloatTest::Le, Width::Single, d, a, b),
        _ => return None,
    })
}

/// Arithmetic on one value: `constant + x` or `constant - x`, and then the result is made to fit.
struct Move {
    d: R,
    x: Term,
    negated: bool,
    constant: u64,
    fit: Fit,
}

/// How a result is made to fit 64 bits less `sh`.
#[derive(Clone, Copy)]
enum Fit {
    /// It must fit, as a signed number.
    Checked { sh: u8 },
    /// It is cut, and extended by sign or by zero.
    Cut { sh: u8, signed: bool },
}

impl Machine {
    /// The current thread has tried an operation with values that are not decided: does it, or says what to decide
    /// first.
    pub fn do_nondet(&mut self, reg: Reg, left: &mut u64) -> InterpResult<SliceEnd> {
        let frame = self.threads[self.current].frames.last().expect("a frame at work");
        let at = At { code: frame.code, pc: frame.pc, base: frame.base };
        let op = self.compiled.codes[at.code].ops[at.pc as usize - 1];
        let way = match self.way(at, op, reg) {
            Some(way) => Ok(way),
            None if matches!(op, Op::Call { .. }) => Err(symbolic::Stop::Number(reg)),
            None if self.rules.symbolic => self.symbolic(at, op).map(|way| match way {
                symbolic::Way::Result(d, reg) => Way::Result(d, reg),
                symbolic::Way::To(pc) => Way::To(pc),
                symbolic::Way::Done => Way::Done,
            }),
            None => Err(symbolic::Stop::Number(self.smallest(at, op).unwrap_or(reg))),
        };
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last_mut().expect("a frame at work");
        let split = match way {
            Ok(Way::Result(d, reg)) => {
                thread.regs[frame.base + usize::from(d)] = reg;
                return Ok(SliceEnd::Went);
            }
            Ok(Way::To(pc)) => {
                frame.pc = pc;
                *left -= 1;
                return Ok(SliceEnd::Went);
            }
            Ok(Way::Done) => return Ok(SliceEnd::Went),
            Ok(Way::After(cut)) => Split::Value(cut),
            Err(symbolic::Stop::Split(split)) => Split::Term(split),
            Err(symbolic::Stop::Error(error)) => return Err(error),
            Err(symbolic::Stop::Number(reg)) => match self.split_into_numbers(reg)? {
                Some(split) => split,
                // It is a number now.
                None => {
                    self.threads[self.current].frames.last_mut().expect("a frame at work").pc -= 1;
                    return Ok(SliceEnd::Went);
                }
            },
        };
        Ok(self.held_before(VisibleOp::Split(Rc::new(self.stamped(split)))))
    }

    /// A split that knows which values it is about: their names may mean others once a thread takes it.
    pub fn stamped(&self, split: Split) -> Split {
        let generation = |name: u32| self.process.nondet.get(name).map_or(0, |it| it.generation.0);
        match split {
            Split::Value(split) => Split::Value(ValueSplit { generation: generation(split.name), ..split }),
            Split::Term(split) => Split::Term(self.build(|arena| split.stamped(arena, generation))),
            place @ Split::Place(_) => place,
        }
    }

    /// What to decide so that a register is a number; nothing where it can only be one, which it is from then on.
    pub fn split_into_numbers(&mut self, reg: Reg) -> InterpResult<Option<Split>> {
        if reg.is_nondet_part() {
            return Err(super::part());
        }
        let term = match Term::of(reg) {
            Some(term) if !self.has_condition(term.name) => {
                return self.split_value(term.name).map(|it| Some(Split::Value(it)));
            }
            Some(term) => self.symbol_of(term.name),
            None => match (reg.as_open_pointer(), reg.opaque().and_then(symbolic::arena_term)) {
                (Some((_, offset)), _) => Some(gmc_term::TermId(offset)),
                (None, term) => term,
            },
        };
        let Some(term) = term else { return Err(super::part()) };
        match self.numbers(term) {
            Ok(number) => {
                self.settle_or_assume(term, number);
                Ok(None)
            }
            Err(symbolic::Stop::Split(split)) => Ok(Some(Split::Term(split))),
            Err(symbolic::Stop::Error(error)) => Err(error),
            Err(symbolic::Stop::Number(_)) => Err(super::part()),
        }
    }

    /// Each number that a value can be, if there are few enough; otherwise some, and the rest.
    fn split_value(&self, name: u32) -> InterpResult<ValueSplit> {
        match self.process.nondet.get(name) {
            Some(value) if value.set.count() <= self.rules.most_choices.unwrap_or(0).into() => {
                let parts = value.set.values().map(|it| IntervalSet::range(it, it)).collect();
                Ok(ValueSplit::new(name, parts))
            }
            // What goes wrong with small numbers is found nevertheless.
            Some(value) if value.float.is_none() => {
                let small = IntervalSet::range(0, FEW - 1).and(&value.set);
                let mut parts: Vec<IntervalSet> =
                    small.values().map(|it| IntervalSet::range(it, it)).collect();
                parts.push(value.set.without(&small));
                Ok(ValueSplit { too_many: true, ..ValueSplit::new(name, parts) })
            }
            _ => Err(self.too_many_numbers(name)),
        }
    }

    /// How an operation goes on, as far as sets of numbers tell.
    fn way(&self, at: At, op: Op, reg: Reg) -> Option<Way> {
        let value = |r: R| self.at(at, r);
        let term = Term::of(reg)?;
        // What conditions say of a value is not in its set.
        if self.has_condition(term.name) {
            return None;
        }
        if let Some((test, a, b, so)) = comparison(op) {
            self.compare(test, value(a), b.map_or(Reg::ZERO, value), so)
        } else if let Some((test, width, d, a, b)) = float_comparison(op) {
            self.compare_floats(test, width, value(a), value(b), So::Value(d))
        } else if let Op::Switch { a, table } = op {
            self.switch_nondet(value(a), &self.compiled.codes[at.code].tables.switches[table as usize])
        } else if let Op::FToD { d, a } = op {
            self.widen(value(a)).map(|it| Way::Result(d, it))
        } else if let Some(result) = difference(op, value) {
            Some(result)
        } else {
            arithmetic(op, value).and_then(|it| self.arithmetic(&it))
        }
    }

    /// Of the values that an operation reads and that are not decided, the one that can be the fewest numbers.
    fn smallest(&self, at: At, op: Op) -> Option<Reg> {
        let mut least: Option<(u128, u32, Reg)> = None;
        each_read(&self.compiled.codes[at.code], &op, |first, words| {
            for r in first..first + words {
                let reg = self.at(at, r as R);
                if let Some(term) = Term::of(reg)
                    && let Some(value) = self.process.nondet.get(term.name)
                {
                    let here = (value.set.count(), term.name);
                    if least.is_none_or(|it| here < (it.0, it.1)) {
                        least = Some((here.0, here.1, reg));
                    }
                }
            }
        });
        least.map(|it| it.2)
    }

    fn value_of(&self, term: Term) -> Option<&Value> {
        self.process.nondet.get(term.name)
    }

    /// Whether the value is one for which something holds, if all that it can be agrees; otherwise what to decide.
    fn ask(&self, term: Term, holds: &IntervalSet, so: So) -> Option<Way> {
        let set = &self.value_of(term)?.set;
        let (yes, no) = (set.and(holds), set.without(holds));
        Some(match (yes.is_empty(), no.is_empty()) {
            (_, true) => so.way(true),
            (true, _) => so.way(false),
            (false, false) => Way::After(ValueSplit::new(term.name, vec![yes, no])),
        })
    }

    fn compare(&self, test: Test, x: Reg, y: Reg, so: So) -> Option<Way> {
        let (term, holds) = match (Term::of(x), Term::of(y)) {
            (Some(a), Some(b)) => {
                let by = a.minus(b)?;
                let holds = match test {
                    Test::Eq => by == 0,
                    Test::Ne => by != 0,
                    Test::LtS | Test::LtU if by == 0 || a.is_small() && b.is_small() => by < 0,
                    Test::LeS | Test::LeU if by == 0 || a.is_small() && b.is_small() => by <= 0,
                    _ => return None,
                };
                return Some(so.way(holds));
            }
            (Some(term), None) if y.meta.0 == 0 => (term, test.solutions(y.bits, true)),
            (None, Some(term)) if x.meta.0 == 0 => (term, test.solutions(x.bits, false)),
            _ => return None,
        };
        if term.form == Form::Widened {
            return None;
        }
        self.ask(term, &term.values_for(&holds), so)
    }

    fn compare_floats(&self, test: FloatTest, width: Width, x: Reg, y: Reg, so: So) -> Option<Way> {
        let (term, other, left) = match (Term::of(x), Term::of(y)) {
            (Some(term), None) => (term, y, true),
            (None, Some(term)) => (term, x, false),
            _ => return None,
        };
        let of = self.value_of(term)?.float?;
        let untouched = !term.negated && term.by == 0;
        let fits = if term.form == Form::Widened { width == Width::Double } else { width == of };
        if !untouched || !fits || other.meta.0 != 0 {
            return None;
        }
        self.ask(term, &of.solutions(test, width.number(other.bits), left), so)
    }

    /// A `float` as a `double`.
    fn widen(&self, x: Reg) -> Option<Reg> {
        let term = Term::of(x)?;
        let plain = self.value_of(term)?.float == Some(Width::Single)
            && term.form != Form::Widened
            && !term.negated
            && term.by == 0;
        plain.then(|| Term { form: Form::Widened, ..term }.reg())
    }

    fn switch_nondet(&self, x: Reg, table: &SwitchTable) -> Option<Way> {
        let term = Term::of(x)?;
        let set = &self.value_of(term)?.set;
        let mut rest = set.clone();
        let mut parts: Vec<(Pc, IntervalSet)> = Vec::new();
        let mut add = |to: Pc, part: IntervalSet| match parts.iter_mut().find(|it| it.0 == to) {
            _ if part.is_empty() => {}
            Some(known) => known.1 = known.1.or(&part),
            None => parts.push((to, part)),
        };
        for &(low, high, to) in &table.cases {
            let case = if table.unsigned {
                let most = i128::from(u64::MAX);
                if high < 0 || low > most {
                    continue;
                }
                IntervalSet::range(low.max(0) as u64, high.min(most) as u64)
            } else {
                IntervalSet::signed(low, high)
            };
            let case = term.values_for(&case);
            add(to, rest.and(&case));
            rest = rest.without(&case);
        }
        add(table.default, rest);
        Some(match &parts[..] {
            [(to, _)] => Way::To(*to),
            _ => Way::After(ValueSplit::new(term.name, parts.into_iter().map(|it| it.1).collect())),
        })
    }

    fn arithmetic(&self, it: &Move) -> Option<Way> {
        let set = &self.value_of(it.x)?.set;
        let moved = it.x.moved(it.negated, it.constant);
        match it.fit {
            Fit::Checked { sh } => {
                let half = 1i128 << (63 - sh);
                let constant = i128::from(it.constant as i64);
                // Where the result lies between -half and half - 1.
                let fine = if it.negated {
                    IntervalSet::signed(constant - (half - 1), constant + half)
                } else {
                    IntervalSet::signed(-half - constant, half - 1 - constant)
                };
                let fine = set.and(&it.x.values_for(&fine));
                let wrong = set.without(&fine);
                let form = Form::of_int(64 - u32::from(sh), true);
                // What is wrong is wrong with each of them: one suffices to show it.
                let example = wrong.example().map(|it| IntervalSet::range(it, it));
                Some(match (fine.is_empty(), example) {
                    (_, None) => Way::Result(it.d, Term { form, ..moved }.reg()),
                    (true, Some(example)) => Way::After(ValueSplit::new(it.x.name, vec![example])),
                    (false, Some(example)) => Way::After(ValueSplit::new(it.x.name, vec![fine, example])),
                })
            }
            Fit::Cut { sh: 0, signed: _ } => {
                Some(Way::Result(it.d, Term { form: Form::Whole, ..moved }.reg()))
            }
            Fit::Cut { sh, signed } => {
                let width = 64 - u32::from(sh);
                let form = Form::of_int(width, signed);
                let offset = if signed { 1u64 << (width - 1) } else { 0 };
                let numbers = set.moved(moved.negated, moved.by).moved(false, offset);
                let mut blocks: Vec<u64> = Vec::new();
                for &(low, high) in numbers.intervals() {
                    if (high >> width) - (low >> width) >= MOST_PIECES {
                        return None;
                    }
                    blocks.extend(low >> width..=high >> width);
                }
                blocks.dedup();
                if let [block] = blocks[..] {
                    let by = moved.by.wrapping_sub(block << width);
                    return Some(Way::Result(it.d, Term { form, by, ..moved }.reg()));
                }
                // A term says it without a choice.
                if self.rules.symbolic {
                    return None;
                }
                let part = |&block: &u64| {
                    let low = block << width;
                    let numbers = IntervalSet::range(low, low + ((1 << width) - 1));
                    set.and(&moved.values_for(&numbers.moved(false, offset.wrapping_neg())))
                };
                let parts: Vec<IntervalSet> = blocks.iter().map(part).collect();
                (parts.len() as u64 <= MOST_PIECES).then_some(Way::After(ValueSplit::new(it.x.name, parts)))
            }
        }
    }
}

/// A value less itself, moved: a number.
fn difference(op: Op, reg: impl Fn(R) -> Reg) -> Option<Way> {
    let (d, a, b, sh, signed) = match op {
        Op::SubS { d, a, b, sh } => (d, a, b, sh, true),
        Op::SubU { d, a, b, sh } => (d, a, b, sh, false),
        _ => return None,
    };
    let (a, b) = (Term::of(reg(a))?, Term::of(reg(b))?);
    let by = a.minus(b)?;
    let fits = (by << sh) >> sh == by && a.is_small() && b.is_small();
    let cut = ((by as u64) << sh) >> sh;
    (!signed || fits).then_some(Way::Result(d, Reg::number(if signed { by as u64 } else { cut })))
}

/// Arithmetic that moves or turns round its one operand that is not decided.
fn arithmetic(op: Op, reg: impl Fn(R) -> Reg) -> Option<Move> {
    let one = |d, a: R, negated, constant: u64, fit| {
        let x = Term::of(reg(a)).filter(|it| it.form != Form::Widened)?;
        Some(Move { d, x, negated, constant, fit })
    };
    let number = |r: R| Some(reg(r)).filter(|it| it.meta.0 == 0).map(|it| it.bits);
    let checked = |sh| Fit::Checked { sh };
    let unsigned = |sh| Fit::Cut { sh, signed: false };
    let sum = |d, a, b, fit| match (number(a), number(b)) {
        (None, Some(constant)) => one(d, a, false, constant, fit),
        (Some(constant), None) => one(d, b, false, constant, fit),
        _ => None,
    };
    let difference = |d, a, b, fit| match (number(a), number(b)) {
        // The smallest number has no opposite.
        (None, Some(constant)) if constant != 1 << 63 => one(d, a, false, constant.wrapping_neg(), fit),
        (Some(constant), None) => one(d, b, true, constant, fit),
        _ => None,
    };
    match op {
        Op::ExtS { d, a, sh } => one(d, a, false, 0, Fit::Cut { sh, signed: true }),
        Op::ExtU { d, a, sh } => one(d, a, false, 0, unsigned(sh)),
        Op::AddS { d, a, b, sh } => sum(d, a, b, checked(sh)),
        Op::AddU { d, a, b, sh } => sum(d, a, b, unsigned(sh)),
        Op::SubS { d, a, b, sh } => difference(d, a, b, checked(sh)),
        Op::SubU { d, a, b, sh } => difference(d, a, b, unsigned(sh)),
        Op::NegS { d, a, sh } => one(d, a, true, 0, checked(sh)),
        Op::NegU { d, a, sh } => one(d, a, true, 0, unsigned(sh)),
        // It fits whatever it is: small numbers give small ones.
        Op::NotS { d, a } => {
            let sh = if Term::of(reg(a))?.is_small() { 32 } else { 0 };
            one(d, a, true, u64::MAX, Fit::Checked { sh })
        }
        Op::NotU { d, a, sh } => one(d, a, true, u64::MAX, unsigned(sh)),
        // A mask of low bits cuts.
        Op::And { d, a, b } => {
            let (x, mask) = match (number(a), number(b)) {
                (None, Some(mask)) => (a, mask),
                (Some(mask), None) => (b, mask),
                _ => return None,
            };
            let low_bits = mask != 0 && mask & mask.wrapping_add(1) == 0;
            if low_bits { one(d, x, false, 0, unsigned(mask.leading_zeros() as u8)) } else { None }
        }
        _ => None,
    }
}

impl Machine {
    /// What must be decided before a function of the machine is called: its arguments are numbers, except for those
    /// that may be terms.
    #[inline]
    pub fn nondet_argument(&self, native: &Native, call: &Call) -> Option<Reg> {
        let open = call.regs.iter().copied().find(|reg| reg.is_open())?;
        let terms = native.effects.terms.arguments;
        if terms == 0 || !self.rules.symbolic {
            return Some(open);
        }
        let may = |at: usize, class: Class| at < 32 && terms >> at & 1 != 0 && class.words() == 1;
        call.args.iter().enumerate().find_map(|(at, &(class, first))| {
            let regs = &call.regs[usize::from(first)..][..usize::from(class.words().max(1))];
            let is_in_the_way = |reg: &&Reg| reg.is_open() && !(may(at, class) && reg.is_nondet());
            regs.iter().find(is_in_the_way).copied()
        })
    }

    /// A fault of an operation, or what the thread does first if there is something to decide.
    pub fn met_nondet(&mut self, fault: Box<InterpError>, left: &mut u64) -> InterpResult<SliceEnd> {
        match *fault {
            InterpError::Nondet(reg) => self.do_nondet(reg, left),
            InterpError::Undecided(split) => {
                let split = self.stamped(Split::clone(&split));
                Ok(self.held_before(VisibleOp::Split(Rc::new(split))))
            }
            InterpError::Placement(split) => {
                Ok(self.held_before(VisibleOp::Split(Rc::new(Split::Place(split)))))
            }
            _ => Err(fault),
        }
    }
}
