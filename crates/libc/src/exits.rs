//! `stdlib.h`, `unistd.h`: the end of the program, and what is to be called then.

use gmc_model::ErrorKind;
use gmc_vm::exit::{Argument, Handler, List};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, shared, sync};

/// What all threads notice.
pub(super) const TABLE: &[Native] = &[
    shared("_exit", now),
    shared("_Exit", now),
    shared("atexit", |m, c| register(m, c, List::Exit, Argument::None)),
    shared("at_quick_exit", |m, c| register(m, c, List::QuickExit, Argument::None)),
    shared("on_exit", |m, c| register(m, c, List::Exit, Argument::Status(c.reg(1)?))).keeps(1),
    shared("__cxa_atexit", |m, c| register(m, c, List::Exit, Argument::Given(c.reg(1)?))).keeps(1),
    shared("__cxa_at_quick_exit", |m, c| register(m, c, List::QuickExit, Argument::None)),
];

/// What waits where another thread is ending the program.
pub(super) const ENDS: &[Native] =
    &[sync("exit", may_end, exit, &[]), sync("quick_exit", may_end, quick_exit, &[])];

fn may_end(m: &Machine, _: &Call) -> InterpResult<u32> {
    Ok(m.may_end().into())
}

fn exit(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let code = call.int(m, 0)? as i32;
    once(m, call)?;
    m.exit(code)?;
    Ok(Flow::Arranged)
}

/// Handlers must not call `exit` or `quick_exit` (C11 7.22.4.4p2, 7.22.4.7p2).
fn once(m: &Machine, call: &Call) -> InterpResult<()> {
    if m.process.ending != Some(m.current) {
        return Ok(());
    }
    let message = format!("`{}` is called while the program already exits", call.name);
    Err(InterpError::other(ErrorKind::BadCall, message))
}

fn quick_exit(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let code = call.int(m, 0)? as i32;
    once(m, call)?;
    m.quick_exit(code)?;
    Ok(Flow::Arranged)
}

fn now(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let code = call.int(m, 0)? as i32;
    m.exit_now(code)?;
    Ok(Flow::Arranged)
}

fn register(m: &mut Machine, call: &Call, list: List, argument: Argument) -> InterpResult<Flow> {
    let handler = Handler { function: call.pointer(0)?, argument };
    if let Argument::Given(argument) | Argument::Status(argument) = argument {
        // Another thread may be the one that ends the program.
        m.memory.share(argument.meta.prov());
    }
    let list = m.registered(list);
    m.register(list, handler)?;
    Flow::int(0)
}
