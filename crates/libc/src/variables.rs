//! Variables that no unit defines: those of the C library get their values here. Nothing is known of any other, so an
//! access to it is refused.

use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;

/// Variables of glibc's whose value is always this byte, as far as the program can tell.
const BYTES: &[(&str, u8)] = &[
    // Others may have started threads: what asks takes the way that is right for any number of them.
    ("__libc_single_threaded", 0),
];

/// Runs after other files of the library have given values to their variables.
pub(crate) fn start(m: &mut Machine) -> InterpResult<()> {
    for (name, variable) in m.compiled.undefined.variables.clone() {
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
