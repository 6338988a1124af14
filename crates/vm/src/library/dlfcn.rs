//! `dlfcn.h`: nothing can be loaded at run time.

use super::guest;
use crate::fault::Outcome;
use crate::machine::Machine;
use crate::native::{Call, Flow, Native};

pub(super) const TABLE: &[Native] = &[
    Native { name: "dlopen", run: |_, _| Flow::number(0) },
    Native { name: "dlsym", run: |_, _| Flow::number(0) },
    Native { name: "dlclose", run: |_, _| Flow::int(-1) },
    Native { name: "dladdr", run: |_, _| Flow::int(0) },
    Native { name: "dlerror", run: dlerror },
];

fn dlerror(m: &mut Machine<'_>, _: &Call) -> Outcome<Flow> {
    Flow::pointer(guest::object(m, b"gmc loads nothing at run time\0", 1)?)
}
