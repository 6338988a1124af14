//! Variables that no unit defines: those of the C library have values here; of others nothing is known, so that nobody may look.

use crate::fault::{InterpError, InterpResult};
use crate::machine::Machine;

/// Variables of glibc's whose value is always this byte, as far as the program can tell.
const BYTES: &[(&str, u8)] = &[
    // Others may have started threads: what asks takes the way that is right for any number of them.
    ("__libc_single_threaded", 0),
];

/// After others have given values to what they know.
pub(super) fn start(m: &mut Machine) -> InterpResult<()> {
    for (name, variable) in m.compiled.external_variables.clone() {
        if let Some(&(_, value)) = BYTES.iter().find(|it| it.0 == name) {
            m.memory.fill(variable, value, 1)?;
        }
        let size = m.memory.object(variable.prov).map_or(0, |it| it.size);
        if m.memory.load_overlapping(variable, size)?.is_empty() {
            m.memory.set_barred(variable.prov, true);
        }
    }
    Ok(())
}

/// What is wrong is not the program's mistake if it is about a variable that no unit defines.
#[cold]
pub(crate) fn excused(m: &Machine, fault: Box<InterpError>) -> Box<InterpError> {
    let object = fault.object().filter(|_| fault.kind().is_some());
    let known = |id| m.memory.object(id).is_some_and(|it| !it.barred);
    let variables = &m.compiled.external_variables;
    match object.and_then(|id| variables.iter().find(|it| it.1.prov == id && !known(id))) {
        Some((name, _)) => undefined(name),
        None => fault,
    }
}

/// A variable that no unit defines is used.
pub(crate) fn undefined(name: &str) -> Box<InterpError> {
    InterpError::unsupported(format!(
        "variable `{name}`, which no unit defines and gmc does not model: define it in a file that is checked together \
         with the program (--model)"
    ))
}
