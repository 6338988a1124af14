//! Looks at a step statement by statement: which there are, where to stop, whether something that is watched changes,
//! and where a condition holds.
//!
//! Invariant: looking changes nothing, so a step that is executed again comes by the same statements.

use super::evaluate;
use gmc_mem::Pointer;
use gmc_model::ThreadId;
use gmc_observe::View;
use gmc_observe::tracer::TraceListener;
use gmc_observe::view::Loaded;
use gmc_system::At;
use gmc_vm::CodeId;
use gmc_vm::code::R;

/// A statement that a thread is about to execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) thread: ThreadId,
    /// None where the thread has not begun, or has ended.
    pub(crate) at: Option<At>,
    /// How many calls it is in.
    pub(crate) depth: usize,
}

/// Something that can be watched: a variable in memory or in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Memory { at: Pointer, size: u64 },
    Register { thread: ThreadId, depth: usize, code: CodeId, r: R },
}

/// Of larger variables only so many bytes are watched.
const MAX_WATCHED: u64 = 1 << 12;

/// What a target holds; nothing while it does not exist.
type Contents = Option<Vec<Loaded>>;

/// Looks at the statements of a step.
#[derive(Default)]
pub(crate) struct StatementWatch {
    /// Those that the step has come by; the first is where it began.
    pub(crate) seen: Vec<Statement>,
    /// Stops before the statement of this number.
    stop: Option<usize>,
    pub(crate) has_stopped: bool,
    watched: Option<Watched>,
    /// A condition to evaluate.
    pub(crate) condition: Option<Condition>,
}

/// A condition to evaluate at some statements.
pub(crate) struct Condition {
    pub(crate) text: String,
    /// The numbers of the statements in the step, in order.
    pub(crate) at: Vec<usize>,
    /// Where it holds.
    pub(crate) holds: Vec<usize>,
}

struct Watched {
    target: Target,
    contents: Contents,
    /// How many writes have been looked at.
    writes: usize,
    /// The numbers of the statements that have written it.
    by: Vec<usize>,
}

impl TraceListener for StatementWatch {
    fn statement(&mut self, view: &View<'_>, at: At) -> bool {
        let thread = view.current();
        let it = Statement { thread, at: Some(at), depth: view.depth(thread) };
        let mut stops = false;
        // A step may begin in the middle of a statement, and operations may be tried twice.
        if self.seen.last() != Some(&it) {
            self.look(view);
            stops = self.stop == Some(self.seen.len());
            if stops {
                self.has_stopped = true;
            } else {
                self.seen.push(it);
            }
        }
        self.evaluate_condition(view);
        stops
    }
}

impl StatementWatch {
    /// A step begins. It stops before the statement of this number.
    pub(crate) fn begin(&mut self, start: Statement, stop: Option<usize>) {
        self.seen.clear();
        self.seen.push(start);
        self.stop = stop;
        self.has_stopped = false;
    }

    /// Evaluates the condition if it is wanted at the last statement.
    fn evaluate_condition(&mut self, view: &View<'_>) {
        let last = self.seen.len() - 1;
        let Some(condition) = &mut self.condition else { return };
        let is_wanted = condition.at.binary_search(&last).is_ok() && condition.holds.last() != Some(&last);
        if is_wanted && evaluate::holds(view, view.current(), &condition.text) {
            condition.holds.push(last);
        }
    }

    /// Watches something from now on.
    pub(crate) fn watch(&mut self, view: &View<'_>, target: Target) {
        let contents = contents(view, target);
        self.watched = Some(Watched { target, contents, writes: writes(view), by: Vec::new() });
    }

    /// Notes whether the last statement has written what is watched.
    pub(crate) fn look(&mut self, view: &View<'_>) {
        let Some(watched) = &mut self.watched else { return };
        let access = match watched.target {
            Target::Memory { at, size } => view.access(at, size, true),
            Target::Register { .. } => None,
        };
        let is_written = view
            .tracer()
            .zip(access)
            .is_some_and(|(tracer, access)| tracer.has_written(&access, watched.writes));
        watched.writes = writes(view);
        let now = contents(view, watched.target);
        if is_written || now != watched.contents {
            watched.contents = now;
            watched.by.push(self.seen.len() - 1);
        }
    }

    /// The numbers of the statements of the last step that have written what is watched.
    pub(crate) fn take_writers(&mut self) -> Vec<usize> {
        self.watched.as_mut().map(|it| std::mem::take(&mut it.by)).unwrap_or_default()
    }

    /// Ends watching.
    pub(crate) fn unwatch(&mut self) {
        self.watched = None;
    }
}

/// How many writes there have been.
fn writes(view: &View<'_>) -> usize {
    view.tracer().map_or(0, |it| it.writes())
}

fn contents(view: &View<'_>, target: Target) -> Contents {
    match target {
        Target::Memory { at, size } => view.is_live(at.prov).then(|| view.words(at, size.min(MAX_WATCHED))),
        Target::Register { thread, depth, code, r } => {
            let frame = view.frame(thread, depth).filter(|it| it.next().code == code)?;
            let reg = view.tracer()?.last_value(thread, frame.depth, r.into(), code)?;
            Some(vec![(reg.to_scalar(), u8::from(reg.is_undef()))])
        }
    }
}
