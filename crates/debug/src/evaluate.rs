//! The values of expressions at a place of a run.
//!
//! Invariant: evaluating only looks. What cannot be looked at is an error in words: pointers that point nowhere, values that
//! were never set or are not decided yet.

use super::arithmetic::{INT, basic, compared, fitted, integer_name, integers, real, reals, size, truth};
use super::expression::{Expr, TypeName, parse};
use super::follow::Target;
use super::types::{self, Ty};
use super::{Refusal, Session};
use gmc_ir::id::TypeId;
use gmc_ir::program::{Program, UnitIndex};
use gmc_ir::types::{FieldFlags, FloatFormat, TypeKind};
use gmc_mem::{AccessError, AccessFault, Pointer};
use gmc_model::ThreadId;
use gmc_model::Variable;
use gmc_observe::heap;
use gmc_observe::scene::{Look, register};
use gmc_observe::tracer::Tracer;
use gmc_system::Execution;
use gmc_vm::CodeId;
use gmc_vm::code::R;
use gmc_vm::diagnose::leaf::{self, Leaf};
use gmc_vm::machine::Machine;
use gmc_vm::reg::Reg;
use gmc_vm::thread::Frame;

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
    pub(crate) machine: &'s Machine,
    tracer: Option<&'s Tracer>,
    pub(crate) thread: ThreadId,
    /// The call, by its number from the outermost.
    pub(crate) depth: usize,
    pub(crate) frame: Option<&'s Frame>,
    pub(crate) unit: UnitIndex,
}

impl Session {
    /// What an expression is in a call of a thread: 0 is the innermost.
    ///
    /// # Errors
    /// When it makes no sense, or its value cannot be looked at.
    pub fn evaluate(&self, thread: u32, frame: usize, text: &str) -> Result<Variable, Refusal> {
        let value = self.value(ThreadId(thread), frame, text)?;
        self.context(ThreadId(thread), frame).show(&self.observed.subject, text.trim(), &value)
    }

    pub(crate) fn value(&self, thread: ThreadId, frame: usize, text: &str) -> Result<Value, Refusal> {
        let context = self.context(thread, frame);
        let program = context.program();
        let expr = parse(text, &|word| {
            // A variable hides a type of its name.
            types::is_type(program, context.unit, word) && context.name(word).is_err()
        })?;
        context.value(&expr)
    }

    /// Whether a condition can be read, whatever its names mean.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check(&self, text: &str) -> Result<(), Refusal> {
        let context = self.context(ThreadId::FIRST, 0);
        parse(text, &|word| types::is_type(context.program(), context.unit, word)).map(drop)
    }

    /// What is to be watched for a value to be followed.
    pub(crate) fn target(&self, value: &Value) -> Option<Target> {
        match value {
            Value::Place { at, ty, .. } => {
                Some(Target::Memory { at: *at, size: ty.size(&self.machine().compiled.program)?.max(1) })
            }
            Value::Register { thread, depth, code, r, .. } => {
                Some(Target::Register { thread: *thread, depth: *depth, code: *code, r: *r })
            }
            _ => None,
        }
    }

    /// A value in one line, whatever has become of it.
    pub(crate) fn shown(&self, value: &Value) -> String {
        match self.context(ThreadId::FIRST, 0).show(&self.observed.subject, "", value) {
            Ok(it) => in_a_line(&it),
            Err(_) => "not there".to_owned(),
        }
    }

    fn context(&self, thread: ThreadId, frame: usize) -> Context<'_> {
        Context::new(self.machine(), Tracer::of(&self.observed.subject), thread, frame)
    }
}

/// Whether a condition is not 0 where a thread stands. What cannot be looked at is not so.
pub(crate) fn holds(machine: &Machine, tracer: &Tracer, thread: ThreadId, text: &str) -> bool {
    let context = Context::new(machine, Some(tracer), thread, 0);
    let expr = parse(text, &|word| types::is_type(context.program(), context.unit, word));
    expr.and_then(|it| context.is_true(&context.value(&it)?)).unwrap_or(false)
}

/// A variable with its parts in one line.
pub(crate) fn in_a_line(it: &Variable) -> String {
    if it.parts.is_empty() {
        return it.value.clone();
    }
    let parts: Vec<String> = it.parts.iter().map(|part| format!("{} = {}", part.name, part.value)).collect();
    format!("{{{}}}", parts.join(", "))
}

impl<'s> Context<'s> {
    fn new(machine: &'s Machine, tracer: Option<&'s Tracer>, thread: ThreadId, frame: usize) -> Context<'s> {
        let frames = machine.threads.get(thread).map_or(&[][..], |it| &it.frames);
        let depth = frames.len().checked_sub(frame + 1);
        let found = depth.and_then(|depth| frames.get(depth));
        let code = found.map_or(machine.compiled.entry.main, |it| it.code);
        let unit = machine.compiled.codes[code].global.unit;
        Context { machine, tracer, thread, depth: depth.unwrap_or(0), frame: found, unit }
    }

    pub(crate) fn program(&self) -> &Program {
        &self.machine.compiled.program
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
    fn plain(&self, value: &Value) -> Result<Value, Refusal> {
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
                let loaded = self.machine.memory.load_lenient(*at, size as usize);
                (ty, *bits, loaded.map_err(|error| self.bad(&error))?)
            }
            Value::Register { ty, .. } => {
                let reg = self.register(value).ok_or("it has no value yet")?;
                (ty, None, (reg.to_scalar(), if reg.is_undef() { u8::MAX } else { 0 }))
            }
            other => return Ok(other.clone()),
        };
        if missing != 0 {
            return Err("it has no value yet".to_owned());
        }
        let target = self.machine.memory.target();
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

    fn register(&self, value: &Value) -> Option<Reg> {
        let Value::Register { thread, depth, code, r, .. } = value else { return None };
        let frame = self.machine.threads.get(*thread)?.frames.get(*depth)?;
        register(self.machine, self.tracer, *thread, *depth, *r).filter(|_| frame.code == *code)
    }

    /// Why memory cannot be looked at.
    fn bad(&self, error: &AccessError) -> String {
        let object = error.object.as_ref().map(|it| gmc_vm::diagnose::name_of(self.machine, it));
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

    fn is_true(&self, value: &Value) -> Result<bool, Refusal> {
        Ok(match self.plain(value)? {
            Value::Number { value, .. } => value != 0,
            Value::Real(value) => value != 0.0,
            Value::Pointer { to, .. } => !to.is_null(),
            _ => return Err("this is neither true nor false".to_owned()),
        })
    }

    fn unary(&self, sign: char, value: &Value) -> Result<Value, Refusal> {
        if sign == '!' {
            return Ok(truth(!self.is_true(value)?));
        }
        match (sign, self.plain(value)?) {
            ('+', it @ (Value::Number { .. } | Value::Real(_))) => Ok(it),
            ('-', Value::Real(value)) => Ok(Value::Real(-value)),
            ('-', Value::Number { value, bits, unsigned }) => {
                Ok(Value::Number { value: fitted(-value, bits, unsigned), bits, unsigned })
            }
            ('~', Value::Number { value, bits, unsigned }) => {
                Ok(Value::Number { value: fitted(!value, bits, unsigned), bits, unsigned })
            }
            _ => Err(format!("`{sign}` does not go with this")),
        }
    }

    fn binary(&self, sign: &str, left: &Value, right: &Value) -> Result<Value, Refusal> {
        let wrong = || Err(format!("`{sign}` does not go with these two"));
        match (self.plain(left)?, self.plain(right)?) {
            (Value::Pointer { to, ty }, Value::Number { value, .. }) if sign == "+" => {
                self.moved(to, ty, value)
            }
            (Value::Number { value, .. }, Value::Pointer { to, ty }) if sign == "+" => {
                self.moved(to, ty, value)
            }
            (Value::Pointer { to, ty }, Value::Number { value, .. }) if sign == "-" => {
                self.moved(to, ty, -value)
            }
            (Value::Pointer { to: a, ty }, Value::Pointer { to: b, .. }) if sign == "-" => {
                let size = i128::from(ty.size(self.program()).unwrap_or(1).max(1));
                let value = (i128::from(a.addr) - i128::from(b.addr)) / size;
                Ok(Value::Number { value, bits: 64, unsigned: false })
            }
            (Value::Pointer { to: a, .. }, Value::Pointer { to: b, .. }) => {
                compared(sign, &a.addr, &b.addr).map_or_else(wrong, Ok)
            }
            (Value::Pointer { to, .. }, Value::Number { value, .. }) => {
                compared(sign, &i128::from(to.addr), &value).map_or_else(wrong, Ok)
            }
            (Value::Number { value, .. }, Value::Pointer { to, .. }) => {
                compared(sign, &value, &i128::from(to.addr)).map_or_else(wrong, Ok)
            }
            (
                Value::Number { value: a, bits: m, unsigned: u },
                Value::Number { value: b, bits: n, unsigned: v },
            ) => integers(sign, (a, m, u), (b, n, v)),
            (a, b) => match (real(&a), real(&b)) {
                (Some(a), Some(b)) => reals(sign, a, b).map_or_else(wrong, Ok),
                _ => wrong(),
            },
        }
    }

    fn moved(&self, to: Pointer, ty: Ty, by: i128) -> Result<Value, Refusal> {
        let size = i128::from(ty.size(self.program()).unwrap_or(1));
        Ok(Value::Pointer { to: to.wrapping_offset((size * by) as i64), ty })
    }

    fn cast(&self, name: &TypeName, value: &Value) -> Result<Value, Refusal> {
        let program = self.program();
        let value = self.plain(value)?;
        let found = types::named(program, self.unit, name);
        let kind = found.as_ref().ok().and_then(|it| it.record(program)).map(|it| &it.kind);
        let target = found.as_ref().ok().and_then(|it| it.target(program));
        let integer = match kind {
            Some(TypeKind::Integer { unsigned, precision } | TypeKind::Enum { unsigned, precision, .. }) => {
                Some((*precision, *unsigned))
            }
            Some(TypeKind::Bool { .. }) => return Ok(truth(self.is_true(&value)?)),
            Some(_) => None,
            None => basic(name),
        };
        let real_wanted = matches!(kind, Some(TypeKind::Float { .. })) || name.words == ["double"];
        match (value, target, integer) {
            (Value::Pointer { to, .. }, Some(ty), _) => Ok(Value::Pointer { to, ty }),
            (Value::Number { value, .. }, Some(ty), _) => {
                Ok(Value::Pointer { to: Pointer::from_number(value as u64), ty })
            }
            (Value::Pointer { to, .. }, None, Some((bits, unsigned))) => {
                Ok(Value::Number { value: fitted(to.addr.into(), bits, unsigned), bits, unsigned })
            }
            (Value::Number { value, .. }, None, Some((bits, unsigned))) => {
                Ok(Value::Number { value: fitted(value, bits, unsigned), bits, unsigned })
            }
            (Value::Real(value), None, Some((bits, unsigned))) => {
                Ok(Value::Number { value: fitted(value as i128, bits, unsigned), bits, unsigned })
            }
            (it @ (Value::Real(_) | Value::Number { .. }), None, None) if real_wanted => {
                Ok(Value::Real(real(&it).unwrap_or(0.0)))
            }
            _ => Err(match found {
                Err(why) => why,
                Ok(ty) => format!("this cannot be cast to `{}`", ty.name(program)),
            }),
        }
    }

    /// A value for a reader.
    fn show(&self, subject: &Execution, name: &str, value: &Value) -> Result<Variable, Refusal> {
        let (machine, program) = (self.machine, self.program());
        let simple = |ty: String, value: String| Variable {
            name: name.to_owned(),
            ty,
            value: heap::renumbered(subject, &value),
            target: None,
            parts: Vec::new(),
        };
        Ok(match value {
            Value::Number { value, bits, unsigned } => {
                simple(integer_name(*bits, *unsigned), value.to_string())
            }
            Value::Real(value) => simple("double".to_owned(), value.to_string()),
            Value::Pointer { to, ty } => {
                let text = match ty {
                    Ty::Known(unit, ty) => leaf::pointer_to(machine, program.unit(*unit), *ty, *to),
                    Ty::To(_) => leaf::pointer(machine, *to),
                };
                simple(Ty::To(ty.clone().into()).name(program), text)
            }
            Value::Register { ty: Ty::Known(unit, ty), .. } => {
                let size = Ty::Known(*unit, *ty).size(program).unwrap_or(0);
                let leaf = whole(name, *ty, size as usize, None);
                match self.register(value) {
                    Some(_) if !(1..=8).contains(&size) => simple(self.type_name(*unit, *ty), "…".to_owned()),
                    Some(reg) => {
                        let missing = if reg.is_undef() { u8::MAX } else { 0 };
                        Look::new(subject).leaf(*unit, leaf, (reg.to_scalar(), missing))
                    }
                    None => simple(self.type_name(*unit, *ty), "not set".to_owned()),
                }
            }
            Value::Place { at, ty: Ty::Known(unit, ty), bits } => {
                self.memory(subject, name, *at, (*unit, *ty), *bits)?
            }
            Value::Place { ty: Ty::To(_), .. } | Value::Register { ty: Ty::To(_), .. } => {
                return self.show(subject, name, &self.plain(value)?);
            }
        })
    }

    fn type_name(&self, unit: UnitIndex, ty: TypeId) -> String {
        Ty::Known(unit, ty).name(self.program())
    }

    fn memory(
        &self,
        subject: &Execution,
        name: &str,
        at: Pointer,
        (unit, ty): (UnitIndex, TypeId),
        bits: Option<(u32, u32)>,
    ) -> Result<Variable, Refusal> {
        let (machine, program) = (self.machine, self.program());
        let known = Ty::Known(unit, ty);
        let plain = |value: String| Variable {
            name: name.to_owned(),
            ty: known.name(program),
            value,
            target: None,
            parts: Vec::new(),
        };
        if matches!(program.unit(unit).types[ty.index()].kind, TypeKind::Function { .. }) {
            return Ok(plain(leaf::pointer(machine, at)));
        }
        if let Some((shift, width)) = bits {
            let size = u64::from(shift + width).div_ceil(8).clamp(1, 8) as usize;
            let loaded = machine.memory.load_lenient(at, size).map_err(|error| self.bad(&error))?;
            return Ok(Look::new(subject).leaf(unit, whole(name, ty, size, bits), loaded));
        }
        let size = known.size(program).unwrap_or(0);
        // The first and the last byte tell whether all of it is there.
        for byte in [0, size.saturating_sub(1)] {
            let loaded = machine.memory.load_lenient(at.wrapping_offset(byte as i64), 1);
            loaded.map(drop).or_else(|error| match error.fault {
                AccessFault::Mixed => Ok(()),
                _ => Err(self.bad(&error)),
            })?;
        }
        let shown = Look::new(subject).variable(unit, ty, name.to_owned(), at);
        Ok(shown.unwrap_or_else(|| plain("…".to_owned())))
    }
}

fn whole(name: &str, ty: TypeId, size: usize, bits: Option<(u32, u32)>) -> Leaf {
    Leaf { path: name.to_owned(), offset: 0, size, bits, ty }
}
