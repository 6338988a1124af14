//! `fenv.h`: the machine rounds to nearest, and has no exception flags. A program that asks for them is not supported.

use super::guest;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};

pub(super) const TABLE: &[Native] = &[
    memory("fegetround", |_, _| Flow::number(0)),
    memory("fesetround", set_round),
    memory("feclearexcept", |_, _| Flow::number(0)),
    memory("feraiseexcept", |_, _| Flow::number(0)),
    memory("fetestexcept", tested),
    memory("fegetexceptflag", |m, call| save(m, call, 2)),
    memory("fesetexceptflag", |m, call| restore(m, call, 2)),
    memory("fegetenv", |m, call| save(m, call, ENVIRONMENT)),
    memory("feholdexcept", |m, call| save(m, call, ENVIRONMENT)),
    memory("fesetenv", |m, call| restore(m, call, ENVIRONMENT)),
    memory("feupdateenv", |m, call| restore(m, call, ENVIRONMENT)),
    memory("feenableexcept", |_, _| Err(InterpError::unsupported("floating-point arithmetic that traps"))),
    memory("fedisableexcept", |_, _| Flow::number(0)),
    memory("fegetexcept", |_, _| Flow::number(0)),
];

/// Bytes of an `fenv_t` on x86-64.
const ENVIRONMENT: u64 = 32;

fn set_round(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if call.number(m, 0)? == 0 {
        return Flow::number(0);
    }
    Err(InterpError::unsupported("rounding other than to nearest"))
}

/// Whether flags are set: of none, none is.
fn tested(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if call.number(m, 0)? == 0 {
        return Flow::number(0);
    }
    Err(InterpError::unsupported("asking which floating-point exceptions there were (`fetestexcept`)"))
}

/// What is saved says nothing; it is there to be put back.
fn save(m: &mut Machine, call: &Call, size: u64) -> InterpResult<Flow> {
    m.memory.fill(call.pointer(0)?, 0, size)?;
    Flow::number(0)
}

/// `FE_DFL_ENV` is no place in memory.
fn restore(m: &mut Machine, call: &Call, size: u64) -> InterpResult<Flow> {
    let from = call.pointer(0)?;
    if from.addr != u64::MAX {
        guest::bytes(m, from, size)?;
    }
    Flow::number(0)
}
