//! What makes the program's own steps fine enough for propositions: no step changes what they say more than once.
//!
//! Where there are several threads, every access to what others can notice is a step already, and all that variables
//! lead to can be noticed, since variables are shared from the start. A thread that is alone runs in the same mode,
//! but goes on by itself after everything that propositions do not see. Nothing here is reached without propositions.

use super::Looking;
use crate::Execution;
use crate::pending::Pending;
use gmc_model::ThreadId;
use gmc_vm::InterpResult;
use gmc_vm::machine::{Mode, VisibleOp};

impl Execution {
    /// A step of a thread is about to be executed.
    #[inline]
    pub(crate) fn begin_labelled_step(&mut self, thread: ThreadId) -> InterpResult<()> {
        if self.looking.is_some() {
            self.machine.share_variables()?;
            if let Some(boundaries) = &mut self.machine.observed.boundaries {
                boundaries.pass = matches!(self.threads[thread].pending, Pending::Running);
            }
        }
        Ok(())
    }

    /// Whether no other thread can run.
    pub(crate) fn is_lone(&self, thread: ThreadId) -> bool {
        !self.has_others(thread) && self.machine.step.created.iter().all(|&it| it == thread)
    }

    /// Whether the thread stands where a call begins or ends that propositions ask about.
    #[inline]
    pub(crate) fn is_at_boundary(&mut self, thread: ThreadId) -> bool {
        let Some(boundaries) = &mut self.machine.observed.boundaries else { return false };
        let reached = std::mem::take(&mut boundaries.reached);
        // An atomic section is one step.
        boundaries.pass |= reached;
        reached && self.machine.process.atomic.is_none_or(|it| it.0 != thread)
    }

    /// Whether the next step of a thread may change what propositions say. A step that may is never ample: orders in
    /// which propositions change differently are not alike.
    pub(crate) fn is_seen_by_propositions(&self, thread: ThreadId) -> bool {
        let Some(Looking { propositions, .. }) = self.looking.as_deref() else { return false };
        match &self.threads[thread].pending {
            _ if !propositions.look_at_variables_alone() => true,
            Pending::Access(access) => propositions.sees(access),
            Pending::Call(op) => propositions.sees_call(op),
            _ => false,
        }
    }

    /// Whether a thread that is alone can do this without anybody's notice, and without changing what propositions say.
    pub(crate) fn is_unseen(&mut self, thread: ThreadId, op: &VisibleOp) -> bool {
        let Some(looking) = &self.looking else { return false };
        // Other processes may see what no proposition looks at.
        let is_alone = self.is_lone(thread) && !self.machine.is_seen_by_peers();
        if self.machine.mode != Mode::Interleaved || !is_alone {
            return false;
        }
        match op {
            VisibleOp::Access(_) => match Pending::from(op.clone()) {
                Pending::Access(access) => !looking.propositions.sees(&access),
                _ => false,
            },
            VisibleOp::Call(call) => {
                let is_unseen = !looking.propositions.sees_call(call);
                if is_unseen {
                    self.machine.mode = Mode::Alone;
                    self.machine.memory.watch(gmc_mem::Watch::Off);
                }
                is_unseen
            }
            VisibleOp::Operation | VisibleOp::Split(_) => false,
        }
    }
}
