//! The arguments of a format: those of the call, or those of a `va_list`.

use gmc_mem::Pointer;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::Call;
use gmc_vm::reg::Reg;
use gmc_vm::varargs;

/// Where arguments come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passed<'c> {
    /// The call itself, from this one on.
    Call { call: &'c Call, first: usize },
    /// A `va_list`: the next slot.
    List { slot: Pointer },
}

/// An argument.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// An integer of this many bytes.
    Int { reg: Reg, size: u8 },
    /// A pointer.
    Pointer { reg: Reg },
    /// A double.
    Double { bits: u64 },
    /// More than a register.
    Wide { bytes: Vec<u8> },
    /// What no conversion takes.
    Other,
}

impl Value {
    pub(super) fn describe(&self) -> String {
        match self {
            Value::Int { size, .. } => format!("an integer of {size} bytes"),
            Value::Pointer { .. } => "a pointer".to_owned(),
            Value::Double { .. } => "a double".to_owned(),
            Value::Wide { bytes } => format!("a value of {} bytes", bytes.len()),
            Value::Other => "a structure".to_owned(),
        }
    }
}

impl<'c> Passed<'c> {
    /// Arguments that the call has from `first` on.
    pub(crate) fn call(call: &'c Call, first: usize) -> Passed<'c> {
        Passed::Call { call, first }
    }

    /// Arguments that the `va_list` in an argument has.
    pub(crate) fn list(m: &Machine, call: &Call, at: usize) -> InterpResult<Passed<'c>> {
        Ok(Passed::List { slot: varargs::position(&m.memory, call.pointer(at)?)? })
    }

    /// An argument by number, from 0; none where there are not as many. Where it does not matter what a number is, one
    /// that is not decided is a zero.
    pub(crate) fn get(&self, m: &Machine, at: usize, unread: bool) -> InterpResult<Option<Value>> {
        let (class, reg, bytes) = match *self {
            Passed::Call { call, first } => {
                let at = first + at;
                if at >= call.count() {
                    return Ok(None);
                }
                let class = call.class(at)?;
                let bytes = if let Class::Wide { .. } = class { call.image(m, at)? } else { Vec::new() };
                (class, call.reg(at)?, bytes)
            }
            Passed::List { slot } => match varargs::value_at(&m.memory, slot, at)? {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        let is_number = matches!(class, Class::Int { .. } | Class::Single | Class::Double);
        let reg = if unread && is_number && reg.is_nondet() { Reg::ZERO } else { reg };
        Ok(Some(match class {
            Class::Int { size, .. } => Value::Int { reg, size },
            Class::Pointer => Value::Pointer { reg },
            Class::Double => Value::Double { bits: gmc_vm::exec::number_of(&m.memory, reg)? },
            Class::Single => {
                let bits = gmc_vm::exec::number_of(&m.memory, reg)?;
                Value::Double { bits: f64::from(f32::from_bits(bits as u32)).to_bits() }
            }
            Class::Wide { .. } => Value::Wide { bytes },
            Class::Void | Class::Aggregate { .. } => Value::Other,
        }))
    }
}
