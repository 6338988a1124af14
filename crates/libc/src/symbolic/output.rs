//! Output that the program never reads: what is printed need not be decided.

use super::limit::Limit;
use super::text::Text;
use gmc_mem::Pointer;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;

/// Whether a string, of which no more than `most` bytes are looked at, is a term somewhere. Then it is looked through:
/// it must end, wherever that is.
pub(crate) fn looked_through(m: &Machine, from: Pointer, most: u64) -> InterpResult<bool> {
    if !m.rules.symbolic || m.process.nondet.is_empty() {
        return Ok(false);
    }
    Ok(Text::read(m, from, Limit::number(most))?.is_some_and(|it| it.open))
}
