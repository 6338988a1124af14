//! What stands for functions that nobody models, where the user says what to assume of them.

use crate::native::{Flow, Native};

pub(super) const TABLE: &[Native] = &[
    Native { name: "__gmc_nothing", run: |_, _| Ok(Flow::Void) },
    Native { name: "__gmc_zero", run: |_, _| Flow::number(0) },
    Native { name: "__gmc_value", run: |m, call| Flow::int(call.int(m, 0)?) },
];
