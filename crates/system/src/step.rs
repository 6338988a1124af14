//! How a step is taken: one visible operation, then everything that the thread does until its next visible
//! operation.
//!
//! A step comes from the step cache where possible (`step_cache`); otherwise it is executed. Invariant: both lead
//! to the same state. Builds with debug assertions do both and compare.

use crate::checks::Circles;
use crate::execution::ThreadUndo;
use crate::frame_words::FrameWords;
use crate::pending::Pending;
use crate::properties::CIRCLES;
use crate::step_cache::StaleCounts;
use crate::{Execution, ThreadState};
use gmc_mem::Watch;
use gmc_model::ThreadId;
use gmc_model::{Choice, ErrorKind, Premise, Step};
use gmc_vm::effects::{Commutes, LockAction, LockUse, Visibility};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::{Machine, Mode, SliceEnd, VisibleOp};
use gmc_vm::nondet::{Split, unclear};
use gmc_vm::pending_call::PendingCall;
use gmc_vm::thread::Phase;
use std::ops::Range;
use std::rc::Rc;

/// When a thread that performs no visible operation is checked for a cycle: after so many operations, at so many
/// states in a row. Short cycles are found by the first entry. After the last entry the step ends without a visible
/// operation, so that a longer cycle becomes a cycle of the state graph, where the search finds it.
const CYCLE_CHECKS: [(u64, u32); 3] = [(1 << 14, 1 << 8), (1 << 18, 1 << 9), (1 << 22, 1 << 12)];

/// The number of checks in a row where one is expensive: with more than [`DEEP_STACK`] frames, or with many
/// nondeterministic values.
const FEW_CHECKS: u32 = 8;
const DEEP_STACK: usize = 1 << 10;

/// A step recycles dead objects once it has left so many: a loop may leave one in each iteration.
const MANY_DEAD: u32 = 1 << 14;

/// Whether cached steps are executed as well, to check that the cache is right.
const VERIFY_CACHE: bool = cfg!(debug_assertions);

impl Execution {
    /// Prepares for a step: resets its footprint, and records the access it begins with.
    #[inline(always)]
    pub(crate) fn begin_step(&mut self, choice: Choice) {
        self.begin_counting();
        self.footprint.reset();
        if let Some(hypotheses) = &self.reductions.hypotheses {
            self.reductions.steps += 1;
            hypotheses.look(self.reductions.steps);
        }
        if self.reductions.usage.is_on() {
            self.record_access(choice.thread);
        }
    }

    /// Takes a step, and says what came of it.
    pub(crate) fn take_step(&mut self, choice: Choice) -> Step {
        self.begin_step(choice);
        let result = self.try_step(choice).and_then(|()| self.ask_propositions(choice.thread));
        let result = self.check_address_dependence(result);
        if self.checks_symmetry() && result.is_ok() {
            self.check_join_symmetry(choice.thread);
        }
        self.report_refutation();
        let result = self.report_late_sharing(result);
        if self.footprint.is_on {
            self.end_footprint(
                result.as_ref().err().is_none_or(|it| matches!(**it, InterpError::Assumption)),
            );
        }
        match result {
            Ok(()) => {
                self.end_step();
                Step::Moved { progress: self.machine.step.progress || self.machine.step.asks_time }
            }
            Err(error) => self.judge(&error),
        }
    }

    /// Handles a step whose effect depends on where objects lie: an error where addresses are nondeterministic,
    /// otherwise a premise of the result.
    fn check_address_dependence(&mut self, result: InterpResult<()>) -> InterpResult<()> {
        if !self.machine.memory.is_address_dependent() {
            return result;
        }
        if self.machine.rules.nondet_inputs.addresses {
            self.machine.memory.set_address_dependent(false);
            return Err(unclear());
        }
        self.machine.rely_on(Premise::Addresses);
        result
    }

    /// Reports objects that reached another thread before they were marked as shared: the search may have missed
    /// interleavings of earlier accesses to them. The hypothesis is refuted, and the next search shares these
    /// allocations early. Where that does not help, the step is unsupported.
    fn report_late_sharing(&mut self, result: InterpResult<()>) -> InterpResult<()> {
        let late = self.machine.memory.take_late_sites();
        let Some(hypotheses) = self.reductions.hypotheses.as_ref().filter(|_| !late.is_empty()) else {
            return result;
        };
        let sharing = hypotheses.sharing();
        let helps = sharing.add(late);
        if sharing.is_refuted() {
            hypotheses.refute(self.reductions.steps);
        }
        match result {
            Ok(()) if !helps => {
                Err(InterpError::unsupported("a thread that gets to an object of another one unnoticed"))
            }
            other => other,
        }
    }

    /// Takes a step from the cache, or executes it and starts the threads that it creates.
    fn try_step(&mut self, choice: Choice) -> InterpResult<()> {
        let thread = choice.thread;
        self.machine.look_at_limits()?;
        self.machine.current = thread;
        // Observers and footprints need every operation, so the step is executed even if it is cached.
        let must_execute =
            self.is_followed() || self.footprint.is_on || self.machine.observed.boundaries.is_some();
        let expected = if VERIFY_CACHE && !must_execute { self.predict_cached(choice)? } else { None };
        if !VERIFY_CACHE && !must_execute && self.take_cached(choice)? {
            return Ok(());
        }
        self.execute(choice, !must_execute)?;
        debug_assert!(
            expected.is_none_or(|it| self.agrees_with(thread, &it)),
            "a cached step leads where its execution leads"
        );
        self.start_created_threads(thread)
    }

    /// Executes a step of a thread, and saves the thread's new local state. Does not start the threads that it
    /// creates. The step may be cached only if the observer sees it: it does not see steps from the cache.
    pub(crate) fn execute(&mut self, choice: Choice, may_cache: bool) -> InterpResult<()> {
        let thread = choice.thread;
        self.begin_labelled_step(thread)?;
        self.load_registers(thread);
        let machine = &mut self.machine;
        machine.step.alternative = choice.alternative;
        machine.step.progress = false;
        machine.step.asks_time = false;
        machine.step.taken_back = false;
        machine.step.created.clear();
        machine.observed.read_write_set = None;
        machine.threads[thread].lowest = machine.threads[thread].frames.len().saturating_sub(1);
        self.stale_counts = StaleCounts::All;
        let interrupted = self.is_interrupted(thread, choice.alternative);
        let state = &mut self.threads[thread];
        let (pending, local) = (std::mem::take(&mut state.pending), state.local.clone());
        let at = self.undo.threads.len();
        self.undo.threads.push(ThreadUndo { thread, lowest: 0, pending: pending.clone(), local });
        let from = if may_cache { self.begin_recording(thread, &pending) } else { None };
        self.sections.entered = false;
        if self.footprint.is_on {
            self.begin_footprint(thread, &pending);
        }
        let usage = self.begin_usage(thread, &pending);
        let stood = self.position(thread);
        let next = match pending {
            _ if interrupted => {
                let done = self.machine.handle_signals();
                self.end_usage_operation(thread, usage.as_ref());
                self.end_footprint_operation(thread);
                done.and_then(|()| self.run_to_visible_op(thread, Watch::Stop))
            }
            // The interpreter performs the access as its first operation.
            Pending::Access(_) => self.run_to_visible_op(thread, Watch::StopAfterOne),
            Pending::Look(ref look) => self.decide(thread, look),
            _ => {
                let done = self.perform_operation(thread, &pending);
                self.end_usage_operation(thread, usage.as_ref());
                self.end_footprint_operation(thread);
                match done {
                    Ok(()) => self.run_to_visible_op(thread, Watch::Stop),
                    Err(error) => self.split_first(thread, error).inspect(|_| {
                        self.machine.step.taken_back = self.position(thread) == stood;
                    }),
                }
            }
        };
        self.end_usage(thread, usage.as_ref());
        let next = next.or_else(|error| self.stop_at_assumption(thread, &pending, error))?;
        if self.sections.entered && self.sections.check_races {
            self.collect_accesses();
            self.check_section_races(thread)?;
        }
        self.threads[thread].pending = next;
        self.record_wait(thread);
        let lowest = self.machine.threads[thread].lowest;
        self.undo.threads[at].lowest = lowest as u32;
        self.save_local(thread)?;
        if let Some(from) = from.filter(|_| !self.machine.step.taken_back) {
            self.add_to_cache(thread, &from, choice.alternative, lowest);
        }
        Ok(())
    }

    /// Runs each thread that the step has created to its first visible operation, in the order of creation: a step that
    /// is an atomic section can create several.
    fn start_created_threads(&mut self, creator: ThreadId) -> InterpResult<()> {
        while !self.machine.step.created.is_empty() {
            let thread = self.machine.step.created.remove(0);
            if !self.threads.has(thread) {
                self.threads.push(ThreadState::new(self.static_objects));
            }
            if self.footprint.is_on {
                self.add_created(thread);
            }
            let old = std::mem::replace(&mut self.threads[thread].pending, Pending::Running);
            let local = self.threads[thread].local.take();
            self.undo.threads.push(ThreadUndo { thread, lowest: 0, pending: old, local });
            self.threads[thread].frame_words = FrameWords::new(self.static_objects);
            self.machine.current = thread;
            self.machine.threads[thread].lowest = 0;
            let next = self.run_to_visible_op(thread, Watch::Stop);
            // The creating thread goes on even if this one stops at an assumption, so the state is kept.
            let next = next.or_else(|error| self.stop_at_assumption(thread, &Pending::Operation, error))?;
            self.threads[thread].pending = next;
            self.record_wait(thread);
            self.save_local(thread)?;
            if self.checks_symmetry() {
                self.check_creation_symmetry(creator, thread);
            }
        }
        Ok(())
    }

    /// Performs the pending operation of the current thread.
    fn perform_operation(&mut self, thread: ThreadId, pending: &Pending) -> InterpResult<()> {
        let watch = if self.reductions.usage.logs_operation { Watch::Log } else { self.default_watch() };
        let is_followed = self.is_followed() || self.counts_calls();
        let machine = &mut self.machine;
        machine.mode = Mode::Alone;
        machine.memory.watch(watch);
        match pending {
            Pending::Done | Pending::AssumptionFailed | Pending::Circling => {
                Err(InterpError::unsupported("a thread that has finished goes on"))
            }
            Pending::Running | Pending::Access(_) | Pending::Look(_) => Ok(()),
            Pending::Split(split) => {
                let alternative = machine.step.alternative;
                machine.decide(split, alternative)?;
                if let Some(observer) = &mut self.observer {
                    observer.split(machine, thread);
                }
                self.update_split_locals(thread)
            }
            Pending::Operation => machine.operation(),
            Pending::Call(op) if is_followed => self.make_call(op),
            Pending::Call(op) => {
                match op.native.effects.words.filter(|_| machine.observed.read_write_set.is_some()) {
                    Some(words) => {
                        let words = words(machine, &op.call);
                        self.record_call_reads(&op.call, words.as_deref());
                        self.machine.release(op)?;
                        self.record_call_writes(words.as_deref().unwrap_or_default());
                        Ok(())
                    }
                    None => machine.release(op),
                }
            }
        }
    }

    /// Ends a step in which an assumption fails after the visible operation `performed`. Other threads may have noticed
    /// that operation, so the state is kept, and this thread stays before the assumption for ever. If they cannot
    /// have noticed it, the step is pruned: the other threads do the same without it.
    fn stop_at_assumption(
        &mut self,
        thread: ThreadId,
        performed: &Pending,
        error: Box<InterpError>,
    ) -> InterpResult<Pending> {
        let noticed = match performed {
            Pending::Access(access) => access.write,
            Pending::Operation | Pending::Call(_) => true,
            Pending::Done
            | Pending::Running
            | Pending::Split(_)
            | Pending::Look(_)
            | Pending::AssumptionFailed
            | Pending::Circling => false,
        };
        let noticed = noticed && {
            self.flush_accesses();
            !self.has_only_read()
        };
        let machine = &mut self.machine;
        let alone = machine.mode != Mode::Interleaved && !machine.world.has_peers();
        if *error != InterpError::Assumption || !noticed || alone {
            return Err(error);
        }
        let frame = machine.threads[thread].frames.last_mut().expect("a call has a caller");
        // Before the call of the assumption, where no running thread ever stops.
        frame.pc -= 1;
        Ok(Pending::AssumptionFailed)
    }

    /// An operation needs a nondeterministic value that is not split yet: the split becomes the pending operation,
    /// and the operation is tried again after it.
    fn split_first(&mut self, thread: ThreadId, error: Box<InterpError>) -> InterpResult<Pending> {
        let split = match *error {
            InterpError::Nondet(reg) => self.machine.split_into_numbers(reg)?,
            InterpError::Undecided(split) => Some(Split::clone(&split)),
            InterpError::Placement(split) => Some(Split::Place(split)),
            _ => return Err(error),
        };
        self.machine.threads[thread].frames.last_mut().expect("a call has a caller").pc -= 1;
        match split {
            Some(split) => Ok(Pending::Split(Rc::new(self.machine.stamped(split)))),
            // The value can only be one number, and is.
            None => self.run_to_visible_op(thread, Watch::Stop),
        }
    }

    /// Whether an observer follows the run. Then every step is executed, and none is taken from the cache.
    fn is_followed(&self) -> bool {
        self.observer.as_ref().is_some_and(|it| it.follows_run())
    }

    /// Runs the current thread for a slice, under the eyes of the observer.
    fn slice(&mut self, left: &mut u64) -> InterpResult<SliceEnd> {
        if self.asked.is_some()
            && let Some(end) = self.counted_slice(left)
        {
            return end;
        }
        let observer = &mut self.observer;
        self.machine.within_limits(left, |machine, left| match observer {
            None => machine.slice(left),
            Some(observer) => observer.slice(machine, left),
        })
    }

    /// Makes a pending call.
    pub(crate) fn make_call(&mut self, op: &PendingCall) -> InterpResult<()> {
        if let Some(asked) = &mut self.asked {
            asked.note_call(op.native.name);
        }
        match &mut self.observer {
            None => self.machine.release(op),
            Some(observer) => observer.call(&mut self.machine, op),
        }
    }

    /// Runs the current thread to its next visible operation. `watch` says whether the first access is one.
    fn run_to_visible_op(&mut self, thread: ThreadId, mut watch: Watch) -> InterpResult<Pending> {
        let mut checks = CYCLE_CHECKS.into_iter();
        let (mut left, mut cycle) = (0, CycleCheck::default());
        let stood = (watch == Watch::StopAfterOne).then(|| (CYCLE_CHECKS[0].0, self.position(thread)));
        let mut sweep_at = self.machine.memory.tombstones() + MANY_DEAD;
        loop {
            if left == 0 && self.circles == Circles::Unsought {
                left = u64::MAX;
            }
            if left == 0 {
                let Some((after, times)) = checks.next() else { return Ok(Pending::Running) };
                // A check takes time linear in the frames and in the nondeterministic values.
                let deep = self.machine.threads[thread].frames.len() > DEEP_STACK;
                let long = deep || self.machine.process.nondet.are_many();
                let times = if long { times.min(FEW_CHECKS) } else { times };
                (left, cycle) = (after, CycleCheck { left: times, first: None });
            }
            if self.machine.memory.tombstones() >= sweep_at {
                self.sweep_within(thread)?;
                sweep_at = 2 * self.machine.memory.tombstones() + MANY_DEAD;
            }
            self.set_mode(thread, watch);
            watch = Watch::Stop;
            let end = self.slice(&mut left);
            self.record_lone_slice(thread);
            match end? {
                SliceEnd::Went if left == 0 && cycle.left > 0 => {
                    let lowest = self.machine.threads[thread].lowest;
                    self.save_local(thread)?;
                    self.machine.threads[thread].lowest = lowest;
                    let timed = self.machine.step.asks_time || self.machine.world.has_events();
                    let here = self.fingerprint_with(self.machine.print_beside());
                    let here = here.wrapping_add(self.machine.memory.hidden_hash());
                    let checked = cycle.check(here, timed);
                    if checked.is_err() && self.circles == Circles::Allowed {
                        return Ok(Pending::Running);
                    }
                    if checked.is_err() && self.machine.may_be_signalled() {
                        return Ok(Pending::Circling);
                    }
                    checked?;
                    left = 1;
                }
                SliceEnd::Went if self.is_at_boundary(thread) || self.machine.step.pauses => {
                    self.machine.step.pauses = false;
                    return Ok(Pending::Running);
                }
                SliceEnd::Went => {}
                SliceEnd::Finished | SliceEnd::Ended => return Ok(Pending::Done),
                SliceEnd::VisibleOp(op) => {
                    let is_unseen = self.is_unseen(thread, &op);
                    if is_unseen && let VisibleOp::Access(_) = &op {
                        (watch, left) = (Watch::StopAfterOne, left.max(1));
                        continue;
                    }
                    if let VisibleOp::Call(call) = &op
                        && (self.machine.mode == Mode::Alone || is_unseen)
                        && !self.is_seen_outside(call)
                        && self.machine.alternatives_of(call) == 1
                    {
                        if self.checks_symmetry() {
                            self.check_lone_join_symmetry(call);
                        }
                        self.machine.step.alternative = 0;
                        if let Err(error) = self.call_alone(thread, call) {
                            return self.split_first(thread, error);
                        }
                        left = left.saturating_sub(1).max(1);
                        continue;
                    }
                    // Without a jump or a call in between, it has not come back here: it never left.
                    self.machine.step.taken_back = stood == Some((left, self.position(thread)));
                    let mut pending = Pending::from(op);
                    if let Pending::Access(access) = &mut pending
                        && self.machine.rules.volatile_atomic
                        && self.machine.is_volatile(thread)
                    {
                        self.machine.rely_on(Premise::MemoryOrder);
                        access.atomic = true;
                    }
                    return Ok(pending);
                }
            }
        }
    }

    /// Whether other processes can notice a call, so that it is a step of its own although no other thread runs.
    pub(crate) fn is_seen_outside(&self, call: &PendingCall) -> bool {
        self.machine.compiled.uses.system && self.machine.is_seen_outside(call.native, &call.call)
    }

    /// How deep a thread is in its calls, and before which operation.
    fn position(&self, thread: ThreadId) -> Option<(usize, u32)> {
        let frames = &self.machine.threads[thread].frames;
        frames.last().map(|frame| (frames.len(), frame.pc))
    }

    /// Recycles dead objects in the middle of a step. The thread is saved first, so that dead registers keep no
    /// object alive: what is recycled depends on the state alone, as it does after a step.
    fn sweep_within(&mut self, thread: ThreadId) -> InterpResult<()> {
        let lowest = self.machine.threads[thread].lowest;
        self.save_local(thread)?;
        self.machine.threads[thread].lowest = lowest;
        self.machine.invalidate_read_write_set();
        let Machine { memory, threads, step, .. } = &mut self.machine;
        memory.sweep(|keep| {
            // New threads have not been saved yet: their registers keep objects alive.
            let regs = step.created.iter().flat_map(|&it| threads[it].regs.iter());
            regs.for_each(|reg| keep(reg.meta.prov()));
        });
        Ok(())
    }

    /// Decides whether the current thread must stop at visible operations, and how its accesses are watched.
    fn set_mode(&mut self, thread: ThreadId, watch: Watch) {
        if self.footprint.is_on && !self.sections.entered {
            // Entering an atomic section clears the log.
            self.flush_accesses();
        }
        let lone = self.is_lone(thread);
        let section = self.machine.process.atomic.is_some_and(|it| it.0 == thread);
        let alone = self.watch_lone_thread(thread, lone);
        let others = !lone || self.looking.is_some() || self.machine.is_seen_by_peers();
        let machine = &mut self.machine;
        let (mode, watch) = match (others, section) {
            (false, _) => (Mode::Alone, alone),
            (true, false) => (Mode::Interleaved, watch),
            // No other thread interrupts the section, but its accesses may race.
            (true, true) => {
                if !self.sections.entered {
                    self.sections.entered = true;
                    machine.memory.clear_accesses();
                }
                (Mode::Alone, Watch::Log)
            }
        };
        machine.mode = mode;
        machine.memory.watch(watch);
    }

    /// Finds choices that are ample: those of one thread whose pending operation is private.
    pub(crate) fn ample_among(&mut self, choices: &[Choice]) -> Option<Range<usize>> {
        // A judge may look at where all threads are.
        if self.judge.is_some() {
            return None;
        }
        let mut start = 0;
        while let Some(first) = choices.get(start) {
            let end = start + choices[start..].iter().take_while(|it| it.thread == first.thread).count();
            if end - start < choices.len()
                && !self.is_seen_by_propositions(first.thread)
                && self.decide_private(first.thread)
            {
                return Some(start..end);
            }
            start = end;
        }
        None
    }

    /// Decides whether the pending operation of a thread is private: it commutes with everything that other threads
    /// do, now and later. Caches the answer in the thread's local state.
    pub(crate) fn decide_private(&mut self, thread: ThreadId) -> bool {
        match &self.threads[thread].pending {
            Pending::Running | Pending::Split(_) | Pending::Look(_) => true,
            Pending::Access(access) => {
                let access = *access;
                self.reductions.usage.is_on() && self.decide_access_private(thread, &access)
            }
            // Signals may come, and calls that other processes notice are not among those that commute.
            Pending::Call(_) if self.machine.compiled.uses.system => false,
            // Calls that may fail share a fault budget, so they do not commute.
            Pending::Call(op) if !self.machine.failures_of(op.native, &op.call).is_empty() => false,
            Pending::Call(op) => {
                let op = op.clone();
                match op.native.effects.commutes {
                    Commutes::Always => true,
                    Commutes::Uncancelled => {
                        let compiled = &self.machine.compiled;
                        !compiled.uses.cancellation
                            && !compiled.uses.clock
                            && self.decide_arguments_private(thread, &op)
                    }
                    Commutes::Woken => self.machine.phase(thread) == Phase::Woken,
                    Commutes::Never => self.reductions.usage.is_on() && self.decide_call_private(thread, &op),
                }
            }
            _ => false,
        }
    }

    /// Decides whether a call is private because of how threads use the variables that it accesses.
    fn decide_call_private(&mut self, thread: ThreadId, op: &PendingCall) -> bool {
        match op.native.effects.lock {
            Some(LockUse { action: LockAction::Give, .. }) => self.decide_unlock_private(thread, op),
            _ => matches!(op.native.visibility, Visibility::Atomic) && self.decide_atomic_private(thread, op),
        }
    }

    /// A hash of the whole state, without symmetry reduction; of a process of a system, without what it has in common
    /// with others.
    pub(crate) fn plain_fingerprint(&mut self) -> u128 {
        self.fingerprint_with(self.machine.print_of_part())
    }

    /// A hash of the whole state with this hash of what it is beside memory.
    pub(crate) fn fingerprint_with(&mut self, beside: u128) -> u128 {
        let memory = self.machine.memory.fingerprint().0;
        let locals = self.threads.iter().filter_map(|state| state.local.as_ref());
        let all = locals.map(|local| local.fingerprint_term()).fold(memory, u128::wrapping_add);
        all.wrapping_add(beside).wrapping_add(self.machine.memory.placement_hash())
    }
}

/// Checks whether a thread that performs no visible operation comes back to an earlier state.
#[derive(Default)]
struct CycleCheck {
    /// The fingerprint of the first checked state.
    first: Option<u128>,
    /// How many checks are left.
    left: u32,
}

impl CycleCheck {
    /// Fails if this is the first checked state again. A loop that reads the clock (`timed`) makes progress in
    /// reality, so it is unsupported and no livelock.
    fn check(&mut self, fingerprint: u128, timed: bool) -> InterpResult<()> {
        self.left -= 1;
        if self.first.replace(self.first.unwrap_or(fingerprint)) == Some(fingerprint) {
            if timed {
                return Err(InterpError::unsupported("a loop that ends when enough time has passed"));
            }
            return Err(InterpError::other(ErrorKind::Livelock, CIRCLES));
        }
        Ok(())
    }
}
