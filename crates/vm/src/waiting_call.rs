//! Calls that may have to wait for a file: they are tried, and taken back if they have to.
//!
//! Invariant: a call that waits leaves nothing behind but what it waits for, until when, how much it has moved in steps
//! that are over, and the open file that it holds on to.

use crate::effects::Visibility;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::machine::{Machine, Mode};
use crate::native::{Call, Flow, Native};
use crate::speculation::Fate;
use gmc_world::Want;
use std::time::Duration;

impl Machine {
    /// Whether the current thread, which waits for a file, goes on because of the time: it waits no longer, or a timer
    /// expires.
    pub(crate) fn is_out_of_time(&self) -> bool {
        if self.mode != Mode::Run {
            return self.world.timed_wait(self.current) == Some(true);
        }
        let times = [self.world.waits_until(self.current), self.world.files.next_timer()];
        let Some(time) = times.into_iter().flatten().min() else {
            return false;
        };
        if self.world.clock().shows() < time {
            self.turns.alarm.set(Some(time));
            return false;
        }
        true
    }

    /// Makes a call. None when it has to wait: then nothing has happened, except that it is known what for.
    pub fn attempt(&mut self, native: &Native, call: &Call) -> InterpResult<Option<Flow>> {
        if !matches!(native.visibility, Visibility::Outside | Visibility::Output) || !self.world.can_wait() {
            return self.perform(native, call).map(Some);
        }
        let thread = self.current;
        let (result, want, limit) = self.try_call(native, call, false);
        match want {
            None => {
                let goes_on = matches!(result, Ok(Flow::Again));
                if goes_on {
                    self.hold_file(call);
                }
                if !goes_on && self.world.is_under_way(thread) {
                    self.world.wait(thread, None);
                }
                result.map(Some)
            }
            Some(_) if limit.is_some() && self.gives_up() => {
                let (result, ..) = self.try_call(native, call, true);
                if self.world.is_under_way(thread) {
                    self.world.wait(thread, None);
                }
                result.map(Some)
            }
            Some(Want::Unknown) => Err(InterpError::unsupported(format!(
                "`{}`, which reads standard input: say what it is with --stdin FILE or --stdin-any N (--stdin \
                 /dev/null for none)",
                native.name
            ))),
            Some(want) => {
                let want = self.world.files.as_from_here(want);
                self.world.wait(thread, Some(want));
                self.hold_file(call);
                if let Some(limit) = limit
                    && self.mode != Mode::Run
                {
                    if self.world.timed_wait(thread).is_none() {
                        self.world.begin_timed_wait(thread, limit);
                    }
                } else if let Some(limit) = limit {
                    let until = self.world.clock().shows().saturating_add(limit);
                    self.world.wait_until(thread, until);
                }
                Ok(None)
            }
        }
    }

    /// The call of the current thread, which is not over, holds on to its file. Functions that wait for a file have its
    /// number as their first argument; others have a pointer there.
    fn hold_file(&mut self, call: &Call) {
        let is_number = matches!(call.class(0), Ok(Class::Int { .. }));
        if let Some(number) = call.int(self, 0).ok().filter(|_| is_number) {
            self.world.hold_file(self.current, number as i32);
        }
    }

    /// Makes a call, and takes it back if it has to wait: what for, and how long at most. One that is in a hurry does
    /// not wait where it would do so for some time.
    fn try_call(
        &mut self,
        native: &Native,
        call: &Call,
        hurried: bool,
    ) -> (InterpResult<Flow>, Option<Want>, Option<Duration>) {
        self.speculate(self.current, |m| {
            let goes_on = m.world.is_under_way(m.current);
            if hurried {
                m.world.files.hurry(true);
            }
            if goes_on {
                m.world.borrow_file(m.current);
            }
            let result = m.perform(native, call);
            if goes_on {
                m.world.give_file_back();
            }
            if hurried {
                m.world.files.hurry(false);
            }
            let result = if m.world.files.take_excess() && m.mode != Mode::Run {
                Err(InterpError::unsupported(format!(
                    "`{}`, which writes more to a pipe at once than it holds",
                    native.name
                )))
            } else {
                result
            };
            let want = m.world.take_want();
            let limit = if want.is_some() { m.world.files.take_limit() } else { None };
            let fate = if want.is_some() { Fate::RollBack } else { Fate::Commit };
            ((result, want, limit), fate)
        })
    }

    /// Whether the current thread waits no longer for a file. A search in which time stands still lets whatever waits
    /// for some time give up at any moment.
    fn gives_up(&self) -> bool {
        let is_past = |until: Duration| until <= self.world.clock().shows();
        match self.mode {
            Mode::Run => self.world.waits_until(self.current).is_some_and(is_past),
            _ if self.world.clock().moves() => self.world.timed_wait(self.current) == Some(true),
            _ => true,
        }
    }
}
