//! Deadlocks: who waits for whom.

use super::{Teller, before};
use crate::library::Blocker;
use crate::machine::{HeldCall, Machine};
use crate::thread::Phase;
use gmc_model::{Kind, Note, Violation};

/// What the current thread waits for.
pub(crate) fn note(machine: &Machine<'_>, held: &HeldCall) -> Note {
    let thread = machine.current;
    let teller = Teller { machine, frame: None };
    let object = held.call.regs.first().and_then(|reg| machine.memory.object(reg.meta.prov()));
    let of = object.map_or(String::new(), |object| format!(" for {}", teller.describe(&object)));
    let whom = whom(machine, held);
    let message = format!("thread {thread} waits in `{}`{of}{whom}", held.native.name);
    Note { message, location: before(machine, thread) }
}

fn whom(machine: &Machine<'_>, held: &HeldCall) -> String {
    let ended = |thread| matches!(machine.phase(thread), Phase::Finished | Phase::Free);
    match crate::library::blocker(machine, &held.call) {
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
        None => String::new(),
    }
}

/// Nobody can go on; the notes tell what for. None if there is nobody.
pub(crate) fn deadlock(machine: &Machine<'_>, notes: Vec<Note>) -> Option<Violation> {
    let message = match notes.len() {
        0 => return None,
        1 => "the only thread left waits for ever".to_owned(),
        count => format!("all {count} threads wait for each other for ever"),
    };
    let location = notes[0].location.clone();
    let thread = machine.current as u32;
    Some(Violation { kind: Kind::Deadlock, message, location, thread, stack: Vec::new(), notes })
}
