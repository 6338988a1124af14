//! `flockfile` and the like: each stream has a lock that one thread can take many times, and that every function takes
//! for its duration whose name does not end in `_unlocked`.
//!
//! A call is one step, so a lock is taken only between calls. A thread that calls a function that ends in `_unlocked`
//! accesses the stream like a variable, and races with other threads unless all have locked it.

use super::stream_at;
use gmc_mem::MemoryAccess;
use gmc_model::ErrorKind;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::record::Slot;
use gmc_world::StreamId;

pub(crate) const WAITS: &[Native] = &[sync("flockfile", may_take, take, &[]).is(Traits::LOCKS_STREAMS)];

fn lock(m: &Machine, call: &Call) -> InterpResult<StreamId> {
    stream_at(m, call.pointer(0)?, call.name)
}

fn may_take(m: &Machine, call: &Call) -> InterpResult<u32> {
    Ok(m.world.may_use(lock(m, call)?, m.current).into())
}

fn take(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (stream, thread) = (lock(m, call)?, m.current);
    m.world.lock(stream, thread);
    Ok(Flow::Void)
}

pub(super) fn try_take(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (stream, thread) = (lock(m, call)?, m.current);
    if !m.world.may_use(stream, thread) {
        return Flow::int(1);
    }
    m.world.lock(stream, thread);
    Flow::int(0)
}

pub(super) fn give(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let stream = lock(m, call)?;
    if m.world.holder(stream) != Some(m.current) {
        let message = "`funlockfile` is called for a stream that the thread has not locked";
        return Err(InterpError::other(ErrorKind::LockMisuse, message));
    }
    m.world.unlock(stream);
    Ok(Flow::Void)
}

/// A call uses a stream: it waits while another thread has locked it. Fails when it has to, and is then taken back.
pub(super) fn pass(m: &mut Machine, call: &Call, stream: StreamId) -> InterpResult<()> {
    let (unlocked, mine) = (call.name.ends_with("_unlocked"), m.world.holder(stream) == Some(m.current));
    let object = m.kept_at(Slot::Streams, stream.0).meta.prov();
    m.memory.log_access(MemoryAccess { object, offset: 0, size: 8, write: unlocked && !mine, atomic: false });
    if unlocked || m.world.may_use(stream, m.current) {
        return super::memory::use_buffer(m, stream);
    }
    m.world.want_lock(stream);
    Err(InterpError::unsupported("a stream that another thread has locked"))
}
