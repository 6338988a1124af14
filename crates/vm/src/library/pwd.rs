//! `pwd.h` and `grp.h`: there are no other users.

use crate::native::{Flow, Native, memory};

pub(super) const TABLE: &[Native] = &[
    memory("getpwuid", |_, _| Flow::number(0)),
    memory("getpwnam", |_, _| Flow::number(0)),
    memory("getgrgid", |_, _| Flow::number(0)),
    memory("getgrnam", |_, _| Flow::number(0)),
];
