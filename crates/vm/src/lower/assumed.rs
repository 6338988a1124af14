//! Functions that nobody models, and what the user wants assumed of them.

use super::class::Class;
use super::mapping::{Mapped, Mapping, Source};
use crate::native;
use gmc_ir::program::Program;
use gmc_ir::program::external::External;
use gmc_ir::types::TypeKind;

/// What is assumed of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumed {
    /// It returns any value of its type, and does nothing else.
    Havoc,
    /// It returns this, and does nothing else.
    Stub(i64),
}

/// The functions that the program uses, no unit defines, and gmc does not model either.
pub fn unmodelled(program: &Program) -> Vec<External> {
    let mut externals = program.externals();
    externals.retain(|it| it.function && !it.weak && native::find(&it.name).is_none());
    externals
}

impl Mapping {
    /// From now on, this is assumed of a function.
    ///
    /// # Errors
    /// When its type has values that nothing can be assumed of.
    pub fn assume(&mut self, program: &Program, function: &External, assumed: Assumed) -> Result<(), String> {
        let unit = program.unit(function.declaration.unit);
        let class = match &unit.types[program.symbol(function.declaration).ty.index()].kind {
            TypeKind::Function { result, .. } => Class::of(unit, *result),
            _ => Class::Void,
        };
        let (name, arguments) = match (assumed, class) {
            (_, Class::Void) => ("__gmc_nothing", None),
            (_, Class::Aggregate { .. } | Class::Wide { .. }) => {
                return Err(format!(
                    "`{}` returns more than a number or a pointer: give it a body with --model",
                    function.name
                ));
            }
            (Assumed::Stub(0), _) => ("__gmc_zero", None),
            (Assumed::Stub(value), Class::Int { .. } | Class::Pointer) => {
                ("__gmc_value", Some(vec![Source::Constant(value)]))
            }
            (Assumed::Stub(_), _) => {
                return Err(format!("`{}` returns no whole number: only 0 can be assumed", function.name));
            }
            (Assumed::Havoc, class) => (any(class), None),
        };
        let native = native::find(name).expect("the machine has it");
        self.insert(&function.name, Mapped { native, arguments });
        Ok(())
    }
}

/// The function of the machine that has every value of a class.
fn any(class: Class) -> &'static str {
    match class {
        Class::Int { bits: 1, .. } => "__VERIFIER_nondet_bool",
        Class::Int { bits: 8, signed: true, .. } => "__VERIFIER_nondet_char",
        Class::Int { bits: 8, .. } => "__VERIFIER_nondet_uchar",
        Class::Int { bits: 16, signed: true, .. } => "__VERIFIER_nondet_short",
        Class::Int { bits: 16, .. } => "__VERIFIER_nondet_ushort",
        Class::Int { bits: 32, signed: true, .. } => "__VERIFIER_nondet_int",
        Class::Int { bits: 32, .. } => "__VERIFIER_nondet_uint",
        Class::Int { signed: true, .. } => "__VERIFIER_nondet_longlong",
        Class::Single => "__VERIFIER_nondet_float",
        Class::Double => "__VERIFIER_nondet_double",
        Class::Pointer => "__VERIFIER_nondet_pointer",
        _ => "__VERIFIER_nondet_ulonglong",
    }
}
