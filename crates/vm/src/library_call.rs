//! Calls of library functions that have several alternatives: they may have to wait for a file, depend on input that is
//! chosen, fail because the run injects a fault, or end because the thread is cancelled.
//!
//! Alternatives are numbered: first those of the call itself, then the ways in which it can fail. A call that finds out
//! on its way that it has to wait is rolled back, and made again when what it waits for is there. So no function has to
//! know how to stop in the middle.
//!
//! Where threads are cancelled, calls that may wait for others have two parts, each a step of its own: the thread
//! enters the call, unless it was cancelled before; then it gets what it waits for, or ends because it was cancelled
//! meanwhile. If both are possible, either may happen (POSIX 2.9.5.2). Ending is the first alternative, so that its
//! number does not depend on the others.

use crate::effects::{Traits, Visibility, WAITS_CANCELLABLY};
use crate::failures::{self, Failure};
use crate::interp_error::{InterpError, InterpResult};
use crate::machine::{Machine, Mode};
use crate::native::{Call, Flow, Native};
use crate::nondet::{self, Source, unclear};
use crate::pending_call::PendingCall;
use crate::reg::Reg;
use crate::speculation::Fate;
use crate::thread::record;
use gmc_mem::{AccessFault, Content, Piece, Pointer, Scalar, Whole};
use gmc_model::{ErrorKind, Premise};
use gmc_world::{Byte, Want};

impl Machine {
    /// How many alternatives the current thread's call can have; 0 when it has to wait.
    pub fn alternatives_of(&self, held: &PendingCall) -> u32 {
        if self.enters(held.native) {
            return 1;
        }
        let own = self.own_alternatives(held);
        own + self.failures_of(held.native, &held.call).len() as u32 + self.ways_to_interrupt(held, own)
    }

    /// In how many ways a signal from another process lets the current thread go on before a call, or instead of it.
    fn ways_to_interrupt(&self, held: &PendingCall, own: u32) -> u32 {
        if !self.has_signals() {
            return 0;
        }
        self.compiled.library.interruptions.ways(self, held, own > 0)
    }

    /// Whether signals wait for the process.
    #[inline]
    pub fn has_signals(&self) -> bool {
        self.compiled.uses.system && self.world.processes().has_signals(self.world.process)
    }

    /// Whether one waits that the current thread handles before anything else it does.
    pub fn is_interrupted(&self) -> bool {
        self.has_signals()
            && !self.threads[self.current].frames.is_empty()
            && !self.goes_on_ending(self.current)
            && self.compiled.library.interruptions.comes_first(self)
    }

    /// The current thread handles the signals that have come.
    pub fn handle_signals(&mut self) -> InterpResult<()> {
        self.compiled.library.interruptions.interrupt(self).map(|_| ())
    }

    /// Whether a signal can come as long as the current thread does nothing.
    pub fn may_be_signalled(&self) -> bool {
        self.compiled.uses.system && (self.world.has_peers() || self.world.has_events())
    }

    /// The way in which an alternative lets a signal interrupt a call, and whether the call itself can be made.
    fn interruption(&self, held: &PendingCall, alternative: u32) -> Option<(u32, bool)> {
        if !self.compiled.uses.system || self.enters(held.native) {
            return None;
        }
        let own = self.own_alternatives(held);
        let usual = own + self.failures_of(held.native, &held.call).len() as u32;
        let way = alternative.checked_sub(usual).filter(|&way| way < self.ways_to_interrupt(held, own))?;
        Some((way, own > 0))
    }

    /// The alternatives that are the call's own.
    pub fn own_alternatives(&self, held: &PendingCall) -> u32 {
        if self.enters(held.native) || self.ends_before(held.native) {
            return 1;
        }
        let gets = match held.native.visibility {
            // What is wrong with the call comes out when it is made.
            Visibility::Sync(alternatives) => alternatives(self, &held.call).unwrap_or(1),
            _ if self.draws_early(held.native).is_some() => self.draws_early(held.native).unwrap_or(1),
            _ => match self.world.alternatives(self.current) {
                0 => self.is_out_of_time().into(),
                count => count,
            },
        };
        u32::from(self.may_end_in(held.native)) + gets
    }

    /// How many numbers a function can return, if one of them is chosen when it is called.
    pub fn draws_early(&self, native: &Native) -> Option<u32> {
        let (first, last) = native.effects.draws.filter(|_| self.rules.early_choices)?;
        let count = u32::try_from(last - first + 1).ok()?;
        (count <= self.rules.most_choices?).then_some(count)
    }

    /// The ways in which a call may fail now.
    #[inline]
    pub fn failures_of(&self, native: &Native, call: &Call) -> Vec<Failure> {
        if self.rules.fault_budgets.is_empty() {
            Vec::new()
        } else {
            self.failures_within_budget(native, call)
        }
    }

    /// Apart, so that callers inline only the case in which no call may fail.
    #[inline(never)]
    fn failures_within_budget(&self, native: &Native, call: &Call) -> Vec<Failure> {
        let left = |at: usize| self.process.faults_left[at] > 0;
        match self.rules.fault_budgets.iter().position(|it| it.concerns(native)) {
            Some(at) if left(at) => failures::of(self, native, call),
            _ => Vec::new(),
        }
    }

    /// How the call of a thread fails, for those who read the run; none when it does not.
    pub fn failure(&self, held: &PendingCall, alternative: u32) -> Option<Failure> {
        if self.rules.fault_budgets.is_empty() {
            return None;
        }
        let at = alternative.checked_sub(self.own_alternatives(held))?;
        self.failures_of(held.native, &held.call).get(at as usize).copied()
    }

    /// What an alternative of the current thread's call means, where it is not the usual one: words behind the call.
    pub fn describe_alternative(&self, held: &PendingCall, alternative: u32) -> String {
        if let Some(failure) = self.failure(held, alternative) {
            return format!(" {failure}");
        }
        if let Some((way, goes_on)) = self.interruption(held, alternative) {
            let returns = !goes_on && way == 0 && self.world.timed_wait(self.current).is_some();
            let last = !returns && self.ways_to_interrupt(held, u32::from(goes_on)) == way + 1;
            let how = if last { " comes after a signal" } else { " is interrupted by a signal" };
            return how.to_owned();
        }
        if alternative == 0 && self.may_end_in(held.native) {
            return " is where the thread ends, as it was cancelled".to_owned();
        }
        match self.world.waits(self.current) {
            Some(want @ Want::Input(_)) if self.world.files.alternatives(want) > 1 => {
                match alternative.checked_sub(1) {
                    None => " finds the end of input".to_owned(),
                    Some(_) if self.world.files.chooses_open_bytes() => match self.next_number() {
                        Some(byte) => format!(" gets {:?}", char::from(byte as u8)),
                        None => " gets a byte".to_owned(),
                    },
                    Some(byte) => format!(" gets {:?}", char::from(byte as u8)),
                }
            }
            _ => String::new(),
        }
    }

    /// Makes a call with the alternative that was chosen. None when it has to wait.
    pub fn make(&mut self, held: &PendingCall) -> InterpResult<Option<Flow>> {
        if let Some(failure) = self.failure(held, self.step.alternative) {
            let at =
                self.rules.fault_budgets.iter().position(|it| it.concerns(held.native)).expect("it can fail");
            // One that cannot go on before something is decided has not failed yet.
            return self.speculate(self.current, |m| {
                m.process.faults_left[at] -= 1;
                match m.compiled.library.calls.fail(m, held.native, &held.call, failure) {
                    Err(fault) => m.judge_undecided(fault),
                    Ok(flow) => (Ok(Some(flow)), Fate::Commit),
                }
            });
        }
        if let Some((way, goes_on)) = self.interruption(held, self.step.alternative) {
            let flow = self.compiled.library.interruptions.interrupt_call(self, held, way, goes_on)?;
            return Ok(Some(flow));
        }
        if self.enters(held.native) && !self.ends_before(held.native) {
            self.set_entered(true)?;
            return Ok(Some(Flow::Again));
        }
        if self.may_end_in(held.native) {
            // What it could get instead decides which alternatives there are: all depend on it.
            self.own_alternatives(held);
            let Some(alternative) = self.step.alternative.checked_sub(1) else {
                return self.end_cancelled().map(Some);
            };
            self.step.alternative = alternative;
        }
        if let Some(want @ Want::Input(_)) = self.world.waits(self.current)
            && self.world.files.alternatives(want) > 1
        {
            self.choose_input()?;
        }
        let made = self.attempt(held.native, &held.call)?;
        if self.compiled.uses.cancellation && self.has_entered() && !matches!(made, None | Some(Flow::Again))
        {
            self.set_entered(false)?;
        }
        Ok(made)
    }

    /// The next byte of standard input is what was chosen: its end, a number, or one that is not decided.
    fn choose_input(&mut self) -> InterpResult<()> {
        let byte = match self.step.alternative.checked_sub(1) {
            None => {
                self.begin_input(Source::Stdin);
                None
            }
            Some(_) if self.world.files.chooses_open_bytes() => {
                let at = self.world.files.chosen_bytes();
                Some(self.new_byte(Source::Stdin, at, None)?)
            }
            Some(byte) => Some(Byte::Plain(byte as u8)),
        };
        self.world.choose(byte);
        Ok(())
    }

    /// Whether the current thread is about to enter a function in which it may be cancelled while it waits.
    #[inline]
    pub fn enters(&self, native: &Native) -> bool {
        self.compiled.uses.cancellation && native.has(WAITS_CANCELLABLY) && !self.has_entered()
    }

    /// Whether the current thread ends instead of calling a function, as it was cancelled.
    #[inline(always)]
    fn ends_before(&self, native: &Native) -> bool {
        self.compiled.uses.cancellation
            && native.has(Traits::ENDS_CANCELLED)
            && !self.has_entered()
            && self.is_cancelled()
    }

    /// Whether the current thread may end in a function, as it was cancelled while it waited.
    #[inline]
    fn may_end_in(&self, native: &Native) -> bool {
        self.compiled.uses.cancellation
            && native.has(Traits::SUSPENDS)
            && !self.enters(native)
            && self.is_cancelled()
    }

    /// Whether the current thread is to end where it can be cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.compiled.uses.cancellation && record::is_cancelled(self.marks(self.current))
    }

    /// Whether a call of a function that writes to files is invisible to others.
    fn goes_nowhere(&self, native: &Native, call: &Call) -> bool {
        self.compiled.library.calls.goes_nowhere(self, native, call)
    }

    /// Whether the current thread was cancelled, or another thread may do it.
    fn may_be_cancelled(&self) -> bool {
        self.is_cancelled() || self.mode == Mode::Interleaved
    }

    fn has_entered(&self) -> bool {
        self.marks(self.current) & record::ENTERED != 0
    }

    fn set_entered(&mut self, entered: bool) -> InterpResult<()> {
        let marks = self.marks(self.current) & !record::ENTERED;
        self.set_marks(self.current, if entered { marks | record::ENTERED } else { marks })
    }

    /// The current thread ends in the call under way, as it was cancelled.
    fn end_cancelled(&mut self) -> InterpResult<Flow> {
        if self.world.is_under_way(self.current) {
            self.world.wait(self.current, None);
        }
        self.world.end_timed_wait(self.current);
        self.compiled.library.threads.end_cancelled(self)
    }

    /// Whether pointers stand where the arguments of a call point to: then it may access more than these.
    pub fn leads_on(&self, call: &Call) -> bool {
        call.regs.iter().any(|reg| reg.meta.is_whole() && self.memory.has_pointers_near(reg.as_pointer()))
    }

    /// Makes a call that others cannot notice by its arguments. None when they can notice it all the same, as it leads
    /// to what they can reach by further pointers: then nothing has happened.
    pub fn attempt_unnoticed(&mut self, native: &Native, call: &Call) -> InterpResult<Option<Option<Flow>>> {
        let thread = self.current;
        self.speculate(thread, |m| match m.attempt(native, call) {
            Err(fault) if fault.is_refused() => (Ok(None), Fate::RollBack),
            other => (other.map(Some), Fate::Commit),
        })
    }

    /// Makes a call that never has to wait.
    pub fn perform(&mut self, native: &Native, call: &Call) -> InterpResult<Flow> {
        if self.compiled.uses.cancellation
            && matches!(native.visibility, Visibility::Outside | Visibility::Output | Visibility::Sync(_))
        {
            if self.ends_before(native) {
                return self.end_cancelled();
            }
            // The run does not stop here to ask whether the thread was cancelled, so it may have been.
            let may = !native.has(Traits::ENDS_CANCELLED) && !native.has(Traits::GOES_ON);
            if may && !matches!(native.visibility, Visibility::Sync(_)) && self.may_be_cancelled() {
                self.rely_on(Premise::Cancellation);
            }
        }
        let library = self.compiled.library;
        let mapped = match native.visibility {
            Visibility::Outside | Visibility::Output if self.compiled.uses.mapped_files => {
                self.publish()?.then(|| self.world.files.outside().clone())
            }
            _ => None,
        };
        let nowhere = matches!(native.visibility, Visibility::Output) && self.goes_nowhere(native, call);
        let exposures = self.memory.pending_exposures();
        let (traffic, seen) = (self.memory.heap_counts(), self.memory.is_address_dependent());
        if native.has(Traits::NAMES_FILES) {
            self.rely_on(Premise::Files);
        }
        let result = self.run_or_roll_back(native, call);
        self.memory.share_new_objects();
        if nowhere {
            self.memory.truncate_exposures(exposures);
            self.memory.set_address_dependent(seen);
        }
        if self.memory.heap_counts() != traffic && self.mode == Mode::Interleaved && !native.effects.moves() {
            // Others were not let in before, and may have to do with the same place.
            return Err(InterpError::unsupported(format!(
                "`{}` with --addresses any, among threads",
                native.name
            )));
        }
        if let Some(before) = mapped.filter(|_| result.is_ok()) {
            library.shared_memory.after_call(self, &before)?;
        }
        let result = match result {
            Ok(flow) if self.compiled.uses.interruptions() && library.interruptions.is_due(self) => {
                self.interrupt(flow)
            }
            other => other,
        };
        result.map_err(|fault| match (*fault, native.visibility) {
            // It has changed nothing yet, and can be called again.
            (fault @ (InterpError::Nondet(_) | InterpError::Undecided(_)), _)
            | (fault @ InterpError::Placement(_), Visibility::Atomic) => Box::new(fault),
            (InterpError::Placement(_), _) => unclear(),
            (InterpError::Access(error), _) if library.mapped_files.is_hidden_view(self, &error) => {
                InterpError::unsupported("an operation on two mappings that share one file")
            }
            (other, _) => Box::new(other),
        })
    }

    /// What a function does. Where it needs a number and finds a value that is not decided, it has done nothing.
    #[inline]
    fn run_or_roll_back(&mut self, native: &Native, call: &Call) -> InterpResult<Flow> {
        let may_retry = self.rules.policy.concerns(ErrorKind::UninitializedRead);
        if self.process.nondet.is_empty() && !self.compiled.allow.undecided && !may_retry {
            return self.run_native(native, call);
        }
        self.run_among_values(native, call)
    }

    /// Likewise, where there are such values.
    #[cold]
    #[inline(never)]
    fn run_among_values(&mut self, native: &Native, call: &Call) -> InterpResult<Flow> {
        // What gets no pointer meets no values in memory.
        let goes_out = matches!(native.visibility, Visibility::Outside | Visibility::Output);
        if !goes_out && call.regs.iter().all(|reg| reg.meta.0 == 0) {
            return self.run_native(native, call);
        }
        self.speculate(self.current, |m| match m.run_native(native, call) {
            Err(fault) => m.judge_undecided(fault),
            done => (done, Fate::Commit),
        })
    }

    /// What a call comes to that was not done: it is taken back if something has to be decided first.
    fn judge_undecided<T>(&self, fault: Box<InterpError>) -> (InterpResult<T>, Fate) {
        match (self.undecided(&fault), &*fault) {
            (Some(reg), _) => (Err(nondet::matters(reg)), Fate::RollBack),
            (None, InterpError::Undecided(_)) => (Err(fault), Fate::RollBack),
            (None, InterpError::Access(error)) if self.decides_unset(error) => (Err(fault), Fate::RollBack),
            (None, _) if fault.kind() == Some(ErrorKind::UninitializedRead) => (Err(fault), Fate::RollBack),
            (None, _) if self.wants_more(&fault).is_some() => (Err(fault), Fate::RollBack),
            (None, _) => (Err(fault), Fate::Commit),
        }
    }

    /// The value that was to be a number and is not decided, if a call failed for one.
    fn undecided(&self, fault: &InterpError) -> Option<Reg> {
        match fault {
            InterpError::Nondet(reg) => Some(*reg),
            InterpError::Access(error) if error.fault == AccessFault::Mixed => {
                let (object, offset) = (error.object.as_ref()?, error.offset);
                let from = Pointer { addr: object.base, prov: object.id }.wrapping_offset(offset);
                let found = self.memory.load_overlapping(from, error.size).ok()?;
                found.iter().find_map(|it| match it.content {
                    Content::Whole(Whole::Opaque(value)) => Some(Reg::from_scalar(Scalar::Opaque(value))),
                    Content::Piece(Piece { of: Whole::Opaque(value), .. }) => {
                        Some(Reg::from_scalar(Scalar::Opaque(value)))
                    }
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// What a function does, and what it returns in memory.
    pub fn run_native(&mut self, native: &Native, call: &Call) -> InterpResult<Flow> {
        let flow = (native.run)(self, call)?;
        if let (Flow::Image(bytes), Some(to)) = (&flow, call.result_pointer) {
            self.memory.write_bytes(to, bytes)?;
        }
        Ok(flow)
    }

    /// A timer has expired during a call: its signal is handled when the call is over.
    fn interrupt(&mut self, flow: Flow) -> InterpResult<Flow> {
        let value = match flow {
            Flow::Void => None,
            Flow::Value(value) => Some(value),
            // What is not over yet, or returns in memory, is followed by another call.
            other => return Ok(other),
        };
        if let Some(value) = value {
            self.set_native_result(value);
        }
        Ok(if self.compiled.library.interruptions.interrupt(self)? { Flow::Arranged } else { flow })
    }

    /// Whether other processes can notice a call, or what they do decides what comes of it.
    pub fn is_seen_outside(&self, native: &Native, call: &Call) -> bool {
        if native.has(Traits::FORKS) || native.has(Traits::EXECUTES) {
            return true;
        }
        self.world.has_peers()
            && match native.visibility {
                // A deadline may pass before the call, or after it.
                _ if self.world.clock().moves() && Machine::concerns_time(native) => true,
                Visibility::Outside => true,
                Visibility::Output => !self.goes_nowhere(native, call),
                Visibility::Sync(_) => !native.effects.noted || native.has(Traits::CONCERNS_SIGNALS),
                Visibility::Memory | Visibility::Atomic | Visibility::Shared => {
                    native.has(Traits::CONCERNS_SIGNALS)
                }
            }
    }

    /// Whether a function asks for the time or sets timers.
    fn concerns_time(native: &Native) -> bool {
        native.has(Traits::READS_CLOCK) || native.has(Traits::SETS_TIMERS)
    }

    /// Whether a thread stops before a call, because others can notice it or its alternative is open.
    pub fn notices(&self, native: &Native, call: &Call) -> bool {
        let shared =
            || call.regs.iter().any(|reg| reg.meta.is_whole() && self.memory.is_visible(reg.as_pointer()));
        match (native.visibility, self.mode) {
            (Visibility::Sync(_), _) => true,
            _ if self.draws_early(native).is_some() => true,
            (_, Mode::Interleaved)
                if self.compiled.uses.cancellation && native.has(Traits::ENDS_CANCELLED) =>
            {
                true
            }
            (Visibility::Outside, Mode::Run | Mode::Alone) if self.world.can_wait() => true,
            (Visibility::Output, Mode::Run | Mode::Alone) if self.world.can_wait() => {
                !self.goes_nowhere(native, call)
            }
            (_, Mode::Alone) if self.compiled.uses.system && self.is_seen_outside(native, call) => true,
            (_, Mode::Run) => false,
            (_, Mode::Interleaved) if self.world.clock().moves() && Machine::concerns_time(native) => true,
            (_, Mode::Interleaved) if self.rules.visible_labels && native.has(Traits::LABELS) => true,
            (_, Mode::Interleaved) if self.rules.nondet_inputs.addresses && native.effects.moves() => true,
            _ if !self.rules.fault_budgets.is_empty() && !self.failures_of(native, call).is_empty() => true,
            (_, Mode::Alone) => false,
            (Visibility::Shared | Visibility::Outside, Mode::Interleaved) => true,
            (Visibility::Output, Mode::Interleaved) => shared() || !self.goes_nowhere(native, call),
            (Visibility::Memory | Visibility::Atomic, Mode::Interleaved) => shared(),
        }
    }
}
