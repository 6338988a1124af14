//! `assert.h`

use super::guest;
use gmc_model::ErrorKind;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};

pub(super) const TABLE: &[Native] = &[
    memory("__assert_fail", assert_fail),
    memory("__assert", assert_fail),
    memory("__assert_perror_fail", assert_perror_fail),
];

fn assert_fail(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let expression = guest::text(m, call, 0)?;
    let expression = String::from_utf8_lossy(&expression);
    Err(InterpError::other(ErrorKind::Assertion, format!("assertion `{expression}` does not hold")))
}

fn assert_perror_fail(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let error = super::errno::text(guest::int(m, call, 0)?);
    Err(InterpError::other(ErrorKind::Assertion, format!("an assertion met the error \"{error}\"")))
}
