//! What stands for functions that nobody models, where the user says what to assume of them.

use crate::native::{Flow, Native, memory};

pub(super) const TABLE: &[Native] = &[
    memory("__gmc_nothing", |_, _| Ok(Flow::Void)),
    memory("__gmc_zero", |_, _| Flow::number(0)),
    memory("__gmc_value", |m, call| Flow::int(call.int(m, 0)?)),
];
