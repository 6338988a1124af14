//! A step: the operation that others can notice, then everything that the thread does on its own.

use crate::frame_words::FrameWords;
use crate::pending::Pending;
use crate::step_cache::Stale;
use crate::{Execution, ThreadState, Undo};
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

/// When it is looked whether a thread that does nothing others can notice goes round in circles: after so many operations, so many
/// times. Small circles are found soon. After the last look the thread lets itself be interrupted: what runs for ever on its own
/// comes back to a state, and is found to.
const LOOKS: [(u64, u32); 3] = [(1 << 14, 1 << 8), (1 << 18, 1 << 9), (1 << 22, 1 << 12)];

/// So many times it is looked where looking takes long, as it does in the middle of so many calls.
const FEW: u32 = 8;
const DEEP: usize = 1 << 10;

/// With so many dead objects a step that is under way has them recycled: a loop may make one in each round.
const DEAD: u32 = 1 << 14;

/// Whether steps that are known are executed all the same, to see whether they were right.
const REHEARSE: bool = cfg!(debug_assertions);

impl Execution {
    /// Begins a step.
    #[inline]
    pub(crate) fn begin_step(&mut self, choice: Choice) {
        self.footprint.forget();
        if let Some(hypotheses) = &self.hypotheses {
            self.steps += 1;
            hypotheses.look(self.steps);
        }
        if self.usage.is_kept() {
            self.note_access(choice.thread);
        }
    }

    /// Goes on to the next state.
    pub(crate) fn take_step(&mut self, choice: Choice) -> Step {
        self.begin_step(choice);
        let result = self.try_step(choice);
        let result = self.look_at_addresses(result);
        if self.compares_threads() && result.is_ok() {
            self.look_at_joins(choice.thread);
        }
        self.tell_refuted();
        let result = self.tell_late(result);
        if self.footprint.on {
            self.track_end(result.as_ref().err().is_none_or(|it| matches!(**it, InterpError::Assumption)));
        }
        match result {
            Ok(()) => {
                self.end_step();
                Step::Moved { progress: self.machine.step.progress || self.machine.step.asks_time }
            }
            Err(error) => self.judge(&error),
        }
    }

    /// What the step does may depend on where objects lie.
    fn look_at_addresses(&mut self, result: InterpResult<()>) -> InterpResult<()> {
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

    /// Objects were shared too late: what was searched may have left something out.
    fn tell_late(&mut self, result: InterpResult<()>) -> InterpResult<()> {
        let late = self.machine.memory.take_late_sites();
        let Some(hypotheses) = self.hypotheses.as_ref().filter(|_| !late.is_empty()) else { return result };
        let sharing = hypotheses.sharing();
        let helps = sharing.add(late);
        if sharing.is_refuted() {
            hypotheses.refute(self.steps);
        }
        match result {
            Ok(()) if !helps => {
                Err(InterpError::unsupported("a thread that gets to an object of another one unnoticed"))
            }
            other => other,
        }
    }

    fn try_step(&mut self, choice: Choice) -> InterpResult<()> {
        let thread = choice.thread;
        self.machine.look_at_limits()?;
        self.machine.current = thread;
        // What is followed is executed, known or not.
        let followed = self.is_followed() || self.footprint.on;
        let expected = if REHEARSE && !followed { self.rehearse(choice)? } else { None };
        if !REHEARSE && !followed && self.recall(choice)? {
            return Ok(());
        }
        self.execute(choice)?;
        debug_assert!(
            expected.is_none_or(|it| self.is_at(thread, &it)),
            "a step that was known is another one"
        );
        self.start_born(thread)
    }

    /// Executes the step of a thread.
    pub(crate) fn execute(&mut self, choice: Choice) -> InterpResult<()> {
        let thread = choice.thread;
        self.fresh(thread);
        let machine = &mut self.machine;
        machine.step.alternative = choice.alternative;
        machine.step.progress = false;
        machine.step.asks_time = false;
        machine.step.created.clear();
        machine.observed.read_write_set = None;
        machine.threads[thread].lowest = machine.threads[thread].frames.len().saturating_sub(1);
        self.stale = Stale::All;
        let state = &mut self.threads[thread];
        let (pending, place) = (std::mem::take(&mut state.pending), state.place.clone());
        let at = self.history.len();
        self.history.push(Undo { thread: choice.thread, lowest: 0, pending: pending.clone(), place });
        let followed = self.is_followed() || self.footprint.on;
        let from = if followed { None } else { self.follow(thread, &pending) };
        self.sections.entered = false;
        if self.footprint.on {
            self.track_step(thread, &pending);
        }
        let begun = self.note_begin(thread, &pending);
        let next = match pending {
            // The loop does it on its way.
            Pending::Access(_) => self.settle(thread, Watch::StopAfterOne),
            _ => {
                let done = self.perform(thread, &pending);
                self.note_done(thread, begun.as_ref());
                self.operation_done(thread);
                match done {
                    Ok(()) => self.settle(thread, Watch::Stop),
                    Err(fault) => self.put_off(thread, fault),
                }
            }
        };
        self.note_end(thread, begun.as_ref());
        let next = next.or_else(|fault| self.give_up(thread, &pending, fault))?;
        if self.sections.entered && self.sections.check_races {
            self.gather();
            self.race_in_section(thread)?;
        }
        self.threads[thread].pending = next;
        self.note_arrival(thread);
        let lowest = self.machine.threads[thread].lowest;
        self.history[at].lowest = lowest as u32;
        self.save(thread)?;
        if let Some(from) = from {
            self.learn(thread, &from, choice.alternative, lowest);
        }
        Ok(())
    }

    /// Lets the new threads that a thread has made go on to the first operation that others can notice.
    fn start_born(&mut self, maker: ThreadId) -> InterpResult<()> {
        while let Some(thread) = self.machine.step.created.pop() {
            if !self.threads.has(thread) {
                self.threads.push(ThreadState::new(self.fixed));
            }
            if self.footprint.on {
                self.track_birth(thread);
            }
            let old = std::mem::replace(&mut self.threads[thread].pending, Pending::Onward);
            let place = self.threads[thread].place.take();
            self.history.push(Undo { thread, lowest: 0, pending: old, place });
            self.threads[thread].mirror = FrameWords::new(self.fixed);
            self.machine.current = thread;
            self.machine.threads[thread].lowest = 0;
            let next = self.settle(thread, Watch::Stop);
            // The thread that made this one goes on in any case.
            let next = next.or_else(|fault| self.give_up(thread, &Pending::Operation, fault))?;
            self.threads[thread].pending = next;
            self.note_arrival(thread);
            self.save(thread)?;
            if self.compares_threads() {
                self.look_at_birth(maker, thread);
            }
        }
        Ok(())
    }

    /// Does what the current thread stands before.
    fn perform(&mut self, thread: ThreadId, pending: &Pending) -> InterpResult<()> {
        let watch = if self.usage.logs { Watch::Log } else { self.unasked() };
        let is_followed = self.is_followed();
        let machine = &mut self.machine;
        machine.mode = Mode::Alone;
        machine.memory.watch(watch);
        match pending {
            Pending::Done | Pending::Never => {
                Err(InterpError::unsupported("a thread that has finished goes on"))
            }
            Pending::Onward | Pending::Access(_) => Ok(()),
            Pending::Open(decision) => {
                let outcome = machine.step.alternative;
                machine.decide(decision, outcome)?;
                if let Some(observer) = &mut self.observer {
                    observer.split(machine, thread);
                }
                self.reload_others(thread)
            }
            Pending::Operation => machine.operation(),
            Pending::Call(held) if is_followed => self.release(held),
            Pending::Call(held) => {
                match held.native.effects.words.filter(|_| machine.observed.read_write_set.is_some()) {
                    Some(words) => {
                        let words = words(machine, &held.call);
                        self.follow_call(&held.call, words.as_deref());
                        self.machine.release(held)?;
                        self.follow_return(words.as_deref().unwrap_or_default());
                        Ok(())
                    }
                    None => machine.release(held),
                }
            }
        }
    }

    /// An assumption does not hold in what a thread does on its own. Others may still go on after what it did before that they
    /// can notice, as if it had not come to the assumption yet: it never goes on. If they can notice nothing of it, they
    /// do so without this step.
    fn give_up(&mut self, thread: ThreadId, did: &Pending, fault: Box<InterpError>) -> InterpResult<Pending> {
        let noticed = match did {
            Pending::Access(touch) => touch.write,
            Pending::Operation | Pending::Call(_) => true,
            Pending::Done | Pending::Onward | Pending::Open(_) | Pending::Never => false,
        };
        let noticed = noticed && !self.is_reader();
        let machine = &mut self.machine;
        if *fault != InterpError::Assumption || !noticed || machine.mode != Mode::Interleaved {
            return Err(fault);
        }
        let frame = machine.threads[thread].frames.last_mut().expect("a call has a caller");
        // Before the call, where no thread stops that goes on.
        frame.pc -= 1;
        Ok(Pending::Never)
    }

    /// An operation was not done because it depends on something that is not decided yet, which is what the thread does first.
    fn put_off(&mut self, thread: ThreadId, fault: Box<InterpError>) -> InterpResult<Pending> {
        let decision = match *fault {
            InterpError::Nondet(name) => Split::Value(self.machine.split_into_numbers(name)?),
            InterpError::Placement(split) => Split::Place(split),
            _ => return Err(fault),
        };
        self.machine.threads[thread].frames.last_mut().expect("a call has a caller").pc -= 1;
        Ok(Pending::Open(Rc::new(decision)))
    }

    /// Whether an observer follows the run: then steps are executed, not taken from the cache.
    fn is_followed(&self) -> bool {
        self.observer.as_ref().is_some_and(|it| it.follows_run())
    }

    fn slice(&mut self, left: &mut u64) -> InterpResult<SliceEnd> {
        let observer = &mut self.observer;
        self.machine.within_limits(left, |machine, left| match observer {
            None => machine.slice(left),
            Some(observer) => observer.slice(machine, left),
        })
    }

    /// Makes a call that was held back.
    pub(crate) fn release(&mut self, held: &PendingCall) -> InterpResult<()> {
        match &mut self.observer {
            None => self.machine.release(held),
            Some(observer) => observer.call(&mut self.machine, held),
        }
    }

    /// Runs the current thread until it stands before something that others can notice; `watch` says whether the first access is
    /// such a thing.
    fn settle(&mut self, thread: ThreadId, mut watch: Watch) -> InterpResult<Pending> {
        let mut looks = LOOKS.into_iter();
        let (mut left, mut rounds) = (0, Rounds::default());
        let mut sweep_at = self.machine.memory.tombstones() + DEAD;
        loop {
            if left == 0 {
                let Some((after, times)) = looks.next() else { return Ok(Pending::Onward) };
                // Each look takes time for each call under way, and for each of the values that are open.
                let deep = self.machine.threads[thread].frames.len() > DEEP;
                let long = deep || self.machine.process.nondet.are_many();
                let times = if long { times.min(FEW) } else { times };
                (left, rounds) = (after, Rounds { left: times, first: None });
            }
            if self.machine.memory.tombstones() >= sweep_at {
                self.sweep_within(thread)?;
                sweep_at = 2 * self.machine.memory.tombstones() + DEAD;
            }
            self.set_mode(thread, watch);
            watch = Watch::Stop;
            let turn = self.slice(&mut left);
            self.note_quiet(thread);
            let turn = turn?;
            match turn {
                SliceEnd::Went if left == 0 && rounds.left > 0 => {
                    let lowest = self.machine.threads[thread].lowest;
                    self.save(thread)?;
                    self.machine.threads[thread].lowest = lowest;
                    rounds.check(self.print(), self.machine.step.asks_time)?;
                    left = 1;
                }
                SliceEnd::Went => {}
                SliceEnd::Finished | SliceEnd::Ended => return Ok(Pending::Done),
                SliceEnd::VisibleOp(held) => {
                    if let VisibleOp::Call(call) = &held
                        && self.machine.mode == Mode::Alone
                        && self.machine.alternatives_of(call) == 1
                    {
                        if self.compares_threads() {
                            self.look_at_join_alone(call);
                        }
                        self.machine.step.alternative = 0;
                        self.release_alone(thread, call)?;
                        left = left.saturating_sub(1).max(1);
                        continue;
                    }
                    return Ok(held.into());
                }
            }
        }
    }

    /// Recycles dead objects in the middle of a step. What is recycled depends on the state alone, as after a step: the thread is
    /// saved before, so that values that nobody will read do not count.
    fn sweep_within(&mut self, thread: ThreadId) -> InterpResult<()> {
        let lowest = self.machine.threads[thread].lowest;
        self.save(thread)?;
        self.machine.threads[thread].lowest = lowest;
        self.machine.invalidate_read_write_set();
        let Machine { memory, threads, step, .. } = &mut self.machine;
        memory.sweep(|held| {
            // They have not been saved yet.
            let regs = step.created.iter().flat_map(|&it| threads[it].regs.iter());
            regs.for_each(|reg| held(reg.meta.prov()));
        });
        Ok(())
    }

    /// Whether the current thread must stop for others.
    fn set_mode(&mut self, thread: ThreadId, watch: Watch) {
        if self.footprint.on && !self.sections.entered {
            // A section forgets what was logged before.
            self.gather();
            self.machine.memory.clear_accesses();
        }
        let threads = self.threads.entries();
        let others = threads
            .into_iter()
            .any(|(at, state)| at != thread && !matches!(state.pending, Pending::Done | Pending::Never))
            || self.machine.step.created.iter().any(|&born| born != thread);
        let section = self.machine.process.atomic.is_some_and(|it| it.0 == thread);
        let alone = self.watch_alone(thread, !others);
        let machine = &mut self.machine;
        let (mode, watch) = match (others, section) {
            (false, _) => (Mode::Alone, alone),
            (true, false) => (Mode::Interleaved, watch),
            // Nobody interrupts, but what is touched may race.
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

    /// The choices of one thread suffice when what it does next concerns nobody else.
    pub(crate) fn ample_among(&mut self, choices: &[Choice]) -> Option<Range<usize>> {
        let mut start = 0;
        while let Some(first) = choices.get(start) {
            let end = start + choices[start..].iter().take_while(|it| it.thread == first.thread).count();
            if end - start < choices.len() && self.is_private(first.thread) {
                return Some(start..end);
            }
            start = end;
        }
        None
    }

    /// Whether what a thread does next commutes with whatever others do.
    pub(crate) fn is_private(&mut self, thread: ThreadId) -> bool {
        match &self.threads[thread].pending {
            Pending::Onward | Pending::Open(_) => true,
            Pending::Access(touch) => {
                let touch = *touch;
                self.usage.is_kept() && self.accesses_alone(thread, &touch)
            }
            // Who uses up what may fail takes it from others.
            Pending::Call(held) if !self.machine.failures_of(held.native, &held.call).is_empty() => false,
            Pending::Call(held) => {
                let held = held.clone();
                match held.native.effects.commutes {
                    Commutes::Always => true,
                    Commutes::Uncancelled => {
                        let compiled = &self.machine.compiled;
                        !compiled.uses.cancellation && !compiled.uses.clock && self.reads_alone(thread, &held)
                    }
                    Commutes::Woken => self.machine.phase(thread) == Phase::Woken,
                    Commutes::Never => self.usage.is_kept() && self.is_alone(thread, &held),
                }
            }
            _ => false,
        }
    }

    /// Whether a call concerns nobody else because of what the variables are used for that it is about.
    fn is_alone(&mut self, thread: ThreadId, held: &PendingCall) -> bool {
        match held.native.effects.lock {
            Some(LockUse { action: LockAction::Give, .. }) => self.gives_back(thread, held),
            _ => matches!(held.native.visibility, Visibility::Atomic) && self.operates_alone(thread, held),
        }
    }

    /// A hash of the whole state.
    pub(crate) fn print(&mut self) -> u128 {
        let memory = self.machine.memory.fingerprint().0;
        let places = self.threads.iter().filter_map(|state| state.place.as_ref()).map(|place| place.print());
        let places = places.fold(memory, u128::wrapping_add);
        places.wrapping_add(self.machine.print_beside()).wrapping_add(self.machine.memory.placement_hash())
    }
}

/// Looks whether a thread that runs on its own comes back to where it was.
#[derive(Default)]
struct Rounds {
    first: Option<u128>,
    /// How often it is still to be looked.
    left: u32,
}

impl Rounds {
    /// Fails when the state is the first one again. Whether the thread has asked for the time: that goes on.
    fn check(&mut self, print: u128, timed: bool) -> InterpResult<()> {
        self.left -= 1;
        if self.first.replace(self.first.unwrap_or(print)) == Some(print) {
            if timed {
                return Err(InterpError::unsupported("a loop that ends when enough time has passed"));
            }
            return Err(InterpError::other(
                ErrorKind::Livelock,
                "the thread goes round in circles for ever, and does nothing that others could notice",
            ));
        }
        Ok(())
    }
}
