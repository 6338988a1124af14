//! Looking at a step statement by statement: which there are, where to stop, and whether something that is watched changes.
//!
//! Invariant: looking changes nothing, so a step that is executed again comes by the same statements.

use super::evaluate;
use gmc_mem::{Life, MemoryAccess, Pointer, Scalar};
use gmc_model::ThreadId;
use gmc_observe::tracer::{Statements, Tracer};
use gmc_system::At;
use gmc_vm::CodeId;
use gmc_vm::code::R;
use gmc_vm::machine::Machine;

/// A statement that a thread is about to execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    pub(crate) thread: ThreadId,
    /// None where the thread has not begun, or has ended.
    pub(crate) at: Option<At>,
    /// How many calls it is in.
    pub(crate) depth: usize,
}

/// Something that may change: a variable in memory or in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Memory { at: Pointer, size: u64 },
    Register { thread: ThreadId, depth: usize, code: CodeId, r: R },
}

/// A variable that is larger is watched as far as this.
const LARGEST: u64 = 1 << 12;

/// What a target holds; nothing while it does not exist.
type VisibleOp = Option<Vec<(Scalar, u8)>>;

/// Looks at the statements of a step.
#[derive(Default)]
pub(crate) struct Follow {
    /// Those that it has come by, the place where it began first.
    pub(crate) reached: Vec<Reached>,
    /// Stops before the statement of this number.
    pub(crate) stop: Option<usize>,
    pub(crate) stopped: bool,
    watched: Option<Watched>,
    /// A condition that is to be looked at.
    pub(crate) asked: Option<Asked>,
}

/// A condition at some statements.
pub(crate) struct Asked {
    pub(crate) condition: String,
    /// Their numbers in the step, in order.
    pub(crate) at: Vec<usize>,
    /// Where it holds.
    pub(crate) holds: Vec<usize>,
}

struct Watched {
    target: Target,
    held: VisibleOp,
    /// Writes that have been looked at.
    seen: usize,
    /// The statements that have written it.
    by: Vec<usize>,
}

impl Statements for Follow {
    fn reaches(&mut self, machine: &Machine, tracer: &Tracer, at: At, depth: usize) -> bool {
        let it = Reached { thread: machine.current, at: Some(at), depth };
        let mut stops = false;
        // A step begins in the middle of a statement as often as not, and tries operations twice.
        if self.reached.last() != Some(&it) {
            self.look(machine, tracer);
            stops = self.stop == Some(self.reached.len());
            match stops {
                true => self.stopped = true,
                false => self.reached.push(it),
            }
        }
        if self.is_asked() {
            self.decide(machine, tracer);
        }
        stops
    }
}

impl Follow {
    /// At the start of a step.
    pub(crate) fn begin(&mut self, start: Reached, stop: Option<usize>) {
        self.reached.clear();
        self.reached.push(start);
        self.stop = stop;
        self.stopped = false;
    }

    /// Whether somebody wants to know if a condition holds at the statement that was reached last.
    fn is_asked(&self) -> bool {
        let last = self.reached.len() - 1;
        self.asked
            .as_ref()
            .is_some_and(|it| it.at.binary_search(&last).is_ok() && it.holds.last() != Some(&last))
    }

    /// Notes whether it does.
    fn decide(&mut self, machine: &Machine, tracer: &Tracer) {
        let Some(asked) = &mut self.asked else { return };
        if evaluate::holds(machine, tracer, machine.current, &asked.condition) {
            asked.holds.push(self.reached.len() - 1);
        }
    }

    /// Watches something from now on.
    pub(crate) fn watch(&mut self, machine: &Machine, tracer: &Tracer, target: Target) {
        let held = held(machine, tracer, target);
        self.watched = Some(Watched { target, held, seen: tracer.wrote_since(0, None).1, by: Vec::new() });
    }

    /// Notes whether the last statement has written what is watched.
    pub(crate) fn look(&mut self, machine: &Machine, tracer: &Tracer) {
        let Some(watched) = &mut self.watched else { return };
        let touch = match watched.target {
            Target::Memory { at, size } => machine.memory.object(at.prov).map(|object| MemoryAccess {
                object: at.prov,
                offset: at.addr.wrapping_sub(object.base),
                size,
                write: true,
            }),
            Target::Register { .. } => None,
        };
        let (written, seen) = tracer.wrote_since(watched.seen, touch.as_ref());
        watched.seen = seen;
        let now = held(machine, tracer, watched.target);
        if written || now != watched.held {
            watched.held = now;
            watched.by.push(self.reached.len() - 1);
        }
    }

    /// The statements of the last step that have written what is watched.
    pub(crate) fn take_writers(&mut self) -> Vec<usize> {
        self.watched.as_mut().map(|it| std::mem::take(&mut it.by)).unwrap_or_default()
    }

    pub(crate) fn watch_nothing(&mut self) {
        self.watched = None;
    }
}

fn held(machine: &Machine, tracer: &Tracer, target: Target) -> VisibleOp {
    match target {
        Target::Memory { at, size } => {
            machine.memory.object(at.prov).filter(|it| it.life == Life::Live)?;
            let word = |first: u64| {
                let length = (size - first).min(8) as usize;
                let loaded = machine.memory.load_lenient(at.wrapping_offset(first as i64), length);
                loaded.unwrap_or((Scalar::Bits(0), u8::MAX))
            };
            Some((0..size.min(LARGEST)).step_by(8).map(word).collect())
        }
        Target::Register { thread, depth, code, r } => {
            let frame = machine.threads.get(thread)?.frames.get(depth)?;
            let reg = tracer.held(thread, depth, r.into(), code).filter(|_| frame.code == code)?;
            Some(vec![(reg.to_scalar(), u8::from(reg.is_undef()))])
        }
    }
}
