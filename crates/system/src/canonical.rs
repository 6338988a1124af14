//! States that differ only in which of several equal threads does what: all have the fingerprint of one of them.
//!
//! The threads of a class (`symmetry`) are put into the order of what they are doing, and the fingerprint is that of the state in
//! which the first of them has the first number, and so on. Nothing is executed in that state: it is only looked
//! at. Two threads that look alike stay in the order of their numbers, which may count a state twice, and never two as one.
//!
//! A thread that joins one of a class tells it from the others: it can go on when that one has ended. But if it does
//! nothing then but join the others, nobody notices when it goes on, and it may as well wait until all have ended. So
//! when a thread comes to such a join, it is looked at what it would do if all had ended, and that is taken back. If it
//! joins all of them before it does anything else that others can notice, the join is put off until all have ended, or nothing else
//! can happen; otherwise the class is refuted. docs/soundness.md argues why nothing is missed.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{Pointer, Scalar, Watch};
use gmc_model::{Choice, Choices, ThreadId};
use gmc_vm::effects::Awaited;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::symmetry::{MOST, Naming};
use gmc_vm::thread::{Phase, record, root_name, status};
use smallvec::SmallVec;

/// As many steps of a thread that joins others are looked at.
const LONGEST: u32 = 1 << 10;

/// The number that each thread has in the state that is looked at.
pub(crate) type Numbers = SmallVec<[ThreadId; MOST]>;

/// A word of memory that names a thread, and its value there.
type Renamed = (Pointer, u32);

impl Execution {
    /// A hash of the whole state, the same for all that differ only in which of several equal threads does what.
    pub(crate) fn canonical_fingerprint(&mut self) -> u128 {
        if !self.machine.has_symmetric_threads() {
            return self.print();
        }
        let renamed = self.numbers().and_then(|numbers| self.print_under(&numbers));
        renamed.unwrap_or_else(|| self.print())
    }

    /// The hash without the threads' classes, perhaps in order: who ends before another one like it is met has left its class, and who ends
    /// after that has not. Classes are lost: only for a state that is looked at and taken back.
    pub(crate) fn print_without_classes(&mut self, in_order: bool) -> u128 {
        let numbers = self.numbers().filter(|_| in_order && self.machine.has_symmetric_threads());
        self.machine.memory.watch(Watch::Off);
        for thread in self.machine.threads.ids() {
            // The record of a thread that has one can be written.
            let _ = self.machine.leave_class(thread);
        }
        let renamed = numbers.and_then(|numbers| self.print_under(&numbers));
        renamed.unwrap_or_else(|| self.print())
    }

    /// Whether somebody wants to know if threads that were taken for each other are told apart.
    pub(crate) fn compares_threads(&self) -> bool {
        self.machine.has_symmetric_threads() && self.hypotheses.is_some()
    }

    /// The numbers that threads have in the state that the fingerprint is of; none if it is the current one.
    pub(crate) fn canonical_numbers(&self) -> Option<Numbers> {
        if !self.machine.has_symmetric_threads() {
            return None;
        }
        self.numbers().filter(|numbers| self.renamed_locks(numbers).is_some())
    }

    /// Appends pairs of threads of a class that can change places, and nothing is different then.
    pub(crate) fn interchangeable(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        if !self.machine.has_symmetric_threads() || self.names_threads() {
            return;
        }
        let print = self.print();
        for other in self.threads.ids() {
            let Some(class) = self.machine.symmetric_class(other) else { continue };
            for one in (0..other.0)
                .map(ThreadId)
                .filter(|&it| self.machine.symmetric_class(it) == Some(class))
                .collect::<Numbers>()
            {
                let mut numbers: Numbers = self.threads.ids().collect();
                numbers.swap(one.index(), other.index());
                if self.print_under(&numbers) == Some(print) {
                    out.push((one, other));
                }
            }
        }
    }

    /// Whether something that is not told here knows threads by their numbers.
    fn names_threads(&self) -> bool {
        let machine = &self.machine;
        let process = &machine.process;
        self.threads.len() > MOST
            || process.atomic.is_some()
            || process.ending.is_some()
            || machine.world.names_threads()
            || machine.memory.has_exposed_heap()
            || !machine.compiled.library.interruptions.concern_no_thread(machine)
    }

    /// The numbers that threads have when those of each class stand in order; none if they do already, or something that
    /// is not told here knows threads by their numbers.
    fn numbers(&self) -> Option<Numbers> {
        let machine = &self.machine;
        if self.names_threads() {
            return None;
        }
        let mut numbers: Numbers = self.threads.ids().collect();
        let classes: SmallVec<[Option<u64>; MOST]> =
            numbers.iter().map(|&thread| machine.symmetric_class(thread)).collect();
        let mut changed = false;
        for first in 1..classes.len() {
            let Some(class) = classes[first].filter(|_| !classes[..first].contains(&classes[first])) else {
                continue;
            };
            let members: Numbers =
                self.threads.ids().skip(first).filter(|it| classes[it.index()] == Some(class)).collect();
            let mut order: SmallVec<[_; MOST]> = members.iter().map(|&it| (self.likeness(it), it)).collect();
            if order.is_sorted() {
                continue;
            }
            changed = true;
            order.sort_unstable();
            for (&(_, thread), number) in order.iter().zip(members) {
                numbers[thread.index()] = number;
            }
        }
        changed.then_some(numbers)
    }

    /// What a thread is doing, whatever its number.
    fn likeness(&self, thread: ThreadId) -> (u128, u64, u64) {
        let word = |at: i64| {
            let place = self.machine.threads[thread].record.wrapping_offset(at);
            match self.machine.memory.load_u64(place) {
                Ok(Scalar::Bits(word)) => word,
                _ => 0,
            }
        };
        let place = self.threads[thread].place.as_ref();
        (place.map_or(0, |it| it.likeness()), word(0), word(record::VALUE))
    }

    /// The hash of the state in which threads have these numbers; none if not all is known that names them.
    fn print_under(&mut self, numbers: &[ThreadId]) -> Option<u128> {
        let renamed = self.renamed_locks(numbers)?;
        self.machine.memory.watch(Watch::Off);
        let before: SmallVec<[Renamed; 8]> =
            renamed.iter().map(|&(at, value)| (at, self.exchange(at, value))).collect();
        let memory = self.memory_under(numbers);
        for (at, value) in before {
            self.exchange(at, value);
        }
        let places = self.threads.iter().zip(numbers).filter_map(|(state, &number)| {
            let place = state.place.as_ref()?;
            Some(place.print_of(number))
        });
        let places = places.fold(memory, u128::wrapping_add);
        Some(places.wrapping_add(self.machine.print_beside()))
    }

    /// Writes a word where there is one; what it was.
    fn exchange(&mut self, at: Pointer, value: u32) -> u32 {
        let memory = &mut self.machine.memory;
        let Ok(Scalar::Bits(old)) = memory.load_u32(at) else { return value };
        match memory.store_u32(at, u64::from(value)) {
            Ok(()) => old as u32,
            Err(_) => value,
        }
    }

    /// The memory's fingerprint when threads have these numbers.
    fn memory_under(&mut self, numbers: &[ThreadId]) -> u128 {
        let memory = &mut self.machine.memory;
        let moved =
            || (0..).map(ThreadId).zip(numbers.iter().copied()).filter(|(thread, number)| thread != number);
        let mut print = memory.fingerprint().0;
        let mut simple = true;
        for (thread, number) in moved() {
            match memory.root_term_under(self.machine.threads[thread].record.prov, root_name(number)) {
                Some((old, new)) => print = print.wrapping_sub(old).wrapping_add(new),
                None => simple = false,
            }
        }
        if simple {
            return print;
        }
        // Other objects have their names from theirs.
        for (thread, number) in moved() {
            memory.add_root(self.machine.threads[thread].record.prov, root_name(number));
        }
        let print = memory.fingerprint().0;
        for (thread, _) in moved() {
            memory.add_root(self.machine.threads[thread].record.prov, root_name(thread));
        }
        print
    }

    /// What locks have to say where threads have these numbers; none unless all locks are known that they hold.
    fn renamed_locks(&self, numbers: &[ThreadId]) -> Option<SmallVec<[Renamed; 8]>> {
        let machine = &self.machine;
        let mut renamed = SmallVec::new();
        let mut known: SmallVec<[u64; MOST]> = numbers.iter().map(|_| 0).collect();
        let word = |at| match machine.memory.load_u32(at) {
            Ok(Scalar::Bits(word)) => Some(word as u32),
            _ => None,
        };
        for naming in &machine.thread_classes.as_ref()?.namings {
            match *naming {
                Naming::Owner(at) => {
                    let Some(owner) = word(at).and_then(|it| it.checked_sub(1)).map(ThreadId) else {
                        continue;
                    };
                    let Some(&number) = numbers.get(owner.index()) else { continue };
                    known[owner.index()] += 1;
                    if number != owner {
                        renamed.push((at, number.0 + 1));
                    }
                }
                Naming::Counts(at) => {
                    let places = || (0..MOST).step_by(4).map(|from| at.wrapping_offset(from as i64));
                    let Some(words) = places().map(word).collect::<Option<SmallVec<[u32; 4]>>>() else {
                        continue;
                    };
                    let mut counts = [0; MOST];
                    for (thread, count) in words.iter().flat_map(|it| it.to_le_bytes()).enumerate() {
                        let Some(&number) = numbers.get(thread) else { continue };
                        counts[number.index()] = count;
                        known[thread] += u64::from(count);
                    }
                    for (at, four) in places().zip(counts.chunks_exact(4)) {
                        renamed.push((at, u32::from_le_bytes([four[0], four[1], four[2], four[3]])));
                    }
                }
            }
        }
        let mut moved = self.threads.ids().zip(numbers).filter(|&(thread, number)| thread != *number);
        let all = moved.all(|(thread, _)| known[thread.index()] == self.lock_count(thread));
        all.then_some(renamed)
    }

    /// How many locks a thread holds, or held when it ended.
    fn lock_count(&self, thread: ThreadId) -> u64 {
        let (_, marks) = status(&self.machine.memory, self.machine.threads[thread].record);
        marks / record::LOCK + self.threads[thread].place.as_ref().map_or(0, |it| it.locks())
    }

    /// The thread for whose end a thread waits, and whether it asks for nothing else.
    fn joined_by(&self, thread: ThreadId) -> Option<(ThreadId, bool)> {
        match &self.threads[thread].pending {
            Pending::Call(held) => self.joined_in(held),
            _ => None,
        }
    }

    /// Likewise, for a thread that makes this call.
    fn joined_in(&self, held: &PendingCall) -> Option<(ThreadId, bool)> {
        let Some(Awaited::End(at)) = held.native.effects.awaits else { return None };
        let number = held.call.number(&self.machine, at).ok()?;
        let joined = ThreadId(u32::try_from(number.checked_sub(1)?).ok()?);
        self.threads.get(joined)?;
        Some((joined, held.call.pointer(1).is_ok_and(|it| it.is_null())))
    }

    /// Whether all threads of a class have ended.
    fn has_ended(&self, class: u64) -> bool {
        self.threads
            .ids()
            .filter(|&it| self.machine.symmetric_class(it) == Some(class))
            .all(|it| self.is_over(it))
    }

    fn is_over(&self, thread: ThreadId) -> bool {
        let (phase, _) = status(&self.machine.memory, self.machine.threads[thread].record);
        matches!(phase, Phase::Finished | Phase::Free)
    }

    /// The class for whose end a thread has to wait before it joins one of its threads.
    pub(crate) fn awaited(&self, thread: ThreadId) -> Option<u64> {
        let class = self.machine.class_to_join(self.joined_by(thread)?.0)?;
        (!self.has_ended(class)).then_some(class)
    }

    /// Takes joins that are put off out of the choices from a place on, unless nothing else is left.
    pub(crate) fn put_off_joins(&self, choices: &mut Choices) {
        let waits = |it: &Choice| self.awaited(it.thread).is_some();
        let put_off = choices.iter().filter(|it| waits(it)).count();
        if put_off == 0 || put_off == choices.len() {
            return;
        }
        choices.retain(|it| !waits(it));
    }

    /// A thread has taken a step: if it has come to the join of one of several equal threads, it must join all of them.
    pub(crate) fn look_at_joins(&mut self, thread: ThreadId) {
        let Some(class) = self.awaited(thread) else { return };
        let Some((joined, _)) = self.joined_by(thread) else { return };
        if self.machine.process.atomic.is_some() || !self.joins_all(thread, class) {
            self.machine.tell_apart(joined);
        }
    }

    /// Whoever makes the search hears of what has turned out to be wrong.
    pub(crate) fn tell_refuted(&self) {
        if let Some(hypotheses) = &self.hypotheses
            && self.machine.take_refutation()
        {
            hypotheses.refute(self.steps);
        }
    }

    /// A thread joins another one while nobody else can go on: if not all that are like it have ended, it tells it from these.
    pub(crate) fn look_at_join_alone(&self, held: &PendingCall) {
        if let Some((joined, _)) = self.joined_in(held)
            && self.machine.class_to_join(joined).is_some_and(|class| !self.has_ended(class))
        {
            self.machine.tell_apart(joined);
        }
    }

    /// A thread was born: if another one than its maker waits for threads that are alike, there may be one more of them now,
    /// or another number would have been free.
    pub(crate) fn look_at_birth(&mut self, maker: ThreadId, born: ThreadId) {
        for thread in self.threads.ids().filter(|&it| it != maker && it != born) {
            if let Some((joined, _)) = self.joined_by(thread) {
                self.machine.tell_apart(joined);
            }
        }
        self.look_at_joins(born);
    }

    /// Whether a thread stands before a load or store that concerns nobody else: of the variable with what it joins, say.
    fn accesses_its_own(&mut self, thread: ThreadId) -> bool {
        matches!(self.threads[thread].pending, Pending::Access(_)) && self.is_private(thread)
    }

    /// Whether a thread would join all threads of a class before it does anything else that others can notice.
    fn joins_all(&mut self, thread: ThreadId, class: u64) -> bool {
        self.tentatively(|it| it.would_join_all(thread, class))
    }

    fn would_join_all(&mut self, thread: ThreadId, class: u64) -> bool {
        self.machine.current = thread;
        for other in self.threads.ids() {
            if other != thread && !self.is_over(other) {
                // A record can be written.
                let _ = self.machine.set_phase(other, Phase::Finished);
            }
        }
        let mut joined = false;
        for _ in 0..LONGEST {
            let joins = self.joined_by(thread).is_some_and(|(_, only)| only);
            let goes_on = joins || self.accesses_its_own(thread);
            if !goes_on {
                break;
            }
            let went = self.execute(Choice { thread, alternative: 0 }).is_ok();
            joined = self.threads.ids().all(|it| self.machine.symmetric_class(it) != Some(class));
            if joined || !went {
                break;
            }
        }
        joined
    }
}
