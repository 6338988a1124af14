//! A random schedule: which thread goes on, and for how long, is drawn from numbers that depend on the seed alone.
//!
//! A thread goes on for a stretch, and is interrupted before something that others can notice. Bugs need few
//! interruptions at the right places (Burckhardt et al., "A randomized scheduler with probabilistic guarantees of
//! finding bugs", ASPLOS 2010), but how far apart these are nobody knows. So lengths are drawn evenly by order of
//! magnitude, up to one that is drawn once for the whole run: some seeds interrupt at every other access, others hardly
//! ever. Short stretches are counted in operations that others can notice; in long ones the thread is not watched for
//! most of the time, and then some operations more go by, so that it is not always the first one of a loop's body that
//! is met.
//!
//! Alternatives that the program leaves open (`gmc_choose`, who is woken by a signal) are drawn, too. Time passes as in
//! the fixed schedule.

use crate::effects::Visibility;
use crate::interp_error::InterpResult;
use crate::machine::{Machine, Mode, SliceEnd, Stop, VisibleOp};
use crate::pending_call::PendingCall;
use gmc_mem::Watch;
use gmc_model::Random as Numbers;
use gmc_model::ThreadId;

/// Operations up to which a stretch is counted exactly.
const EXACT: u64 = 32;

/// Transfers of control after which a thread is interrupted although it does nothing that others can notice.
const PATIENCE: u64 = 1 << 16;

/// Numbers, and what they have decided for now.
#[derive(Clone, Default)]
pub struct Random {
    /// Whether the run is random; otherwise threads take turns in the order of their numbers.
    pub asked_for: bool,
    numbers: Numbers,
    /// The order of magnitude that stretches have at most.
    scale: u64,
    /// Transfers of control for which the thread is not watched.
    blind: u64,
    /// Then so many operations that others can notice are let pass.
    passes: u64,
    /// And it takes this many transfers of control at most.
    patience: u64,
    /// The thread stands before an access that it is to make.
    access: bool,
}

impl Random {
    fn new(seed: u64) -> Random {
        let mut random = Random { asked_for: true, numbers: Numbers::new(seed), ..Random::default() };
        random.scale = random.below(21);
        random.draw();
        random
    }

    /// A number from 0 on, less than this one.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.numbers.below(end)
    }

    /// Draws how long the next stretch is.
    fn draw(&mut self) {
        let magnitude = self.below(self.scale + 1);
        let length = 1 + self.below(1 << magnitude);
        (self.blind, self.passes) = if length <= EXACT { (0, length) } else { (length, self.below(8)) };
        self.patience = PATIENCE;
        self.access = false;
    }

    /// One of these threads, for the next stretch.
    pub(super) fn pick(&mut self, ready: &[ThreadId]) -> Option<ThreadId> {
        self.draw();
        ready.get(self.below(ready.len() as u64) as usize).copied()
    }
}

impl Machine {
    /// From now on threads take turns at random, the same for the same seed.
    pub fn shuffle(&mut self, seed: u64) {
        self.turns.random = Random::new(seed);
    }

    /// Runs the current thread for a while, and decides who is next. `left` is what may be used up.
    pub(super) fn random_turn(&mut self, left: &mut u64) -> InterpResult<Option<Stop>> {
        let free = self.process.atomic.is_none() && self.has_rivals();
        let random = &mut self.turns.random;
        let watched = free && random.blind == 0;
        let share = match (free, watched) {
            (false, _) => *left,
            (true, true) => random.patience.min(*left),
            (true, false) => random.blind.min(*left),
        };
        if watched {
            self.mode = Mode::Interleaved;
            self.memory.watch(if random.access { Watch::StopAfterOne } else { Watch::Stop });
            random.access = false;
        }
        let mut unused = share;
        let turn = self.slice(&mut unused);
        self.mode = Mode::Run;
        self.memory.watch(Watch::Off);
        let used = (share - unused).max(1);
        *left -= used;
        let random = &mut self.turns.random;
        match (free, watched) {
            (false, _) => {}
            (true, true) => random.patience -= used,
            (true, false) => random.blind -= used,
        }
        let turn = turn?;
        let may_wait = matches!(&turn, SliceEnd::VisibleOp(VisibleOp::Call(held)) if self.may_wait(held));
        let random = &mut self.turns.random;
        match turn {
            // Interrupted now and then, however long the stretch is.
            SliceEnd::VisibleOp(VisibleOp::Call(held)) if may_wait => {
                if free && random.below(4) == 0 {
                    self.switch_thread()
                } else {
                    self.schedule(SliceEnd::VisibleOp(VisibleOp::Call(held)))
                }
            }
            SliceEnd::VisibleOp(_) if random.passes == 0 => self.switch_thread(),
            SliceEnd::VisibleOp(held) => {
                random.passes -= 1;
                match held {
                    VisibleOp::Access(_) => random.access = true,
                    // The end of the thread.
                    VisibleOp::Operation if self.threads[self.current].frames.is_empty() => random.blind = 1,
                    VisibleOp::Operation => self.operation()?,
                    VisibleOp::Call(held) => self.release(&held)?,
                    VisibleOp::Split(split) => return Err(self.left_open(&split)),
                }
                Ok(None)
            }
            SliceEnd::Went if watched && random.patience == 0 => self.switch_thread(),
            turn => self.schedule(turn),
        }
    }

    /// Whether a call may have to wait.
    fn may_wait(&self, held: &PendingCall) -> bool {
        match held.native.visibility {
            Visibility::Sync(_) => true,
            Visibility::Outside | Visibility::Output => self.world.can_wait(),
            Visibility::Memory | Visibility::Atomic | Visibility::Shared => false,
        }
    }

    /// Whether another thread can go on as well.
    fn has_rivals(&self) -> bool {
        self.threads.ids().any(|at| at != self.current && self.is_ready(at))
    }
}
