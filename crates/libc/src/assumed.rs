//! Functions that no unit defines and gmc does not model: which they are, and what the user wants assumed of them.

use crate::library;
use gmc_ir::program::external::External;
use gmc_ir::program::{Global, Program};
use gmc_ir::types::TypeKind;
use gmc_vm::lower::class::Class;
use gmc_vm::lower::{Mapped, Mapping, Source};
use gmc_vm::native::{Flow, Native, memory};

pub(super) const TABLE: &[Native] = &[
    memory("__gmc_nothing", |_, _| Ok(Flow::Void)),
    memory("__gmc_zero", |_, _| Flow::number(0)),
    memory("__gmc_value", |m, call| Flow::int(call.int(m, 0)?)),
];

/// Functions whose call is an error (`checker`).
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

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
    externals.retain(|it| it.function && !it.weak && library().find(&it.name).is_none());
    externals
}

/// Maps a function to one that does what is assumed of it.
///
/// # Errors
/// When its type has values that nothing can be assumed of.
pub fn assume(
    mapping: &mut Mapping,
    program: &Program,
    (name, declaration): (&str, Global),
    assumed: Assumed,
) -> Result<(), String> {
    let unit = program.unit(declaration.unit);
    let class = match &unit.types[program.symbol(declaration).ty.index()].kind {
        TypeKind::Function { result, .. } => Class::of(unit, *result),
        _ => Class::Void,
    };
    let (means, arguments) = match (assumed, class) {
        (_, Class::Void) => ("__gmc_nothing", None),
        (_, Class::Aggregate { .. } | Class::Wide { .. }) => {
            return Err(format!(
                "`{name}` returns more than a number or a pointer: give it a body with --model"
            ));
        }
        (Assumed::Stub(0), _) => ("__gmc_zero", None),
        (Assumed::Stub(value), Class::Int { .. } | Class::Pointer) => {
            ("__gmc_value", Some(vec![Source::Constant(value)]))
        }
        (Assumed::Stub(_), _) => {
            return Err(format!("`{name}` returns no whole number: only 0 can be assumed"));
        }
        (Assumed::Havoc, class) => (any(class), None),
    };
    let native = library().find(means).expect("it is in a table");
    mapping.insert(name, Mapped { native, arguments });
    Ok(())
}

/// The function to call in place of one whose call is an error, as SV-COMP has it.
pub fn error_function(name: &str) -> &'static str {
    ERRORS.iter().find(|it| **it == name).unwrap_or(&ERRORS[0])
}

/// The function that returns every value of a class.
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
