//! Variables that may be read before they are set, where that is no error: they hold a nondeterministic value.
//!
//! `Forget` says that a register has no value from there on. Where some path reads the register before it is written,
//! the value matters, and is made there; everywhere else nothing has to be done.

use super::class::Class;
use crate::code::{Code, Op, R, Rare};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Makes values for the registers that may be read without one.
pub(super) fn decide(code: &mut Code, classes: &HashMap<R, Class>) {
    for at in 0..code.ops.len() {
        let Op::Forget { d } = code.ops[at] else { continue };
        let Some(&class) = classes.get(&d) else { continue };
        let is_number = matches!(class, Class::Int { .. } | Class::Pointer | Class::Single | Class::Double);
        if is_number && code.live(at as u32 + 1).contains(usize::from(d)) {
            code.tables.rare.push(Rare::Any { d, class });
            code.ops[at] = Op::Rare { rare: code.tables.rare.len() as u32 - 1 };
        }
    }
    // Both operations write the register, so what is live stays so; lists are made anew with the final code.
    code.liveness = OnceLock::new();
}
