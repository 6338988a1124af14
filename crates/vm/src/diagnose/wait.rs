//! Deadlocks: which threads wait for which.

use super::{before, leaf, standing};
use crate::library::Blocker;
use crate::machine::Machine;
use crate::pending_call::PendingCall;
use crate::thread::Phase;
use gmc_model::{ErrorKind, Note, ThreadId, Violation};

/// A thread that waits.
pub struct Wait {
    thread: ThreadId,
    /// What for, if that is known.
    blocker: Option<Blocker>,
    note: Note,
}

impl Wait {
    /// What the current thread waits for.
    pub fn new(machine: &Machine, held: &PendingCall) -> Wait {
        let thread = machine.current;
        let object = held.call.regs.first().filter(|reg| machine.memory.object(reg.meta.prov()).is_some());
        let of =
            object.map_or(String::new(), |reg| format!(" for `{}`", leaf::target(machine, reg.as_pointer())));
        let blocker = machine.compiled.library.calls.blocker(machine, thread, held);
        let whom = whom(machine, blocker);
        let who = machine.actor(thread).unwrap_or_else(|| format!("thread {thread}"));
        let message = format!("{who} waits in `{}`{of}{whom}", held.native.name);
        Wait { thread, blocker, note: Note { message, location: before(machine, thread) } }
    }

    /// The thread that it waits for.
    fn whom(&self) -> Option<ThreadId> {
        match self.blocker? {
            Blocker::Holder(thread) | Blocker::Runner(thread) | Blocker::End(thread) => Some(thread),
            Blocker::Elsewhere(..) => None,
        }
    }

    /// Whether it waits for the end of a thread: a consequence, not a cause.
    fn joins(&self) -> bool {
        matches!(self.blocker, Some(Blocker::End(_)))
    }
}

fn has_ended(machine: &Machine, thread: ThreadId) -> bool {
    matches!(machine.phase(thread), Phase::Finished | Phase::Free)
}

fn whom(machine: &Machine, blocker: Option<Blocker>) -> String {
    let ended = |thread| has_ended(machine, thread);
    match blocker {
        Some(Blocker::Holder(thread)) if thread == machine.current => ", which it holds itself".to_owned(),
        Some(Blocker::Holder(thread)) if ended(thread) => {
            format!(", which thread {thread} held when it ended")
        }
        Some(Blocker::Holder(thread)) => format!(", which thread {thread} holds"),
        Some(Blocker::Runner(thread)) if thread == machine.current => {
            ", whose function it runs itself".to_owned()
        }
        Some(Blocker::Runner(thread)) if ended(thread) => {
            format!(", whose function thread {thread} never ended")
        }
        Some(Blocker::Runner(thread)) => format!(", whose function thread {thread} runs"),
        Some(Blocker::End(thread)) => format!(" for the end of thread {thread}"),
        Some(Blocker::Elsewhere(process, _)) => {
            let holds =
                if machine.world.processes().is_running(process) { "holds" } else { "held when it ended" };
            format!(", which process {} {holds}", process.index() + 1)
        }
        None => String::new(),
    }
}

/// Nobody can go on. None if nobody waits. Threads that wait in a circle come first, and it is there; otherwise it is
/// where somebody waits for something that will not come.
pub fn deadlock(machine: &Machine, mut waits: Vec<Wait>) -> Option<Violation> {
    let circle = circle(&waits);
    waits.sort_by_key(|it| {
        (circle.iter().position(|thread| *thread == it.thread).unwrap_or(usize::MAX), it.joins())
    });
    let guilty = waits.first()?.thread;
    let message = match (&circle[..], waits.len()) {
        ([one], _) => format!("thread {one} waits for itself for ever"),
        ([first @ .., last], _) => {
            let first: Vec<String> = first.iter().map(ToString::to_string).collect();
            format!("threads {} and {last} wait for each other for ever", first.join(", "))
        }
        ([], 1) => "the only thread left waits for ever".to_owned(),
        ([], count) => format!("all {count} threads wait for ever"),
    };
    Some(Violation {
        kind: ErrorKind::Deadlock,
        message,
        location: waits[0].note.location.clone(),
        thread: guilty,
        stack: standing(machine, guilty),
        notes: waits.into_iter().map(|it| it.note).collect(),
        about: Vec::new(),
    })
}

/// Threads each of which waits for the next one, and the last for the first: the smallest number comes first.
fn circle(waits: &[Wait]) -> Vec<ThreadId> {
    let next = |thread: ThreadId| waits.iter().find(|it| it.thread == thread).and_then(Wait::whom);
    for start in waits.iter().map(|it| it.thread) {
        let mut path = vec![start];
        while let Some(thread) = next(path[path.len() - 1]) {
            if thread == start {
                return path;
            }
            if path.contains(&thread) {
                break;
            }
            path.push(thread);
        }
    }
    Vec::new()
}
