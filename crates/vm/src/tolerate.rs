//! Errors that do not count at their place: the run goes on with what the processor does, or with any value.
//!
//! Signed integers wrap, shift counts are cut, pointers leave their objects, and misaligned words are accessed, all as
//! on x86. What a value cannot be known of (it was never set, or is read outside of its object) is nondeterministic in
//! a search and zero in a single run. A write outside of an object goes nowhere. What is left ends a native run too
//! (null pointers, division by zero), or would need what gmc does not have (the heap's own bookkeeping): there the run
//! ends, and a search says that what comes after was not examined.
//!
//! Invariant: an operation either is done completely, or is made again with other values, or is not touched.

use crate::allow::converted;
use crate::code::{Op, R, Rare};
use crate::diagnose;
use crate::exec::Window;
use crate::interp_error::{InterpError, InterpResult};
use crate::library;
use crate::lower::class::Class;
use crate::lower::slots::{self, Home};
use crate::machine::Machine;
use crate::reg::Reg;
use crate::symbolic::{At, Way};
use gmc_mem::{AccessError, AccessFault, Pointer, Scalar, Watch};
use gmc_model::{ErrorKind, Input, Severity, Violation};
use std::sync::{Arc, Mutex, PoisonError};

/// Errors that were met and did not count, one for each cause; shared by the workers of a search.
#[derive(Clone, Debug, Default)]
pub struct Tolerated(Arc<Mutex<Vec<(Violation, Severity)>>>);

impl Tolerated {
    /// Adds one.
    pub fn add(&self, violation: Violation, severity: Severity) {
        let mut met = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !met.iter().any(|it| it.0.has_same_cause(&violation)) {
            met.push((violation, severity));
        }
    }

    /// Those that were met, by place.
    pub fn met(&self) -> Vec<(Violation, Severity)> {
        let mut met = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let place = |it: &Violation| it.location.as_ref().map(|at| (at.file.clone(), at.line, at.column));
        met.sort_by_key(|it| (place(&it.0), it.0.kind));
        met
    }
}

/// How a run goes on after an error.
enum Recovery {
    /// Behind the operation.
    Done,
    /// With the operation once more.
    Again,
    /// Not at all.
    Ends,
}

impl Machine {
    /// The operation that the current thread has just tried is wrong. Goes on where that does not count.
    ///
    /// # Errors
    /// The error, where it counts or nothing can come after it.
    pub(crate) fn tolerate(&mut self, fault: Box<InterpError>) -> InterpResult<()> {
        let fault = if fault.kind().is_some() { library::excuse(self, fault) } else { fault };
        let Some(kind) = fault.kind() else { return Err(fault) };
        let policy = self.rules.policy.clone();
        let missing = kind == ErrorKind::UninitializedRead && policy.concerns(ErrorKind::MissingReturn);
        if fault.is_refused() || !policy.concerns(kind) && !missing {
            return Err(fault);
        }
        let violation = diagnose::violation(self, &fault, kind);
        let severity = policy.of(&violation);
        if severity == Severity::Counts {
            return Err(fault);
        }
        match self.recover(&fault)? {
            Recovery::Ends => return Err(fault),
            Recovery::Done => {}
            Recovery::Again => {
                self.again();
            }
        }
        self.observed.tolerated.add(violation, severity);
        self.invalidate_read_write_set();
        Ok(())
    }

    fn recover(&mut self, fault: &InterpError) -> InterpResult<Recovery> {
        let Some(frame) = self.threads[self.current].frames.last().filter(|it| it.pc > 0) else {
            return Ok(Recovery::Ends);
        };
        let at = At { code: frame.code, pc: frame.pc, base: frame.base };
        let op = self.compiled.codes[at.code].ops[at.pc as usize - 1];
        let done = |is_done: bool| if is_done { Recovery::Done } else { Recovery::Ends };
        Ok(match fault {
            InterpError::Undefined => self.set_registers(at, op)?,
            InterpError::Access(error) => match error.fault {
                AccessFault::Uninitialised { .. } => self.set_bytes(error)?,
                AccessFault::Misaligned { .. } => done(self.access_anyway(at, op)?),
                AccessFault::OutOfBounds
                | AccessFault::Freed
                | AccessFault::OutOfScope
                | AccessFault::GivenBack => done(self.access_nothing(at, op)?),
                _ => Recovery::Ends,
            },
            InterpError::Overflow { .. } => done(self.wrap(at, op)?),
            InterpError::Shift { .. } => done(self.shift_less(at, op)),
            InterpError::FloatConversion { value, bits } => done(self.convert(at, op, *value, *bits)),
            InterpError::NotBool { .. } => done(matches!(op, Op::LoadBool { .. })),
            InterpError::Pointer(_)
            | InterpError::Index { .. }
            | InterpError::Other { kind: ErrorKind::InvalidPointerOperation, .. } => {
                done(self.go_astray(at, op))
            }
            InterpError::Other { kind: ErrorKind::MissingReturn, .. } => Recovery::Done,
            _ => Recovery::Ends,
        })
    }

    fn put(&mut self, at: At, r: R, value: Reg) {
        self.threads[self.current].regs[at.base + usize::from(r)] = value;
    }

    /// Some value of a type.
    fn some_value(&mut self, class: Class) -> InterpResult<Reg> {
        match self.rules.most_choices {
            Some(_) => self.new_value(self.called(Input::UNSET), class, None),
            None => Ok(Reg::ZERO),
        }
    }

    /// Gives a value to what the operation reads and was never set.
    fn set_registers(&mut self, at: At, op: Op) -> InterpResult<Recovery> {
        let compiled = self.compiled.clone();
        let code = &compiled.codes[at.code];
        let mut unset = Vec::new();
        crate::liveness::each_read(code, &op, |first, words| unset.extend(first..first + words));
        unset.retain(|&r| self.at(at, r as R).is_undef());
        let mut recovery = Recovery::Ends;
        for r in unset {
            let r = r as R;
            let Some(class) = self.class_of(at, r) else { return Ok(Recovery::Ends) };
            let value = self.some_value(class)?;
            self.put(at, r, value);
            recovery = Recovery::Again;
        }
        Ok(recovery)
    }

    /// The type of what a register holds. Where variables share it, the widest: it has the values of all.
    fn class_of(&self, at: At, r: R) -> Option<Class> {
        let program = &self.compiled.program;
        let code = &self.compiled.codes[at.code];
        let function = code.body(program)?;
        let unit = program.unit(code.global.unit);
        let homes = slots::assign(unit, function).homes;
        let held =
            homes.iter().zip(&function.locals).filter(|it| matches!(it.0, Home::Register(it) if *it == r));
        let classes = held.map(|it| Class::of(unit, it.1.ty));
        let width = |class: &Class| match class {
            Class::Int { bits, .. } => *bits,
            Class::Single => 32,
            _ => 64,
        };
        let is_number =
            |it: &Class| matches!(it, Class::Int { .. } | Class::Pointer | Class::Single | Class::Double);
        classes.filter(is_number).max_by_key(width)
    }

    /// Likewise, in memory.
    fn set_bytes(&mut self, error: &AccessError) -> InterpResult<Recovery> {
        if self.rules.most_choices.is_some() {
            self.set_unset(error)?;
            return Ok(Recovery::Again);
        }
        let Some(object) = &error.object else { return Ok(Recovery::Ends) };
        let from = Pointer { addr: object.base, prov: object.id }.wrapping_offset(error.offset);
        let watch = self.memory.watch(Watch::Off);
        for byte in 0..error.size as i64 {
            let at = from.wrapping_offset(byte);
            if self.memory.load_lenient(at, 1).is_ok_and(|it| it.1 != 0) {
                self.memory.store::<1>(at, Scalar::Bits(0))?;
            }
        }
        self.memory.watch(watch);
        Ok(Recovery::Again)
    }

    /// The operation without the check for overflow.
    fn wrap(&mut self, at: At, op: Op) -> InterpResult<bool> {
        let (wrapping, d, sh) = match op {
            Op::AddS { d, a, b, sh } => (Op::AddU { d, a, b, sh }, d, sh),
            Op::SubS { d, a, b, sh } => (Op::SubU { d, a, b, sh }, d, sh),
            Op::MulS { d, a, b, sh } => (Op::MulU { d, a, b, sh }, d, sh),
            Op::NegS { d, a, sh } => (Op::NegU { d, a, sh }, d, sh),
            Op::Rare { rare } => return self.wrap_rare(at, rare),
            _ => return Ok(false),
        };
        if self.reads_open(at, wrapping) {
            return Ok(self.do_term(at, wrapping)? && self.do_term(at, Op::ExtS { d, a: d, sh })?);
        }
        let (_, [a, b]) = wrapping.written_and_read();
        let operand = |r: Option<R>| r.map_or(Reg::ZERO, |r| self.at(at, r));
        let (x, y) = (operand(a), operand(b));
        if x.meta.0 | y.meta.0 != 0 {
            return Ok(false);
        }
        let bits = match wrapping {
            Op::AddU { .. } => x.bits.wrapping_add(y.bits),
            Op::SubU { .. } => x.bits.wrapping_sub(y.bits),
            Op::MulU { .. } => x.bits.wrapping_mul(y.bits),
            _ => x.bits.wrapping_neg(),
        };
        self.put(at, d, Reg::number((((bits << sh) as i64) >> sh) as u64));
        Ok(true)
    }

    fn wrap_rare(&mut self, at: At, rare: u32) -> InterpResult<bool> {
        let compiled = self.compiled.clone();
        let code = &compiled.codes[at.code];
        let wrapping = match code.tables.rare[rare as usize] {
            Rare::Binary { op, d, to, a, left, b, right, wrap: false } => {
                Rare::Binary { op, d, to, a, left, b, right, wrap: true }
            }
            Rare::Unary { op, d, to, a, from, wrap: false } => Rare::Unary { op, d, to, a, from, wrap: true },
            _ => return Ok(false),
        };
        if self.reads_open(at, Op::Rare { rare }) {
            return Ok(false);
        }
        let regs = self.threads[self.current].regs.window(at.base);
        Window { code, regs, memory: &mut self.memory }.rare(&wrapping)
    }

    /// Whether something that is not decided is read.
    fn reads_open(&self, at: At, op: Op) -> bool {
        let mut is_open = false;
        crate::liveness::each_read(&self.compiled.codes[at.code], &op, |first, words| {
            is_open |= (first..first + words).any(|r| self.at(at, r as R).is_open());
        });
        is_open
    }

    /// Does an operation with terms.
    fn do_term(&mut self, at: At, op: Op) -> InterpResult<bool> {
        if !self.rules.symbolic {
            return Ok(false);
        }
        Ok(match self.symbolic(at, op) {
            Ok(Way::Result(d, value)) => {
                self.put(at, d, value);
                true
            }
            _ => false,
        })
    }

    /// As many places as the low bits of the count say.
    fn shift_less(&mut self, at: At, op: Op) -> bool {
        let (Op::ShlS { d, a, b, sh }
        | Op::ShlU { d, a, b, sh }
        | Op::ShrS { d, a, b, sh }
        | Op::ShrU { d, a, b, sh }) = op
        else {
            return false;
        };
        let (x, y) = (self.at(at, a), self.at(at, b));
        if x.meta.0 | y.meta.0 != 0 {
            return false;
        }
        let count = y.bits as u32 & if sh == 0 { 63 } else { 31 };
        let bits = match op {
            Op::ShrS { .. } => (x.bits as i64 >> count) as u64,
            Op::ShrU { .. } => x.bits >> count,
            _ => x.bits << count,
        };
        let is_signed = matches!(op, Op::ShlS { .. } | Op::ShrS { .. });
        let cut = if is_signed { (((bits << sh) as i64) >> sh) as u64 } else { (bits << sh) >> sh };
        self.put(at, d, Reg::number(cut));
        true
    }

    fn convert(&mut self, at: At, op: Op, value: f64, bits: u32) -> bool {
        let (d, signed) = match op {
            Op::DToS { d, .. } | Op::FToS { d, .. } => (d, true),
            Op::DToU { d, .. } | Op::FToU { d, .. } => (d, false),
            _ => return false,
        };
        self.put(at, d, Reg::number(converted(value, bits, signed)));
        true
    }

    /// Arithmetic, order and difference of pointers, by their addresses.
    fn go_astray(&mut self, at: At, op: Op) -> bool {
        let mask = if self.memory.target().pointer_size() == 4 { u64::from(u32::MAX) } else { u64::MAX };
        let (_, [a, b]) = op.written_and_read();
        let operand = |r: Option<R>| r.map_or(Reg::ZERO, |r| self.at(at, r));
        let (x, y) = (operand(a), operand(b));
        if !x.meta.is_whole() || !y.meta.is_whole() {
            return false;
        }
        let moved = |bits: u64| Reg { bits: bits & mask, meta: x.meta };
        let (d, value) = match op {
            Op::PtrAdd { d, .. } => (d, moved(x.bits.wrapping_add(y.bits))),
            Op::Member { d, offset, .. } => (d, moved(x.bits.wrapping_add_signed(offset.into()))),
            Op::Index { d, stride, .. } => {
                (d, moved(x.bits.wrapping_add(y.bits.wrapping_mul(stride.into()))))
            }
            Op::Scale { d, .. } => (d, Reg::number(x.bits.wrapping_mul(y.bits))),
            Op::PtrDiff { d, .. } => (d, Reg::number(x.bits.wrapping_sub(y.bits))),
            Op::PtrLt { d, .. } => (d, Reg::number(u64::from(x.bits < y.bits))),
            Op::PtrLe { d, .. } => (d, Reg::number(u64::from(x.bits <= y.bits))),
            _ => return false,
        };
        if matches!(op, Op::PtrDiff { .. } | Op::PtrLt { .. } | Op::PtrLe { .. }) && x.meta != y.meta {
            if self.memory.has_nondet_placement() {
                return false;
            }
            self.memory.set_address_dependent(true);
        }
        self.put(at, d, value);
        true
    }

    /// An access at an address that its alignment does not divide.
    fn access_anyway(&mut self, at: At, op: Op) -> InterpResult<bool> {
        let Some((r, offset, size, class)) = accessed(op) else { return Ok(false) };
        let address = self.at(at, r);
        if !address.meta.is_whole() {
            return Ok(false);
        }
        let p = address.as_pointer().wrapping_offset(offset.into());
        let (written, [_, b]) = op.written_and_read();
        match (written, b) {
            (Some(d), _) => {
                let (value, missing) = self.memory.load_lenient(p, size)?;
                let value = match value {
                    _ if missing != 0 => return Ok(false),
                    Scalar::Bits(bits) => Reg::number(extended(bits, class)),
                    Scalar::Pointer(_) => Reg::from_scalar(value),
                    _ => return Ok(false),
                };
                self.put(at, d, value);
            }
            (None, Some(b)) => {
                let value = self.at(at, b);
                if value.is_open() {
                    return Ok(false);
                }
                crate::exec::store(&mut self.memory, p, value, size)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An access outside of its object: what is there is any value, and what is written goes nowhere.
    fn access_nothing(&mut self, at: At, op: Op) -> InterpResult<bool> {
        let Some((_, _, _, class)) = accessed(op) else { return Ok(false) };
        if let (Some(d), _) = op.written_and_read() {
            let value = self.some_value(class)?;
            self.put(at, d, value);
        }
        Ok(true)
    }
}

/// The register with the address, the offset, the size and the type of a simple access.
fn accessed(op: Op) -> Option<(R, i32, usize, Class)> {
    let int = |size: u8, signed| Class::Int { bits: 8 * size, signed, size };
    Some(match op {
        Op::LoadS8 { a, offset, .. } => (a, offset, 1, int(1, true)),
        Op::LoadU8 { a, offset, .. } | Op::Store8 { a, offset, .. } => (a, offset, 1, int(1, false)),
        Op::LoadBool { a, offset, .. } => (a, offset, 1, Class::Int { bits: 1, signed: false, size: 1 }),
        Op::LoadS16 { a, offset, .. } => (a, offset, 2, int(2, true)),
        Op::LoadU16 { a, offset, .. } | Op::Store16 { a, offset, .. } => (a, offset, 2, int(2, false)),
        Op::LoadS32 { a, offset, .. } => (a, offset, 4, int(4, true)),
        Op::LoadU32 { a, offset, .. } | Op::Store32 { a, offset, .. } => (a, offset, 4, int(4, false)),
        Op::Load64 { a, offset, .. } | Op::Store64 { a, offset, .. } => (a, offset, 8, int(8, false)),
        _ => return None,
    })
}

/// What was loaded, as registers have it.
fn extended(bits: u64, class: Class) -> u64 {
    let Class::Int { bits: width, signed: true, .. } = class else { return bits };
    let sh = 64 - u32::from(width);
    (((bits << sh) as i64) >> sh) as u64
}
