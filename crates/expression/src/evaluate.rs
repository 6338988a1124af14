//! The values of expressions in a scope.

use crate::Refusal;
use crate::arithmetic::{INT, basic, fitted, literal, size, truth};
use crate::parse::Expr;
use crate::scope::{Scope, Value};
use crate::types::{self, Ty};
use gmc_ir::types::{FieldFlags, FloatFormat, TypeKind};

/// Evaluates expressions in a scope.
pub struct Evaluator<'s, S: ?Sized> {
    pub(crate) scope: &'s S,
}

impl<'s, S: Scope + ?Sized> Evaluator<'s, S> {
    /// For this scope.
    pub fn new(scope: &'s S) -> Evaluator<'s, S> {
        Evaluator { scope }
    }

    /// The scope.
    pub fn scope(&self) -> &'s S {
        self.scope
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// When it makes no sense, or its value cannot be looked at.
    pub fn value(&self, expr: &Expr) -> Result<Value, Refusal> {
        match expr {
            Expr::Name(name) => self.name(name),
            Expr::Known(value) => self.settled((**value).clone()),
            Expr::Call(call) => Err(format!("`{}` cannot be called here", call.name)),
            Expr::Integer { value, unsigned, long, decimal } => {
                Ok(literal(*value, *unsigned, *long, *decimal))
            }
            Expr::Real { value, single } => Ok(Value::Real { value: *value, single: *single }),
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
            Expr::Member(it, name) => self.settled(self.member(&self.value(it)?, name)?),
            Expr::Index(it, index) => {
                let sum = self.binary("+", &self.value(it)?, &self.value(index)?)?;
                self.dereference(&sum)
            }
            Expr::Cast(name, it) => self.cast(name, &self.value(it)?),
            Expr::SizeOf(it) => match self.value(it)? {
                Value::Place { ty, .. } | Value::Register { ty, .. } => self.size(&ty),
                Value::Number { bits, .. } => Ok(size(u64::from(bits / 8))),
                Value::Open(_) => Ok(size(u64::from(INT / 8))),
                Value::Real { single, .. } => Ok(size(if single { 4 } else { 8 })),
                Value::Pointer { ty, .. } => self.size(&Ty::To(ty.into())),
            },
            Expr::SizeOfType(name) => {
                match (basic(name), types::named(self.scope.program(), self.scope.unit(), name)) {
                    (_, Ok(ty)) => self.size(&ty),
                    (Some((bits, _)), _) => Ok(size(u64::from(bits / 8))),
                    (None, Err(why)) => Err(why),
                }
            }
            Expr::Conditional(condition, yes, no) => {
                self.value(if self.is_true(&self.value(condition)?)? { yes } else { no })
            }
        }
    }

    fn size(&self, ty: &Ty) -> Result<Value, Refusal> {
        let bytes = ty.size(self.scope.program());
        bytes.map(size).ok_or_else(|| format!("the size of `{}` is not known", ty.name(self.scope.program())))
    }

    fn name(&self, name: &str) -> Result<Value, Refusal> {
        self.settled(self.scope.name(name)?)
    }

    /// What a name stands for: references stand for what they refer to.
    fn settled(&self, found: Value) -> Result<Value, Refusal> {
        match &found {
            Value::Place { ty, .. } | Value::Register { ty, .. } if self.is_reference(ty) => {
                self.dereference(&found)
            }
            _ => Ok(found),
        }
    }

    /// Whether an expression is a reference, so that its value lies elsewhere.
    pub fn is_reference_to(&self, expr: &Expr) -> bool {
        let place = match expr {
            Expr::Name(name) => self.scope.name(name),
            Expr::Known(value) => Ok((**value).clone()),
            Expr::Member(it, name) => self.value(it).and_then(|it| self.member(&it, name)),
            _ => return false,
        };
        matches!(place, Ok(Value::Place { ty, .. } | Value::Register { ty, .. }) if self.is_reference(&ty))
    }

    fn is_reference(&self, ty: &Ty) -> bool {
        let record = ty.record(self.scope.program());
        record.is_some_and(|it| matches!(it.kind, TypeKind::Pointer { reference: true, .. }))
    }

    fn dereference(&self, value: &Value) -> Result<Value, Refusal> {
        match self.plain(value)? {
            Value::Pointer { to, ty } => {
                if ty.record(self.scope.program()).is_some_and(|it| it.kind == TypeKind::Void) {
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
        let (record, field) = ty.member(self.scope.program(), name)?;
        let Some(offset) = field.offset.map(|it| it + record) else {
            return Err(format!("where `{name}` lies depends on the run"));
        };
        let Ty::Known(unit, _) = ty else { return Err("pointers have no members".to_owned()) };
        let bits = field.flags.contains(FieldFlags::BIT_FIELD);
        let bits = bits.then(|| ((offset % 8) as u32, field.size.unwrap_or(1) as u32));
        let at = at.wrapping_offset((offset / 8) as i64);
        Ok(Value::Place { at, ty: Ty::Known(*unit, field.ty), bits })
    }

    /// Where the value of a `std::atomic` lies: in the only member of its only base, and so on.
    fn inside_atomic(&self, value: &Value) -> Option<Value> {
        let Value::Place { at, ty, bits: None } = value else { return None };
        let program = self.scope.program();
        let (mut at, mut ty) = (*at, ty.clone());
        if !ty.name(program).contains("std::atomic") {
            return None;
        }
        while let TypeKind::Record { fields, union: false } = &ty.record(program)?.kind {
            let Ty::Known(unit, _) = ty else { return None };
            let [field] = &fields[..] else { return None };
            at = at.wrapping_offset((field.offset? / 8) as i64);
            ty = Ty::Known(unit, field.ty);
        }
        Some(Value::Place { at, ty, bits: None })
    }

    /// What a variable holds: a number or an address.
    ///
    /// # Errors
    /// When that cannot be looked at.
    pub fn plain(&self, value: &Value) -> Result<Value, Refusal> {
        let program = self.scope.program();
        let inside = self.inside_atomic(value);
        let value = inside.as_ref().unwrap_or(value);
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
                (ty, *bits, self.scope.load(*at, size as usize)?)
            }
            Value::Register { ty, .. } => {
                (ty, None, self.scope.register(value).ok_or("it has no value yet")?)
            }
            other => return Ok(other.clone()),
        };
        if missing != 0 {
            return Err("it has no value yet".to_owned());
        }
        let target = self.scope.target();
        if let Some(to) = ty.target(program) {
            let pointer = scalar.pointer(target).ok_or("it is not decided yet")?;
            return Ok(Value::Pointer { to: pointer, ty: to });
        }
        match (scalar.bits(target), value) {
            (Some(raw), _) => self.number(ty, bits, raw),
            (None, Value::Place { at, .. }) => self.open(*at, ty, bits),
            (None, _) => Err("it is not decided yet".to_owned()),
        }
    }

    /// The bits of an integer type, and whether it is unsigned.
    pub(crate) fn integer_type(&self, ty: &Ty) -> Option<(u32, bool)> {
        let program = self.scope.program();
        let size = ty.size(program).unwrap_or(8).clamp(1, 8) as u32 * 8;
        match &ty.record(program)?.kind {
            TypeKind::Bool { .. } => Some((8, true)),
            TypeKind::Integer { unsigned, .. } => Some((size, *unsigned)),
            // In C++, an enumeration becomes an `int`, if all of its constants are some.
            TypeKind::Enum { unsigned, values, .. } => {
                let are_int = size == INT && values.iter().all(|it| i32::try_from(it.value).is_ok());
                Some((size, *unsigned && !(are_int && self.is_of_cxx(ty))))
            }
            _ => None,
        }
    }

    /// Whether a type is one of a file in C++.
    fn is_of_cxx(&self, ty: &Ty) -> bool {
        let Ty::Known(unit, _) = ty else { return false };
        let unit = self.scope.program().unit(*unit);
        unit.str(unit.language).contains("C++")
    }

    /// A number of a type from its bits.
    fn number(&self, ty: &Ty, bits: Option<(u32, u32)>, raw: u64) -> Result<Value, Refusal> {
        let program = self.scope.program();
        let other = || Err(format!("a `{}` cannot be calculated with", ty.name(program)));
        let Some(record) = ty.record(program) else { return other() };
        let (precision, unsigned) = match &record.kind {
            TypeKind::Float { format: FloatFormat::Single } => {
                return Ok(Value::Real { value: f32::from_bits(raw as u32).into(), single: true });
            }
            TypeKind::Float { format: FloatFormat::Double } => {
                return Ok(Value::Real { value: f64::from_bits(raw), single: false });
            }
            _ => match self.integer_type(ty) {
                Some(integer) => integer,
                None => return other(),
            },
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
}
