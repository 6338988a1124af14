//! Symmetry reduction: states that are equal up to a permutation of interchangeable threads have the same
//! fingerprint, that of a canonical one among them (Ip, Dill: Better verification through symmetry, 1996; Clarke,
//! Enders, Filkorn, Jha: Exploiting symmetry in temporal logic model checking, 1996).
//!
//! Finding a unique canonical state is as hard as graph isomorphism, so the threads of a class (`symmetry`) are
//! sorted by a hash of their local states, and get the ids of the class in this order (the "sorted" heuristic of
//! Bosnacki, Dams, Holenderski: Symmetric Spin, 2002). Threads with equal hashes keep their order. So a state may
//! be counted twice, but two different states never count as one. The permuted state is only hashed, and never
//! executed.
//!
//! A thread that joins one thread of a class tells it from the others: the join is enabled when that one has ended.
//! But if the joining thread then only joins the others, no thread notices when exactly it goes on, and it may as
//! well wait until all of them have ended. So at such a join the thread runs speculatively, as if all had ended. If
//! it joins all of them before any other visible operation, the join is deferred until all have ended or nothing
//! else is enabled; otherwise the hypothesis that the threads are interchangeable is refuted. docs/soundness.md has
//! the argument.

use crate::Execution;
use crate::pending::Pending;
use gmc_mem::{Pointer, Scalar, Watch};
use gmc_model::{Choice, Choices, ThreadId};
use gmc_vm::effects::Awaited;
use gmc_vm::pending_call::PendingCall;
use gmc_vm::symmetry::{MOST, Naming};
use gmc_vm::thread::{Phase, record, root_name, status};
use smallvec::SmallVec;

/// The most steps of a joining thread that are speculated.
const MAX_JOIN_STEPS: u32 = 1 << 10;

/// The id that each thread has in the canonical state.
pub(crate) type Permutation = SmallVec<[ThreadId; MOST]>;

/// A word of memory that holds a thread's id, and its value in the canonical state.
type RenamedWord = (Pointer, u32);

impl Execution {
    /// The fingerprint of the canonical state.
    #[inline]
    pub(crate) fn canonical_fingerprint(&mut self) -> u128 {
        if !self.machine.has_symmetric_threads() {
            return self.plain_fingerprint();
        }
        let renamed = self.sorting_permutation().and_then(|permutation| self.fingerprint_under(&permutation));
        renamed.unwrap_or_else(|| self.plain_fingerprint())
    }

    /// The fingerprint without the threads' classes, of the canonical state if `in_order`. An audit needs it,
    /// because whether an ended thread is still in its class depends on when it ended. Removes all classes from the
    /// state, so the caller must roll back.
    pub(crate) fn fingerprint_without_classes(&mut self, in_order: bool) -> u128 {
        let permutation =
            self.sorting_permutation().filter(|_| in_order && self.machine.has_symmetric_threads());
        self.machine.memory.watch(Watch::Off);
        for thread in self.machine.threads.ids() {
            // It cannot fail: a thread's record is writable.
            let _ = self.machine.leave_class(thread);
        }
        let renamed = permutation.and_then(|permutation| self.fingerprint_under(&permutation));
        renamed.unwrap_or_else(|| self.plain_fingerprint())
    }

    /// Whether steps must be checked for operations that tell interchangeable threads apart.
    pub(crate) fn checks_symmetry(&self) -> bool {
        self.machine.has_symmetric_threads() && self.reductions.hypotheses.is_some()
    }

    /// The permutation that leads to the canonical state; none if that is the current state.
    pub(crate) fn canonical_permutation(&self) -> Option<Permutation> {
        if !self.machine.has_symmetric_threads() {
            return None;
        }
        self.sorting_permutation().filter(|permutation| self.renamed_locks(permutation).is_some())
    }

    /// Appends the pairs of threads of a class whose exchange leaves the state unchanged.
    pub(crate) fn collect_interchangeable(&mut self, out: &mut Vec<(ThreadId, ThreadId)>) {
        if !self.machine.has_symmetric_threads() || self.has_unmapped_thread_ids() {
            return;
        }
        let fingerprint = self.plain_fingerprint();
        for other in self.threads.ids() {
            let Some(class) = self.machine.symmetric_class(other) else { continue };
            for one in (0..other.0)
                .map(ThreadId)
                .filter(|&it| self.machine.symmetric_class(it) == Some(class))
                .collect::<Permutation>()
            {
                let mut permutation: Permutation = self.threads.ids().collect();
                permutation.swap(one.index(), other.index());
                if self.fingerprint_under(&permutation) == Some(fingerprint) {
                    out.push((one, other));
                }
            }
        }
    }

    /// Whether thread ids occur where a permutation would not replace them.
    fn has_unmapped_thread_ids(&self) -> bool {
        let machine = &self.machine;
        let process = &machine.process;
        self.threads.len() > MOST
            || process.atomic.is_some()
            || process.ending.is_some()
            || machine.world.names_threads()
            || machine.memory.has_exposed_heap()
            || !machine.compiled.library.interruptions.concern_no_thread(machine)
    }

    /// The permutation that sorts the threads of each class; none if they are sorted, or if thread ids occur where
    /// it would not replace them.
    fn sorting_permutation(&self) -> Option<Permutation> {
        let machine = &self.machine;
        if self.has_unmapped_thread_ids() {
            return None;
        }
        let mut permutation: Permutation = self.threads.ids().collect();
        let classes: SmallVec<[Option<u64>; MOST]> =
            permutation.iter().map(|&thread| machine.symmetric_class(thread)).collect();
        let mut changed = false;
        for first in 1..classes.len() {
            let Some(class) = classes[first].filter(|_| !classes[..first].contains(&classes[first])) else {
                continue;
            };
            let members: Permutation =
                self.threads.ids().skip(first).filter(|it| classes[it.index()] == Some(class)).collect();
            let mut order: SmallVec<[_; MOST]> = members.iter().map(|&it| (self.sort_key(it), it)).collect();
            if order.is_sorted() {
                continue;
            }
            changed = true;
            order.sort_unstable();
            for (&(_, thread), number) in order.iter().zip(members) {
                permutation[thread.index()] = number;
            }
        }
        changed.then_some(permutation)
    }

    /// What a thread is doing, independent of its id.
    fn sort_key(&self, thread: ThreadId) -> (u128, u64, u64) {
        let word = |at: i64| {
            let at = self.machine.threads[thread].record.wrapping_offset(at);
            match self.machine.memory.load_u64(at) {
                Ok(Scalar::Bits(word)) => word,
                _ => 0,
            }
        };
        let local = self.threads[thread].local.as_ref();
        (local.map_or(0, |it| it.sort_key()), word(0), word(record::VALUE))
    }

    /// The fingerprint of the state under a permutation; none if not all words are known that hold the threads'
    /// ids.
    fn fingerprint_under(&mut self, permutation: &[ThreadId]) -> Option<u128> {
        let renamed = self.renamed_locks(permutation)?;
        self.machine.memory.watch(Watch::Off);
        let old_words: SmallVec<[RenamedWord; 8]> =
            renamed.iter().map(|&(at, value)| (at, self.swap_word(at, value))).collect();
        let memory = self.memory_fingerprint_under(permutation);
        for (at, value) in old_words {
            self.swap_word(at, value);
        }
        let locals = self.threads.iter().zip(permutation).filter_map(|(state, &number)| {
            let local = state.local.as_ref()?;
            Some(local.fingerprint_term_as(number))
        });
        let all = locals.fold(memory, u128::wrapping_add);
        Some(all.wrapping_add(self.machine.print_of_part()))
    }

    /// Writes a word that has a value. The old value.
    fn swap_word(&mut self, at: Pointer, value: u32) -> u32 {
        let memory = &mut self.machine.memory;
        let Ok(Scalar::Bits(old)) = memory.load_u32(at) else { return value };
        match memory.store_u32(at, u64::from(value)) {
            Ok(()) => old as u32,
            Err(_) => value,
        }
    }

    /// The memory's fingerprint under a permutation.
    fn memory_fingerprint_under(&mut self, permutation: &[ThreadId]) -> u128 {
        let memory = &mut self.machine.memory;
        let moved = || {
            (0..).map(ThreadId).zip(permutation.iter().copied()).filter(|(thread, number)| thread != number)
        };
        let mut fingerprint = memory.fingerprint().0;
        let mut simple = true;
        for (thread, number) in moved() {
            match memory.root_term_under(self.machine.threads[thread].record.prov, root_name(number)) {
                Some((old, new)) => fingerprint = fingerprint.wrapping_sub(old).wrapping_add(new),
                None => simple = false,
            }
        }
        if simple {
            return fingerprint;
        }
        // Other objects get their canonical names from these records, so the whole fingerprint is computed again.
        for (thread, number) in moved() {
            memory.add_root(self.machine.threads[thread].record.prov, root_name(number));
        }
        let fingerprint = memory.fingerprint().0;
        for (thread, _) in moved() {
            memory.add_root(self.machine.threads[thread].record.prov, root_name(thread));
        }
        fingerprint
    }

    /// The words of locks that hold thread ids, and their values under a permutation; none if not all locks are
    /// known that the permuted threads hold.
    fn renamed_locks(&self, permutation: &[ThreadId]) -> Option<SmallVec<[RenamedWord; 8]>> {
        let machine = &self.machine;
        let mut renamed = SmallVec::new();
        let mut known: SmallVec<[u64; MOST]> = permutation.iter().map(|_| 0).collect();
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
                    let Some(&number) = permutation.get(owner.index()) else { continue };
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
                        let Some(&number) = permutation.get(thread) else { continue };
                        counts[number.index()] = count;
                        known[thread] += u64::from(count);
                    }
                    for (at, four) in places().zip(counts.chunks_exact(4)) {
                        renamed.push((at, u32::from_le_bytes([four[0], four[1], four[2], four[3]])));
                    }
                }
            }
        }
        let mut moved = self.threads.ids().zip(permutation).filter(|&(thread, number)| thread != *number);
        let all = moved.all(|(thread, _)| known[thread.index()] == self.lock_count(thread));
        all.then_some(renamed)
    }

    /// How many locks a thread holds, or held when it ended.
    fn lock_count(&self, thread: ThreadId) -> u64 {
        let (_, marks) = status(&self.machine.memory, self.machine.threads[thread].record);
        marks / record::LOCK + self.threads[thread].local.as_ref().map_or(0, |it| it.locks())
    }

    /// The thread that a thread is about to join, and whether it ignores the result.
    fn joined_by(&self, thread: ThreadId) -> Option<(ThreadId, bool)> {
        match &self.threads[thread].pending {
            Pending::Call(op) => self.joined_by_call(op),
            _ => None,
        }
    }

    /// The same, for a thread that makes this call.
    fn joined_by_call(&self, op: &PendingCall) -> Option<(ThreadId, bool)> {
        let Some(Awaited::End(at)) = op.native.effects.awaits else { return None };
        let number = op.call.number(&self.machine, at).ok()?;
        let joined = ThreadId(u32::try_from(number.checked_sub(1)?).ok()?);
        self.threads.get(joined)?;
        Some((joined, op.call.pointer(1).is_ok_and(|it| it.is_null())))
    }

    /// Whether all threads of a class have ended.
    fn has_class_ended(&self, class: u64) -> bool {
        self.threads
            .ids()
            .filter(|&it| self.machine.symmetric_class(it) == Some(class))
            .all(|it| self.has_thread_ended(it))
    }

    /// Whether a thread has ended.
    fn has_thread_ended(&self, thread: ThreadId) -> bool {
        let (phase, _) = status(&self.machine.memory, self.machine.threads[thread].record);
        matches!(phase, Phase::Finished | Phase::Free)
    }

    /// The class that must end before a thread may join one of its members.
    pub(crate) fn class_awaited_by(&self, thread: ThreadId) -> Option<u64> {
        let class = self.machine.class_to_join(self.joined_by(thread)?.0)?;
        (!self.has_class_ended(class)).then_some(class)
    }

    /// Removes the joins that must wait for a class, unless these are all choices.
    pub(crate) fn defer_joins(&self, choices: &mut Choices) {
        let waits = |it: &Choice| self.class_awaited_by(it.thread).is_some();
        let put_off = choices.iter().filter(|it| waits(it)).count();
        if put_off == 0 || put_off == choices.len() {
            return;
        }
        choices.retain(|it| !waits(it));
    }

    /// Checks a thread after its step: if it is about to join one thread of a class, it must go on to join all of
    /// them. Otherwise it tells them apart.
    pub(crate) fn check_join_symmetry(&mut self, thread: ThreadId) {
        let Some(class) = self.class_awaited_by(thread) else { return };
        let Some((joined, _)) = self.joined_by(thread) else { return };
        if self.machine.process.atomic.is_some() || !self.speculate_joins_all(thread, class) {
            self.machine.tell_apart(joined);
        }
    }

    /// Reports a refuted hypothesis to the search.
    pub(crate) fn report_refutation(&self) {
        if let Some(hypotheses) = &self.reductions.hypotheses
            && self.machine.take_refutation()
        {
            hypotheses.refute(self.reductions.steps);
        }
    }

    /// Checks a join by a thread while no other can run: it tells the joined thread from those of its class that
    /// have not ended.
    pub(crate) fn check_lone_join_symmetry(&self, op: &PendingCall) {
        if let Some((joined, _)) = self.joined_by_call(op)
            && self.machine.class_to_join(joined).is_some_and(|class| !self.has_class_ended(class))
        {
            self.machine.tell_apart(joined);
        }
    }

    /// Checks the creation of a thread. If a thread other than the creator is about to join one of a class, the
    /// class may have grown, or the new thread might have got another id: the two orders differ.
    pub(crate) fn check_creation_symmetry(&mut self, creator: ThreadId, created: ThreadId) {
        for thread in self.threads.ids().filter(|&it| it != creator && it != created) {
            if let Some((joined, _)) = self.joined_by(thread) {
                self.machine.tell_apart(joined);
            }
        }
        self.check_join_symmetry(created);
    }

    /// Whether a thread stands before a private load or store, for example of the variable with the thread to join.
    fn stands_before_private_access(&mut self, thread: ThreadId) -> bool {
        matches!(self.threads[thread].pending, Pending::Access(_)) && self.decide_private(thread)
    }

    /// Whether a thread would join all threads of a class before any other visible operation. Runs it
    /// speculatively.
    fn speculate_joins_all(&mut self, thread: ThreadId, class: u64) -> bool {
        self.speculate(|it| it.try_joining_all(thread, class))
    }

    /// Runs a thread as if all others had ended. Whether it joins the whole class before any other visible operation.
    fn try_joining_all(&mut self, thread: ThreadId, class: u64) -> bool {
        self.machine.current = thread;
        for other in self.threads.ids() {
            if other != thread && !self.has_thread_ended(other) {
                // It cannot fail: a thread's record is writable.
                let _ = self.machine.set_phase(other, Phase::Finished);
            }
        }
        let mut joined = false;
        for _ in 0..MAX_JOIN_STEPS {
            let joins = self.joined_by(thread).is_some_and(|(_, only)| only);
            let goes_on = joins || self.stands_before_private_access(thread);
            if !goes_on {
                break;
            }
            let went = self.execute(Choice { thread, alternative: 0 }, false).is_ok();
            joined = self.threads.ids().all(|it| self.machine.symmetric_class(it) != Some(class));
            if joined || !went {
                break;
            }
        }
        joined
    }
}
