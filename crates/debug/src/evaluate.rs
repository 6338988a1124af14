//! The values of expressions at a place of a run.
//!
//! Invariant: evaluating changes nothing. What cannot be looked at is an error in words: pointers that point nowhere,
//! values that were never set or are nondeterministic.

use super::arithmetic::{INT, basic, fitted, size, truth};
use super::expression::{Expr, parse};
use super::show::in_a_line;
use super::statements::Target;
use super::types::{self, Ty};
use super::{Refusal, Session};
use gmc_ir::program::{Program, UnitIndex};
use gmc_ir::types::{FieldFlags, FloatFormat, TypeKind};
use gmc_mem::{AccessError, AccessFault, Pointer};
use gmc_model::{ThreadId, Variable};
use gmc_observe::View;
use gmc_observe::view::{FrameView, loaded};
use gmc_vm::CodeId;
use gmc_vm::code::R;
use gmc_vm::reg::Reg;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// An integer, as long as it fits.
    Number {
        value: i128,
        bits: u32,
        unsigned: bool,
    },
    Real(f64),
    /// An address, and what lies there.
    Pointer {
        to: Pointer,
        ty: Ty,
    },
    /// Memory, or some bits of it.
    Place {
        at: Pointer,
        ty: Ty,
        bits: Option<(u32, u32)>,
    },
    /// A variable in a register of a call.
    Register {
        thread: ThreadId,
        depth: usize,
        code: CodeId,
        r: R,
        ty: Ty,
    },
}

/// Where names are looked up.
pub(crate) struct Context<'s> {
    pub(crate) view: View<'s>,
    pub(crate) thread: ThreadId,
    /// The call, if the thread is in one.
    pub(crate) frame: Option<FrameView<'s>>,
    pub(crate) unit: UnitIndex,
}

impl Session {
    /// What an expression is in a call of a thread: 0 is the innermost.
    ///
    /// # Errors
    /// When it makes no sense, or its value cannot be looked at.
    pub fn evaluate(&self, thread: ThreadId, frame: usize, text: &str) -> Result<Variable, Refusal> {
        let value = self.value(thread, frame, text)?;
        self.context(thread, frame).show(text.trim(), &value)
    }

    /// The value of an expression in a call of a thread: 0 is the innermost.
    pub(crate) fn value(&self, thread: ThreadId, frame: usize, text: &str) -> Result<Value, Refusal> {
        let context = self.context(thread, frame);
        let program = context.program();
        let expr = parse(text, &|word| {
            // A variable hides a type of its name.
            types::is_type(program, context.unit, word) && context.name(word).is_err()
        })?;
        context.value(&expr)
    }

    /// Checks that a condition can be parsed, whatever its names mean.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check(&self, text: &str) -> Result<(), Refusal> {
        let context = self.context(ThreadId::FIRST, 0);
        parse(text, &|word| types::is_type(context.program(), context.unit, word)).map(drop)
    }

    /// What to watch in order to follow a value.
    pub(crate) fn target(&self, value: &Value) -> Option<Target> {
        match value {
            Value::Place { at, ty, .. } => {
                Some(Target::Memory { at: *at, size: ty.size(self.view().program())?.max(1) })
            }
            Value::Register { thread, depth, code, r, .. } => {
                Some(Target::Register { thread: *thread, depth: *depth, code: *code, r: *r })
            }
            _ => None,
        }
    }

    /// A value in one line, or a word where it does not exist.
    pub(crate) fn shown(&self, value: &Value) -> String {
        match self.context(ThreadId::FIRST, 0).show("", value) {
            Ok(it) => in_a_line(&it),
            Err(_) => "not there".to_owned(),
        }
    }

    fn context(&self, thread: ThreadId, frame: usize) -> Context<'_> {
        Context::new(self.view(), thread, frame)
    }
}

/// Whether a condition is not 0 where a thread stands. It is 0 where it cannot be evaluated.
pub(crate) fn holds(view: &View<'_>, thread: ThreadId, text: &str) -> bool {
    let context = Context::new(view.clone(), thread, 0);
    let expr = parse(text, &|word| types::is_type(context.program(), context.unit, word));
    expr.and_then(|it| context.is_true(&context.value(&it)?)).unwrap_or(false)
}

impl<'s> Context<'s> {
    fn new(view: View<'s>, thread: ThreadId, frame: usize) -> Context<'s> {
        let depth = view.depth(thread).checked_sub(frame + 1);
        let frame = depth.and_then(|depth| view.frame(thread, depth));
        let compiled = view.compiled();
        let main = || compiled.codes[compiled.entry.main].global.unit;
        let unit = frame.map_or_else(main, |it| it.unit());
        Context { view, thread, frame, unit }
    }

    pub(crate) fn program(&self) -> &'s Program {
        self.view.program()
    }

    fn value(&self, expr: &Expr) -> Result<Value, Refusal> {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Integer { value, unsigned, long } => {
                let value = i128::from(*value);
                let small = if *unsigned { u32::MAX.into() } else { i128::from(i32::MAX) };
                let bits = if *long || value > small { 64 } else { INT };
                Ok(Value::Number { value, bits, unsigned: *unsigned || value > i64::MAX.into() })
            }
            Expr::Real(value) => Ok(Value::Real(*value)),
            Expr::Unary('*', it) => self.dereference(&self.value(it)?),
            Expr::Unary('&', it) => match self.value(it)? {
                Value::Place { at, ty, bits: None } => Ok(Value::Pointer { to: at, ty }),
                Value::Place { .. } => Err("a bit-field has no address".to_owned()),
                Value::Register { .. } => {
                    Err("the program never takes the address of this variable: it has none here".to_owned())
                }
                _ => Err("only variables have addresses".to_owned()),
            },
            Expr::Unary(sign, it) => self.unary(*sign, &self.value(it)?),
            Expr::Binary("&&", a, b) => {
                let both = self.is_true(&self.value(a)?)? && self.is_true(&self.value(b)?)?;
                Ok(truth(both))
            }
            Expr::Binary("||", a, b) => {
                let any = self.is_true(&self.value(a)?)? || self.is_true(&self.value(b)?)?;
                Ok(truth(any))
            }
            Expr::Binary(sign, a, b) => self.binary(sign, &self.value(a)?, &self.value(b)?),
            Expr::Member(it, name) => self.member(&self.value(it)?, name),
            Expr::Index(it, index) => {
                let sum = self.binary("+", &self.value(it)?, &self.value(index)?)?;
                self.dereference(&sum)
            }
            Expr::Cast(name, it) => self.cast(name, &self.value(it)?),
            Expr::SizeOf(it) => match self.value(it)? {
                Value::Place { ty, .. } | Value::Register { ty, .. } => self.size(&ty),
                Value::Number { bits, .. } => Ok(size(u64::from(bits / 8))),
                Value::Real(_) => Ok(size(8)),
                Value::Pointer { ty, .. } => self.size(&Ty::To(ty.into())),
            },
            Expr::SizeOfType(name) => match (basic(name), types::named(self.program(), self.unit, name)) {
                (_, Ok(ty)) => self.size(&ty),
                (Some((bits, _)), _) => Ok(size(u64::from(bits / 8))),
                (None, Err(why)) => Err(why),
            },
            Expr::Conditional(condition, yes, no) => {
                self.value(if self.is_true(&self.value(condition)?)? { yes } else { no })
            }
        }
    }

    fn size(&self, ty: &Ty) -> Result<Value, Refusal> {
        let bytes = ty.size(self.program());
        bytes.map(size).ok_or_else(|| format!("the size of `{}` is not known", ty.name(self.program())))
    }

    fn name(&self, name: &str) -> Result<Value, Refusal> {
        let found = match self.local(name)? {
            Some(local) => local,
            None => match self.global(name) {
                Some(global) => global?,
                None => self.constant(name).ok_or_else(|| format!("there is no `{name}` here"))?,
            },
        };
        match &found {
            Value::Place { ty, .. } | Value::Register { ty, .. } if self.is_reference(ty) => {
                self.dereference(&found)
            }
            _ => Ok(found),
        }
    }

    fn is_reference(&self, ty: &Ty) -> bool {
        let record = ty.record(self.program());
        record.is_some_and(|it| matches!(it.kind, TypeKind::Pointer { reference: true, .. }))
    }

    fn dereference(&self, value: &Value) -> Result<Value, Refusal> {
        match self.plain(value)? {
            Value::Pointer { to, ty } => {
                if ty.record(self.program()).is_some_and(|it| it.kind == TypeKind::Void) {
                    return Err("a `void *` points to something without a type: cast it".to_owned());
                }
                Ok(Value::Place { at: to, ty, bits: None })
            }
            _ => Err("only pointers can be dereferenced".to_owned()),
        }
    }

    fn member(&self, value: &Value, name: &str) -> Result<Value, Refusal> {
        let Value::Place { at, ty, bits: None } = value else {
            return Err(format!("there is no structure before `.{name}`"));
        };
        let (record, field) = ty.member(self.program(), name)?;
        let Some(offset) = field.offset.map(|it| it + record) else {
            return Err(format!("where `{name}` lies depends on the run"));
        };
        let Ty::Known(unit, _) = ty else { return Err("pointers have no members".to_owned()) };
        let bits = field.flags.contains(FieldFlags::BIT_FIELD);
        let bits = bits.then(|| ((offset % 8) as u32, field.size.unwrap_or(1) as u32));
        let at = at.wrapping_offset((offset / 8) as i64);
        Ok(Value::Place { at, ty: Ty::Known(*unit, field.ty), bits })
    }

    /// What a variable holds: a number or an address.
    pub(crate) fn plain(&self, value: &Value) -> Result<Value, Refusal> {
        let program = self.program();
        let (ty, bits, (scalar, missing)) = match value {
            Value::Place { at, ty, bits } => {
                if let Some(element) = ty.element(program) {
                    return Ok(Value::Pointer { to: *at, ty: element });
                }
                let record = ty.record(program);
                if record.is_some_and(|it| matches!(it.kind, TypeKind::Function { .. })) {
                    return Ok(Value::Pointer { to: *at, ty: ty.clone() });
                }
                let size = match bits {
                    Some((shift, width)) => u64::from(shift + width).div_ceil(8),
                    None => ty.size(program).unwrap_or(0),
                };
                if !(1..=8).contains(&size) {
                    return Err(format!("a `{}` cannot be calculated with", ty.name(program)));
                }
                let loaded = self.view.load(*at, size as usize);
                (ty, *bits, loaded.map_err(|error| self.bad(&error))?)
            }
            Value::Register { ty, .. } => {
                let reg = self.register(value).ok_or("it has no value yet")?;
                (ty, None, loaded(reg))
            }
            other => return Ok(other.clone()),
        };
        if missing != 0 {
            return Err("it has no value yet".to_owned());
        }
        let target = self.view.target();
        if let Some(to) = ty.target(program) {
            let pointer = scalar.pointer(target).ok_or("it is not decided yet")?;
            return Ok(Value::Pointer { to: pointer, ty: to });
        }
        let raw = scalar.bits(target).ok_or("it is not decided yet")?;
        self.number(ty, bits, raw)
    }

    /// A number of a type from its bits.
    fn number(&self, ty: &Ty, bits: Option<(u32, u32)>, raw: u64) -> Result<Value, Refusal> {
        let program = self.program();
        let other = || Err(format!("a `{}` cannot be calculated with", ty.name(program)));
        let Some(record) = ty.record(program) else { return other() };
        let size = ty.size(program).unwrap_or(8).clamp(1, 8) as u32 * 8;
        let (precision, unsigned) = match &record.kind {
            TypeKind::Bool { .. } => (8, true),
            TypeKind::Integer { unsigned, .. } | TypeKind::Enum { unsigned, .. } => (size, *unsigned),
            TypeKind::Float { format: FloatFormat::Single } => {
                return Ok(Value::Real(f32::from_bits(raw as u32).into()));
            }
            TypeKind::Float { format: FloatFormat::Double } => return Ok(Value::Real(f64::from_bits(raw))),
            _ => return other(),
        };
        let (raw, width) = match bits {
            Some((shift, width)) => (raw >> shift, width.clamp(1, 64)),
            None => (raw, precision),
        };
        let value = fitted(raw.into(), width, unsigned);
        // What is narrower than `int` is one.
        let unsigned = unsigned && width >= INT;
        Ok(Value::Number { value, bits: width.max(INT).next_multiple_of(INT), unsigned })
    }

    /// What the register of a variable holds.
    pub(crate) fn register(&self, value: &Value) -> Option<Reg> {
        let Value::Register { thread, depth, code, r, .. } = value else { return None };
        self.view.register(*thread, *depth, *code, *r)
    }

    /// Why memory cannot be looked at.
    pub(crate) fn bad(&self, error: &AccessError) -> String {
        let object = error.object.as_ref().map(|it| self.view.name_of(it));
        let what = object.map_or_else(|| "memory".to_owned(), |it| format!("`{it}`"));
        match error.fault {
            AccessFault::Null => "this is a null pointer: nothing is there".to_owned(),
            AccessFault::NoObject => format!("there is no memory at {:#x}", error.addr),
            AccessFault::OutOfBounds => {
                let size = error.object.as_ref().map_or(0, |it| it.size);
                format!("offset {} is outside of {what}, which has {size} bytes", error.offset)
            }
            AccessFault::Freed => "this memory was freed".to_owned(),
            AccessFault::OutOfScope => format!("the life of {what} has ended"),
            AccessFault::Function => "this is a function".to_owned(),
            AccessFault::Mixed => "it is not decided yet".to_owned(),
            _ => format!("this cannot be looked at: {}", error.kind()),
        }
    }
}
