//! The calls in the middle of which the frames of a thread are: as many as there are places, however deep a recursion is.

use super::tracer::At;
use crate::thread::Frame;
use std::collections::BTreeMap;

/// The calls that a thread is in the middle of.
#[derive(Clone, Default)]
pub(super) struct Callers {
    /// Of each frame but the last; none where a frame has done nothing yet.
    stack: Vec<Option<At>>,
    /// How often each is there.
    count: BTreeMap<At, usize>,
}

impl Callers {
    /// The frames are these now. They differ from those before at the end of the stack, if at all.
    pub(super) fn follow(&mut self, frames: &[Frame]) {
        let call = |frame: &Frame| Some(At { code: frame.code, pc: frame.pc.checked_sub(1)? });
        let callers = &frames[..frames.len().saturating_sub(1)];
        while self.stack.len() > callers.len()
            || self.stack.last().is_some_and(|last| *last != call(&callers[self.stack.len() - 1]))
        {
            if let Some(at) = self.stack.pop().flatten()
                && let Some(count) = self.count.get_mut(&at)
            {
                *count -= 1;
                if *count == 0 {
                    self.count.remove(&at);
                }
            }
        }
        for at in callers[self.stack.len()..].iter().map(call) {
            self.stack.push(at);
            if let Some(at) = at {
                *self.count.entry(at).or_default() += 1;
            }
        }
        debug_assert!(self.stack.iter().zip(callers).all(|(at, frame)| *at == call(frame)));
    }

    /// The places of the calls.
    pub(super) fn places(&self) -> impl Iterator<Item = At> + '_ {
        self.count.keys().copied()
    }
}
