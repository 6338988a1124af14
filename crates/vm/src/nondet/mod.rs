//! Nondeterministic values: values that the program leaves open.
//!
//! A nondeterministic value of a wide type is not chosen where it is made. It goes through registers and memory as it
//! is, and stands for every number of a set. Where the program tells its numbers apart, the set is split into parts in
//! which the program does the same (`constraint`), and the part becomes a choice. Where the program needs a number,
//! each number of the set is a choice, if there are few enough; otherwise the answer is unknown, and says so.
//!
//! A register holds a [`Term`]: the value's number, an offset and a sign, so that counting up or negating a value needs
//! no split. Which numbers are left is part of the state ([`NondetValues`]).
//!
//! Invariant: a value has at least two numbers left. With one left, it is replaced everywhere by that number.

mod constraint;
mod float;
mod interval_set;
mod placement;
mod split;
mod table;

pub use interval_set::IntervalSet;
pub use placement::{Split, equal, order, unclear};
pub(crate) use split::ValueSplit;
use table::Table;

use crate::id::CodeId;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::reg::Reg;
use crate::symbolic::{self, Condition};
use gmc_mem::{Opaque, Scalar, Whole};
use gmc_model::Input;
use gmc_term::{Arena, Symbol, TermId};
use gmc_world::state::NotState;

/// How the bits of a value lie in its register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Form {
    /// 0 or 1.
    Bool,
    /// The low 8 bits, extended by zero.
    U8,
    /// The low 8 bits, extended by sign.
    S8,
    /// The low 16 bits, extended by zero.
    U16,
    /// The low 16 bits, extended by sign.
    S16,
    /// The low 32 bits, extended by zero.
    U32,
    /// The low 32 bits, extended by sign.
    S32,
    /// All of them matter.
    Whole,
    /// A `float` of which a `double` was made.
    Widened,
}

const FORMS: [Form; 9] =
    [Form::Bool, Form::U8, Form::S8, Form::U16, Form::S16, Form::U32, Form::S32, Form::Whole, Form::Widened];

impl Form {
    /// That of an integer of so many bits.
    pub fn of_int(bits: u32, signed: bool) -> Form {
        match (bits, signed) {
            (1, false) => Form::Bool,
            (..=8, false) => Form::U8,
            (..=8, true) => Form::S8,
            (..=16, false) => Form::U16,
            (..=16, true) => Form::S16,
            (..=32, false) => Form::U32,
            (..=32, true) => Form::S32,
            _ => Form::Whole,
        }
    }

    /// That of a class that takes so many bytes.
    pub fn of(class: Class, size: usize) -> Form {
        match class {
            Class::Int { bits: 1, signed: false, .. } => Form::Bool,
            _ => Form::of_int(size as u32 * 8, class.is_signed()),
        }
    }

    /// The numbers that it can hold.
    fn range(self) -> (i128, i128) {
        match self {
            Form::Bool => (0, 1),
            Form::U8 => (0, 0xff),
            Form::S8 => (-0x80, 0x7f),
            Form::U16 => (0, 0xffff),
            Form::S16 => (-0x8000, 0x7fff),
            Form::U32 => (0, 0xffff_ffff),
            Form::S32 => (-0x8000_0000, 0x7fff_ffff),
            Form::Whole | Form::Widened => (i128::MIN, i128::MAX),
        }
    }

    /// Whether what lies in a register like this lies there likewise when it is read back in another form.
    fn fits(self, other: Form) -> bool {
        let ((low, high), (from, to)) = (self.range(), other.range());
        self == other || (self != Form::Widened && other != Form::Widened && from <= low && high <= to)
    }
}

/// Opaque values with this bit are terms of the arena (see `symbolic`); the others are a [`Term`].
pub(crate) const ARENA: u32 = 1 << 27;

/// What a register holds of a nondeterministic value: `by + x`, or `by - x`, where `x` is the value with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub(crate) name: u32,
    pub(crate) form: Form,
    pub(crate) negated: bool,
    pub(crate) by: u64,
}

impl Term {
    /// Numbers of values are smaller.
    const NAMES: u32 = 1 << 19;

    fn id(self) -> u32 {
        self.name << 5 | (self.form as u32) << 1 | u32::from(self.negated)
    }

    /// In a register. Its bits tell terms apart as well as random numbers do: they are all that a fingerprint sees.
    pub(crate) fn reg(self) -> Reg {
        let id = self.id();
        Reg::from_scalar(Scalar::Opaque(Opaque { id, hash: self.by ^ scramble(id) }))
    }

    /// What a register holds; nothing for a part of a value.
    pub(crate) fn of(reg: Reg) -> Option<Term> {
        reg.opaque().and_then(Term::of_opaque)
    }

    pub(crate) fn of_opaque(Opaque { id, hash }: Opaque) -> Option<Term> {
        if id & ARENA != 0 {
            return None;
        }
        let form = *FORMS.get((id >> 1 & 15) as usize)?;
        Some(Term { name: id >> 5, form, negated: id & 1 != 0, by: hash ^ scramble(id) })
    }

    /// What it is if its value is this number.
    pub(crate) fn number(self, x: u64) -> u64 {
        match (self.form, self.negated) {
            (Form::Widened, _) => f64::from(f32::from_bits(x as u32)).to_bits(),
            (_, false) => self.by.wrapping_add(x),
            (_, true) => self.by.wrapping_sub(x),
        }
    }

    /// `constant - self` or `constant + self`.
    fn moved(self, negated: bool, constant: u64) -> Term {
        if negated {
            Term { negated: !self.negated, by: constant.wrapping_sub(self.by), ..self }
        } else {
            Term { by: constant.wrapping_add(self.by), ..self }
        }
    }

    /// How far it is from the other one, if that does not depend on the value: round the end, unless both are small.
    fn minus(self, other: Term) -> Option<i64> {
        let alike = self.name == other.name && self.negated == other.negated;
        let moved = self.form != Form::Widened && other.form != Form::Widened;
        (alike && moved).then(|| self.by.wrapping_sub(other.by) as i64)
    }

    /// Whether it is a number of at most 32 bits: sums of a few of them do not go round the end of a register.
    fn is_small(self) -> bool {
        !matches!(self.form, Form::Whole | Form::Widened)
    }

    /// What the value is if this is one of these numbers.
    fn values_for(self, numbers: &IntervalSet) -> IntervalSet {
        if self.negated { numbers.moved(true, self.by) } else { numbers.moved(false, self.by.wrapping_neg()) }
    }
}

/// Spreads small numbers over all bits (the finalizer of `SplitMix64`).
fn scramble(id: u32) -> u64 {
    let mut x = (u64::from(id) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// What was loaded in some form, if a nondeterministic value was stored in a form that fits.
///
/// # Errors
/// Otherwise the value must be put together anew.
pub fn loaded(reg: Reg, form: Form) -> InterpResult<Reg> {
    match Term::of(reg) {
        Some(term) if term.form.fits(form) => Ok(reg),
        None if !reg.is_open() => Ok(reg),
        _ => Err(matters(reg)),
    }
}

/// Whether so many bytes that were loaded are less than a term that a register can hold: a part, or a term of fewer
/// bits.
pub(crate) fn is_narrow(scalar: Scalar, bytes: usize) -> bool {
    match scalar {
        Scalar::Opaque(value) => bytes < 8 && symbolic::arena_term(value).is_some(),
        Scalar::Piece(piece) => matches!(piece.of, Whole::Opaque(_)),
        _ => false,
    }
}

/// Whether what a register holds is stored as it is, in as many bytes as there are: a term has bits of its own.
pub fn is_stored_as_is(reg: Reg) -> bool {
    Term::of(reg).is_some()
}

/// The operation needs the value of a register as a number.
#[cold]
pub fn matters(reg: Reg) -> Box<InterpError> {
    Box::new(InterpError::Nondet(reg))
}

/// Single bytes of a nondeterministic value are not supported.
pub fn part() -> Box<InterpError> {
    InterpError::unsupported("some bytes of a value that is not decided yet")
}

/// Where a nondeterministic value comes from, for those who read the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A function gave it; the call: its code, and the operation behind it.
    Call(&'static str, CodeId, u32),
    /// It is a byte from outside: of what, and the number of the byte there.
    Input(Source, u32),
}

impl Origin {
    /// Who gives such values: a function, or what stands for one in a list of inputs.
    pub(crate) fn giver(self) -> &'static str {
        match self {
            Origin::Call(function, ..) => function,
            Origin::Input(Source::Stdin, _) => Input::STDIN,
            Origin::Input(Source::Argument(_), _) => Input::PROGRAM_ARGUMENT,
            Origin::Input(Source::File(_), _) => Input::FILE,
        }
    }
}

/// What a byte from outside is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// An argument of the program's; its name is argument 0.
    Argument(u32),
    /// A file that can be anything, by its number among those.
    File(u32),
}

/// All nondeterministic values of a state, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NondetValues {
    values: Table,
    /// What is known of them beside their sets: conditions that all hold, in the order of their hashes.
    pub(crate) conditions: Vec<Condition>,
    /// The first so many values are never forgotten: code mentions them (`symbolic::disguise`).
    pinned: usize,
    /// How many values there were so far.
    made: NotState<u32>,
    /// The smallest number that is free.
    free: usize,
    /// With this many values, those that nothing refers to are removed. Few are looked at each time.
    most: usize,
}

/// So many values are few.
const FEW: usize = 64;

/// With so many values, those that nothing refers to are removed whenever something was decided.
const OFTEN: usize = 256;

/// A nondeterministic value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Value {
    /// What it can be.
    pub(crate) set: IntervalSet,
    /// Where it comes from.
    pub(crate) origin: Origin,
    /// It is a floating-point number.
    pub(crate) float: Option<float::Width>,
    /// How many bits it has.
    pub(crate) width: u8,
    /// It is extended by sign.
    pub(crate) signed: bool,
    /// A condition is about it.
    pub(crate) has_condition: bool,
    /// Tells it from values that had its name before. What a thread is about to split may be another one by now.
    pub(crate) generation: NotState<u32>,
}

impl NondetValues {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.values.len() == 0
    }

    pub(crate) fn get(&self, name: u32) -> Option<&Value> {
        self.values.get(name as usize)
    }

    /// That a value is in its set; nothing where that says nothing.
    pub(crate) fn membership(&self, arena: &mut Arena, name: u32) -> Option<TermId> {
        let value = self.get(name)?;
        if value.set.count() == 1 << value.width {
            return None;
        }
        let symbol = arena.symbol(Symbol { name, width: value.width });
        let whole = if value.signed { arena.sext(symbol, 64) } else { arena.zext(symbol, 64) };
        Some(symbolic::member(arena, whole, &value.set))
    }

    /// All values, as symbols, with a number that each can be.
    pub(crate) fn examples(&self) -> impl Iterator<Item = (u32, Symbol, u64)> + '_ {
        (0..).zip(self.values.iter()).filter_map(|(name, value)| {
            let value = value?;
            Some((name, Symbol { name, width: value.width }, value.set.example()?))
        })
    }

    /// Notes which values conditions are about.
    pub(crate) fn mark_conditions(&mut self, arena: &Arena) {
        for at in 0..self.values.len() {
            if self.values.get(at).is_some_and(|it| it.has_condition)
                && let Some(value) = self.values.get_mut(at)
            {
                value.has_condition = false;
            }
        }
        for at in 0..self.conditions.len() {
            self.mark_condition(arena, self.conditions[at].term);
        }
    }

    /// Notes which values a condition is about.
    pub(crate) fn mark_condition(&mut self, arena: &Arena, condition: TermId) {
        for &name in arena.names(arena.support(condition)) {
            if self.get(name).is_some_and(|it| !it.has_condition)
                && let Some(value) = self.values.get_mut(name as usize)
            {
                value.has_condition = true;
            }
        }
    }

    /// A new value, with the smallest number that is free.
    fn add(&mut self, value: Value) -> Option<u32> {
        let name = self.free;
        if name as u32 >= Term::NAMES {
            return None;
        }
        self.made.0 += 1;
        self.values.set(name, Some(Value { generation: NotState(self.made.0), ..value }));
        self.free = self.values.free_from(name + 1);
        Some(name as u32)
    }

    /// The first values of a run, of 64 bits, which stay for ever, and what is known of them.
    pub(crate) fn pin(&mut self, count: u32, conditions: Vec<Condition>, arena: &Arena) {
        for _ in 0..count {
            self.add(Value {
                set: IntervalSet::range(0, u64::MAX),
                origin: Origin::Call("a hidden input", CodeId(0), 0),
                float: None,
                width: 64,
                signed: false,
                has_condition: true,
                generation: NotState(0),
            });
        }
        self.pinned = count as usize;
        self.conditions = conditions;
        self.mark_conditions(arena);
    }

    /// A value is in a smaller set from now on.
    pub(crate) fn narrow(&mut self, name: u32, set: IntervalSet) {
        if let Some(value) = self.values.get_mut(name as usize) {
            value.set = set;
        }
    }

    /// The value is a number now.
    pub(crate) fn remove(&mut self, name: u32) {
        self.values.set(name as usize, None);
        self.free = self.free.min(name as usize);
    }

    /// Whether there are many.
    pub fn are_many(&self) -> bool {
        self.values.len() > FEW
    }

    /// Whether to remove those that nothing refers to after something was decided: always while they are few, so that
    /// states are known again, and rarely where looking takes long.
    pub(crate) fn wants_cleaning(&self) -> bool {
        self.values.len() <= OFTEN || self.wants_sweep()
    }

    /// Whether there are so many that it pays to remove those that nothing refers to.
    fn wants_sweep(&self) -> bool {
        !self.is_empty() && self.values.len() >= self.most
    }

    /// Forgets all but some.
    fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        for name in 0..self.values.len() {
            if !keep(name as u32) {
                self.values.set(name, None);
            }
        }
        self.values.trim();
        self.free = self.values.free_from(0);
    }
}

/// Every number that a class holds in one register; none for others.
fn numbers(class: Class, pointer_size: usize) -> Option<IntervalSet> {
    let unsigned = |bits: u32| IntervalSet::range(0, u64::MAX >> (64 - bits));
    Some(match class {
        Class::Int { bits, signed: true, .. } => {
            let half = 1i128 << (u32::from(bits) - 1);
            IntervalSet::signed(-half, half - 1)
        }
        Class::Int { bits, .. } => unsigned(bits.into()),
        Class::Pointer => unsigned(pointer_size as u32 * 8),
        Class::Single => unsigned(32),
        Class::Double => unsigned(64),
        Class::Void | Class::Wide { .. } | Class::Aggregate { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_survive_registers() {
        for form in FORMS {
            for (name, negated, by) in [(0, false, 0), (7, true, 3), (Term::NAMES - 2, true, u64::MAX)] {
                let term = Term { name, form, negated, by };
                let reg = term.reg();
                assert!(reg.is_nondet() && !reg.is_undef() && !reg.meta.is_whole());
                assert!(reg.meta.prov().is_none());
                assert_eq!(Term::of(reg), Some(term));
                assert_eq!(Term::of(Reg::from_scalar(reg.to_scalar())), Some(term));
            }
        }
    }

    #[test]
    fn moving_a_term_moves_its_numbers() {
        let term = Term { name: 0, form: Form::Whole, negated: false, by: 5 };
        for negated in [false, true] {
            for constant in [0, 1, u64::MAX, 1 << 63] {
                let moved = term.moved(negated, constant).moved(true, 9);
                for x in [0, 1, u64::MAX, 77] {
                    let y = term.number(x);
                    let expected = if negated { constant.wrapping_sub(y) } else { constant.wrapping_add(y) };
                    assert_eq!(moved.number(x), 9u64.wrapping_sub(expected));
                    let back = moved.values_for(&IntervalSet::range(moved.number(x), moved.number(x)));
                    assert_eq!(back.single(), Some(x));
                }
            }
        }
    }

    #[test]
    fn forms() {
        assert!(Form::Bool.fits(Form::U8) && Form::U8.fits(Form::S32) && Form::S32.fits(Form::Whole));
        assert!(!Form::U32.fits(Form::S32) && !Form::S8.fits(Form::U8) && !Form::Whole.fits(Form::S32));
        assert!(!Form::Widened.fits(Form::Whole) && Form::Widened.fits(Form::Widened));
    }
}
