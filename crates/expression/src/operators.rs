//! Operators and casts of expressions: what they make of values.

use crate::Refusal;
use crate::arithmetic::{basic, compared, fitted, integers, real, reals, rounded, truth};
use crate::evaluate::Evaluator;
use crate::parse::TypeName;
use crate::scope::{Scope, Value};
use crate::types::{self, Ty};
use gmc_ir::types::{FloatFormat, TypeKind};
use gmc_mem::Pointer;

impl<S: Scope + ?Sized> Evaluator<'_, S> {
    /// Whether a value is not 0.
    ///
    /// # Errors
    /// When it is neither a number nor an address, or cannot be looked at.
    pub fn is_true(&self, value: &Value) -> Result<bool, Refusal> {
        Ok(match self.plain(value)? {
            Value::Number { value, .. } => value != 0,
            Value::Real { value, .. } => value != 0.0,
            Value::Pointer { to, .. } => !to.is_null(),
            Value::Open(open) => self.is_open_true(open)?,
            _ => return Err("this is neither true nor false".to_owned()),
        })
    }

    /// What `!`, `+`, `-` and `~` make of a value.
    pub(crate) fn unary(&self, sign: char, value: &Value) -> Result<Value, Refusal> {
        if sign == '!' {
            return Ok(truth(!self.is_true(value)?));
        }
        match (sign, self.plain(value)?) {
            ('+', it @ (Value::Number { .. } | Value::Real { .. } | Value::Open(_))) => Ok(it),
            ('-' | '~', Value::Open(open)) => self.open_unary(sign, open),
            ('-', Value::Real { value, single }) => Ok(Value::Real { value: -value, single }),
            ('-', Value::Number { value, bits, unsigned }) => {
                Ok(Value::Number { value: fitted(-value, bits, unsigned), bits, unsigned })
            }
            ('~', Value::Number { value, bits, unsigned }) => {
                Ok(Value::Number { value: fitted(!value, bits, unsigned), bits, unsigned })
            }
            _ => Err(format!("`{sign}` does not go with this")),
        }
    }

    /// What an operator makes of two values; `&&` and `||` are not among them.
    pub(crate) fn binary(&self, sign: &str, left: &Value, right: &Value) -> Result<Value, Refusal> {
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
                let size = i128::from(ty.size(self.scope.program()).unwrap_or(1).max(1));
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
            (a, b) if matches!(a, Value::Open(_)) || matches!(b, Value::Open(_)) => {
                self.open_binary(sign, &a, &b)
            }
            (a, b) => reals(sign, &a, &b).map_or_else(wrong, Ok),
        }
    }

    /// A pointer so many elements further on.
    fn moved(&self, to: Pointer, ty: Ty, by: i128) -> Result<Value, Refusal> {
        let size = i128::from(ty.size(self.scope.program()).unwrap_or(1));
        Ok(Value::Pointer { to: to.wrapping_offset((size * by) as i64), ty })
    }

    /// A value as one of another type.
    pub(crate) fn cast(&self, name: &TypeName, value: &Value) -> Result<Value, Refusal> {
        let program = self.scope.program();
        let value = self.plain(value)?;
        let found = types::named(program, self.scope.unit(), name);
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
        let format = match kind {
            Some(TypeKind::Float { format }) => Some(*format),
            _ => None,
        };
        // Of another format there are no values here.
        let is_single = format == Some(FloatFormat::Single);
        let is_to_real = is_single || format == Some(FloatFormat::Double) || name.words == ["double"];
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
            (Value::Open(open), None, Some((bits, unsigned))) => {
                let machine = self.scope.machine().ok_or("it is not decided yet")?;
                Ok(open.cast(machine, bits, unsigned))
            }
            (Value::Real { value, .. }, None, Some((bits, unsigned))) => {
                Ok(Value::Number { value: fitted(value as i128, bits, unsigned), bits, unsigned })
            }
            (it @ (Value::Real { .. } | Value::Number { .. }), None, None) if is_to_real => {
                Ok(rounded(real(&it).unwrap_or(0.0), is_single))
            }
            _ => Err(match found {
                Err(why) => why,
                Ok(ty) => format!("this cannot be cast to `{}`", ty.name(program)),
            }),
        }
    }
}
