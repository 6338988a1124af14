//! Output that the program never reads: what is printed need not be decided.
//!
//! The ordinary handler runs with zeros for numbers that are not decided, so that it finds what else is wrong with the
//! call. A run that is reported is executed again with numbers, and prints those.

use super::Outcome;
use crate::stdio;
use gmc_vm::effects::Target;
use gmc_vm::interp_error::InterpResult;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Handler};
use gmc_vm::reg::Reg;

/// The call with zeros for numbers that are not decided. Nothing where there are none, or where they may decide more
/// than what is printed.
fn with_zeros(call: &Call) -> InterpResult<Option<Call>> {
    if !call.regs.iter().any(|reg| reg.is_open()) {
        return Ok(None);
    }
    let mut plain = Call::new(call.name, call.site);
    for at in 0..call.count() {
        let (class, reg) = (call.class(at)?, call.reg(at)?);
        let is_number = matches!(class, Class::Int { .. } | Class::Single | Class::Double);
        match (reg.is_open(), is_number) {
            (true, true) if reg.is_nondet() => plain.push(class, &[Reg::ZERO]),
            (false, _) if class.words() == 1 => plain.push(class, &[reg]),
            _ => return Ok(None),
        }
    }
    Ok(Some(plain))
}

/// Output that goes nowhere, of a call whose result is not used: the numbers in it need not be decided.
pub(crate) fn unread(m: &mut Machine, call: &Call, print: Handler) -> Outcome {
    let uses = &m.compiled.uses;
    let is_plain = !uses.cancellation && !uses.timers && !uses.mapped_files;
    if call.result.is_some() || !is_plain || !stdio::is_unread(m, call, Target::Stream) {
        return Ok(None);
    }
    let Some(plain) = with_zeros(call)? else { return Ok(None) };
    let (exposures, seen) = (m.memory.pending_exposures(), m.memory.is_address_dependent());
    let printed = print(m, &plain);
    m.memory.truncate_exposures(exposures);
    m.memory.set_address_dependent(seen);
    match printed {
        Ok(_) => Ok(Some(Flow::Void)),
        // It prints strings that are not decided, or finds an error, which it reports with numbers.
        Err(_) => Ok(None),
    }
}
