//! Thread symmetry: threads that a search may take for each other.
//!
//! Threads with the same start function and argument form a *class*. If two of them exchange their local states (calls,
//! record, locks), the program can do the same as before, unless it uses what tells them apart: their numbers. So
//! states that differ in nothing else count as one (canonicalisation, `gmc_system`). C. N. Ip, D. L. Dill: Better
//! verification through symmetry, 1996; D. Bošnački, D. Dams, L. Holenderski: Symmetric SPIN, 2002.
//!
//! That the program does not use the numbers is a hypothesis. When a run uses one, the class is *refuted*, and the
//! search starts again without it.
//!
//! Where a thread's number stands, and what an exchange does with it:
//! - the thread's record and frames: exchanged;
//! - the owner of a mutex, spin lock or read-write lock, and the counts of its readers: renamed, if as many are found
//!   as the thread holds locks (otherwise no threads are exchanged in that state);
//! - the thread that runs the function of `pthread_once`: only messages read it;
//! - a thread in an atomic section, one that ends the program, waits for a file or uses signals: no exchange then;
//! - a `pthread_t` of the program, or any number made of it: stays, so that computations with it have the same results.
//!   The program may use it only to join all threads of the class, without their results;
//! - `pthread_self`: refutes. Programs with other functions that name threads (`pthread_kill`, `pthread_cancel`,
//!   `pthread_tryjoin_np` and the like) have no classes at all;
//! - the number that the next thread gets, the smallest that is free: refutes if a symmetric thread had it.
//!
//! A class is a number in the thread's record, made of what the threads have in common, so it is the same in all
//! searches. Detached threads are another class than those that can be joined.

use crate::hypotheses::Hypotheses;
use crate::interp_error::InterpResult;
use crate::machine::Machine;
use crate::reg::Reg;
use crate::thread::{Phase, record};
use crate::usage::ThreadName;
use gmc_mem::{Pointer, Scalar};
use gmc_model::ThreadId;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Programs with more threads have no symmetry; as many have a count of their own in read-write locks.
pub const MOST: usize = 16;

/// As many places are known at which locks name threads.
const MOST_NAMINGS: usize = 64;

/// After so many refutations threads are not compared any more.
const MOST_REFUTED: usize = 3;

/// Marks in a class: its threads are detached; there has been another one with this thread.
const DETACHED: u64 = 1;
const SYMMETRIC: u64 = 2;
const MARKS: u64 = DETACHED | SYMMETRIC;

/// Which classes a search relies on; shared by its workers.
#[derive(Debug, Default)]
pub struct Symmetry {
    classes: Mutex<BTreeMap<u64, Class>>,
}

#[derive(Clone, Debug)]
struct Class {
    /// The start function.
    function: String,
    /// How many threads there were at a time.
    threads: usize,
    /// The program tells its threads apart.
    refuted: bool,
}

impl Clone for Symmetry {
    fn clone(&self) -> Symmetry {
        Symmetry { classes: Mutex::new(self.classes().clone()) }
    }
}

impl Symmetry {
    fn classes(&self) -> MutexGuard<'_, BTreeMap<u64, Class>> {
        self.classes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The threads that were taken for each other: their start functions, and how many there were at a time.
    pub fn alike(&self) -> Vec<(String, usize)> {
        let classes = self.classes();
        let kept = classes.values().filter(|it| !it.refuted && it.threads > 1);
        let mut alike: Vec<_> = kept.map(|it| (it.function.clone(), it.threads)).collect();
        alike.sort();
        alike
    }

    /// Whether threads of a class are compared.
    fn is_assumed(&self, class: u64) -> bool {
        let classes = self.classes();
        !gives_up(&classes) && !classes.get(&(class & !MARKS)).is_some_and(|it| it.refuted)
    }

    /// The names of classes whose threads are not compared any more.
    pub fn given_up(&self) -> Vec<ThreadName> {
        let classes = self.classes();
        let all = gives_up(&classes);
        classes.iter().filter(|it| all || it.1.refuted).map(|it| name(*it.0)).collect()
    }

    fn met(&self, class: u64, function: impl FnOnce() -> String, threads: usize) {
        let mut classes = self.classes();
        let new = || Class { function: function(), threads: 1, refuted: false };
        let class = classes.entry(class & !MARKS).or_insert_with(new);
        class.threads = class.threads.max(threads);
    }

    fn refute(&self, class: u64) {
        if let Some(class) = self.classes().get_mut(&(class & !MARKS)) {
            class.refuted = true;
        }
    }
}

/// Whether threads are told apart too often to compare them.
fn gives_up(classes: &BTreeMap<u64, Class>) -> bool {
    classes.values().filter(|it| it.refuted).count() >= MOST_REFUTED
}

/// What a machine knows of symmetric threads. No part of its state.
#[derive(Default)]
pub struct ThreadClasses {
    symmetry: Arc<Symmetry>,
    assumptions: Arc<Hypotheses>,
    /// There have been two of a class.
    met: bool,
    /// The program has told symmetric threads apart.
    refuted: Cell<bool>,
    /// Where locks name threads.
    pub namings: Vec<Naming>,
}

/// Who hears of what is found out about threads.
pub struct Heard {
    symmetry: Arc<Symmetry>,
    assumptions: Arc<Hypotheses>,
    refuted: bool,
}

impl ThreadClasses {
    /// Works on a copy of what is known until [`ThreadClasses::take_up`]: others do not learn what is found out
    /// meanwhile.
    pub fn set_aside(&mut self) -> Heard {
        let known = Arc::new(Symmetry::clone(&self.symmetry));
        Heard {
            symmetry: std::mem::replace(&mut self.symmetry, known),
            assumptions: std::mem::take(&mut self.assumptions),
            refuted: self.refuted.get(),
        }
    }

    /// What was found out in the meantime is forgotten.
    pub fn take_up(&mut self, heard: Heard) {
        self.symmetry = heard.symmetry;
        self.assumptions = heard.assumptions;
        self.refuted.set(heard.refuted);
    }

    /// What one thread of a class was seen to do, another one may do at the same time.
    fn are_several(&self, class: u64) {
        if !self.assumptions.usage().add_several(name(class)) {
            self.refuted.set(true);
        }
    }
}

/// The name of a class.
fn name(class: u64) -> ThreadName {
    ThreadName::of_class((class >> 32) as u32)
}

/// Where a lock names threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// A thread's number plus one, in a word.
    Owner(Pointer),
    /// How many times each of the first threads has it, a byte for each.
    Counts(Pointer),
}

impl Machine {
    /// From now on threads are compared, unless the program does what makes them differ.
    pub fn compare_threads(&mut self, assumptions: Arc<Hypotheses>) {
        if let Some(symmetry) = assumptions.symmetry().cloned()
            && !self.compiled.uses.cancellation
            && !self.compiled.uses.end_queries
            && !self.rules.nondet_inputs.addresses
        {
            self.thread_classes =
                Some(Box::new(ThreadClasses { symmetry, assumptions, ..ThreadClasses::default() }));
        }
    }

    /// Whether threads were told apart since this was asked last.
    pub fn take_refutation(&self) -> bool {
        self.thread_classes.as_ref().is_some_and(|it| it.refuted.take())
    }

    /// Whether there have been two threads that are alike.
    #[inline]
    pub fn has_symmetric_threads(&self) -> bool {
        self.thread_classes.as_ref().is_some_and(|it| it.met)
    }

    /// A thread's class, if there has been another thread in it.
    pub fn symmetric_class(&self, thread: ThreadId) -> Option<u64> {
        Some(self.class(thread)).filter(|class| class & SYMMETRIC != 0)
    }

    /// The name of a thread's class, if it has one.
    pub fn name_of_class(&self, thread: ThreadId) -> Option<ThreadName> {
        self.thread_classes.as_ref()?;
        Some(self.class(thread)).filter(|&class| class != 0).map(name)
    }

    /// Likewise, if its threads can be joined.
    pub fn class_to_join(&self, thread: ThreadId) -> Option<u64> {
        self.symmetric_class(thread).filter(|class| class & DETACHED == 0)
    }

    fn class(&self, thread: ThreadId) -> u64 {
        match self.memory.load_u64(self.class_slot(thread)) {
            Ok(Scalar::Bits(class)) => class,
            _ => 0,
        }
    }

    fn class_slot(&self, thread: ThreadId) -> Pointer {
        self.threads[thread].record.wrapping_offset(record::CLASS)
    }

    fn set_class(&mut self, thread: ThreadId, class: u64) -> InterpResult<()> {
        Ok(self.memory.store_u64(self.class_slot(thread), class)?)
    }

    /// A new thread has a class.
    pub fn enlist(&mut self, thread: ThreadId, function: Pointer, argument: Reg) -> InterpResult<()> {
        if self.thread_classes.is_none() {
            return Ok(());
        }
        // An object without a number that lasts is any such object.
        let lasts = argument.meta.0 < self.compiled.reach.static_objects as u64;
        let argument = if lasts { [argument.bits, argument.meta.0] } else { [0, u64::MAX] };
        let words = [function.addr, function.prov.index() as u64].into_iter().chain(argument);
        let class = gmc_mem::hash_of_words(record::CLASS as u64, words) as u64 & !MARKS;
        let detached = if self.is_detached(thread) { DETACHED } else { 0 };
        self.join_class(thread, class | detached)
    }

    /// A thread is in a class, with those that are there.
    fn join_class(&mut self, thread: ThreadId, class: u64) -> InterpResult<()> {
        let Some(classes) = &self.thread_classes else { return Ok(()) };
        if !classes.symmetry.is_assumed(class) {
            return self.set_class(thread, 0);
        }
        let is_like = |&it: &ThreadId| it != thread && self.class(it) & !SYMMETRIC == class;
        let others: Vec<ThreadId> = self.threads.ids().filter(is_like).collect();
        let name = || self.start_function(thread);
        classes.symmetry.met(class, name, others.len() + 1);
        if others.is_empty() {
            return self.set_class(thread, class);
        }
        for it in others.into_iter().chain([thread]) {
            self.set_class(it, class | SYMMETRIC)?;
        }
        if let Some(classes) = &mut self.thread_classes {
            classes.met = true;
            classes.are_several(class);
        }
        Ok(())
    }

    /// The name of the function that a thread runs.
    fn start_function(&self, thread: ThreadId) -> String {
        let frame = self.threads[thread].frames.first();
        let code = frame.map(|it| &self.compiled.codes[it.code]);
        code.map_or_else(String::new, |it| self.compiled.program.name(it.global).to_owned())
    }

    /// Something depends on which of several threads a thread is.
    pub fn tell_apart(&self, thread: ThreadId) {
        if let Some(classes) = &self.thread_classes
            && let Some(class) = self.symmetric_class(thread)
        {
            classes.symmetry.refute(class);
            classes.refuted.set(true);
        }
    }

    /// The current thread learns its number: threads that are created later are not symmetric to it.
    pub fn note_own_name(&mut self) -> InterpResult<()> {
        self.tell_apart(self.current);
        if let (Some(classes), class @ 1..) = (&self.thread_classes, self.class(self.current)) {
            classes.are_several(class);
        }
        self.leave_class(self.current)
    }

    /// A thread is gone: if locks still name it, its number stays in use.
    pub fn note_end_with_locks(&self, thread: ThreadId) {
        if self.has_symmetric_threads() && self.marks(thread) >= record::LOCK {
            self.tell_apart(thread);
        }
    }

    /// A thread that is detached is gone. If others are like it, which of them are gone is yet to be compared.
    pub fn end_detached(&mut self, thread: ThreadId) -> InterpResult<()> {
        match self.symmetric_class(thread) {
            Some(_) => self.note_end_with_locks(thread),
            None => self.leave_class(thread)?,
        }
        Ok(())
    }

    /// A thread was joined, or is not like others any more.
    pub fn leave_class(&mut self, thread: ThreadId) -> InterpResult<()> {
        if self.class(thread) == 0 { Ok(()) } else { self.set_class(thread, 0) }
    }

    /// A thread cannot be joined any more.
    pub fn note_detached(&mut self, thread: ThreadId) -> InterpResult<()> {
        match self.class(thread) {
            0 => Ok(()),
            class => self.join_class(thread, class & !SYMMETRIC | DETACHED),
        }
    }

    /// A thread that is to be made gets the number of one that is gone.
    pub fn use_number_again(&mut self, thread: ThreadId) -> InterpResult<()> {
        let class = self.class(thread);
        if class == 0 {
            return Ok(());
        }
        let alike: Vec<ThreadId> = self.threads.ids().filter(|&it| self.class(it) == class).collect();
        if alike.iter().any(|&it| self.phase(it) != Phase::Free || self.marks(it) != 0) {
            self.tell_apart(thread);
        }
        // Where all are gone it does not matter which was which.
        alike.into_iter().try_for_each(|it| self.set_class(it, 0))
    }

    /// A lock names threads here.
    #[inline]
    pub fn note_naming(&mut self, naming: Naming) {
        if let Some(classes) = &mut self.thread_classes
            && classes.namings.len() < MOST_NAMINGS
            && !classes.namings.contains(&naming)
        {
            classes.namings.push(naming);
        }
    }
}
