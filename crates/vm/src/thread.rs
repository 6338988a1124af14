//! Threads: frames of registers, and in memory what other threads can see of them.
//!
//! A thread's frames belong to it alone. What others see (whether it has finished, what it waits for) stands in an
//! object of the machine's, the thread's *record*, so that it goes back with the memory and counts as state.

use crate::code::R;
use crate::id::CodeId;
use crate::interp_error::InterpResult;
use crate::machine::Machine;
use crate::reg::Reg;
use crate::stack::Stack;
use crate::thread_accesses::Part;
use gmc_mem::{Layout, Memory, ObjId, Pointer, Scalar, Site, Storage};
use gmc_model::{Gate, ThreadId};

/// Where the object's number stands in a link to a variable; addresses are smaller.
const LINK_SHIFT: u32 = 48;

/// Bytes of stack that the calls of one thread may take, as Linux has it unless told otherwise; more end in
/// `stack-overflow`.
pub const MOST_STACK: u32 = 8 << 20;

/// Registers of one thread beyond which calls end in `stack-overflow`: 256 MiB of them.
pub const MAX_REGISTERS: usize = 16 << 20;

/// A function call under way.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function's code.
    pub code: CodeId,
    /// The next operation.
    pub pc: u32,
    /// Bytes of stack that it and the calls below take natively, at least.
    pub stack: u32,
    /// Its first register.
    pub base: usize,
    /// The arguments beyond the named ones.
    pub varargs: Pointer,
    /// What `alloca` gave, in order.
    pub allocas: Vec<ObjId>,
    /// Stands for this call in buffers of `setjmp`, and ends with it; none until `setjmp` is called.
    pub token: ObjId,
    /// What happens when the function returns.
    pub then: Then,
    /// How the loop does that, where it is simple.
    pub back: Back,
}

/// How a frame returns to the one below, which called it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// Not simply.
    Anyhow,
    /// Nothing is handed over.
    Nothing,
    /// A register is: from here to there.
    Value {
        /// The function's.
        from: R,
        /// The caller's.
        to: R,
    },
}

/// What happens when a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The frame below goes on, with the result where its call wants it.
    Caller,
    /// The frame below goes on; it did not call.
    Discard,
    /// Likewise, after a signal was handled.
    Signal,
    /// Likewise, in the middle of a function of the machine that has waited for this.
    Wake,
    /// The thread's start function has returned.
    Finish,
    /// The result goes to [`crate::step_effects::StepEffects::report`].
    Report,
}

/// A thread.
#[derive(Debug)]
pub struct Thread {
    /// The registers of all frames.
    pub regs: Stack,
    /// Calls under way, innermost last.
    pub frames: Vec<Frame>,
    /// The lowest frame that was at work since this was last set to the number of frames.
    pub lowest: usize,
    /// How many locks it holds. When it ends, its record says so.
    pub locks: u32,
    /// What is in memory of it: what others can see, then what is its own, then its frames.
    pub record: Pointer,
    /// Where its frames are written down, in the record.
    pub frame_words: Pointer,
}

/// What a thread is doing, as far as others can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Runs, or could.
    Running = 0,
    /// Waits in a function that synchronises, until another thread wakes it.
    Waiting = 1,
    /// Has been woken, and is still in that function.
    Woken = 2,
    /// Likewise, but its time is up.
    TimedOut = 3,
    /// Has finished, and was not joined yet.
    Finished = 4,
    /// Is no thread any more: its number can be used again.
    Free = 5,
    /// Has returned from `main` while another thread was ending the program, and waits for that.
    Outrun = 6,
    /// Was cancelled while it waited, and is still in that function.
    Cancelled = 7,
}

const PHASES: [Phase; 8] = [
    Phase::Running,
    Phase::Waiting,
    Phase::Woken,
    Phase::TimedOut,
    Phase::Finished,
    Phase::Free,
    Phase::Outrun,
    Phase::Cancelled,
];

/// The record: phase and marks, then what it waits for, its class, what is its own, and its frames as words.
pub mod record {
    /// After its phase in the low byte and marks: what it waits for.
    pub const VALUE: i64 = 8;
    /// Its class, as `symmetry` has it; 0 for none.
    pub const CLASS: i64 = 16;
    /// What is its own: a table of pointers, null for what does not exist yet. Behind it are the frames, as
    /// `gmc_system::frame_words` writes them.
    pub const OWN: i64 = 24;
    /// It grows and shrinks by so many bytes.
    pub const SIZE: u64 = 256;
    /// Bytes that the first thread's can have, and all others'.
    pub const MOST: [u64; 2] = [256 << 10, 16 << 10];
    /// It is detached: no thread joins it.
    pub const DETACHED: u64 = 1 << 8;
    /// Its cancellation is disabled.
    pub const UNCANCELLABLE: u64 = 1 << 9;
    /// It may be cancelled at any moment.
    pub const ASYNCHRONOUS: u64 = 1 << 10;
    /// It was cancelled.
    pub const CANCELLED: u64 = 1 << 11;
    /// It is in a function in which it may have to wait, and was not cancelled when it called it.
    pub const ENTERED: u64 = 1 << 12;
    /// How many locks it held when it ended: this, so many times.
    pub const LOCK: u64 = 1 << 16;

    /// Whether a thread with these marks is to end where it can be cancelled.
    pub fn is_cancelled(marks: u64) -> bool {
        marks & (CANCELLED | UNCANCELLABLE) == CANCELLED
    }
}

/// What a thread has of its own, by its place in the table.
pub mod own {
    /// `errno`
    pub const ERRNO: usize = 0;
    /// What it has returned, until it is joined.
    pub const RESULT: usize = 1;
    /// The values of keys.
    pub const VALUES: usize = 2;
    /// How far the destructors of keys have come: a number.
    pub const TEARDOWN: usize = 3;
    /// The innermost cleanup handler.
    pub const CLEANUP: usize = 4;
    /// The robust mutex that it took last.
    pub const ROBUST: usize = 5;
    /// Its name.
    pub const NAME: usize = 6;
    /// The thread-local object of C++ that is destroyed first.
    pub const DESTRUCTORS: usize = 7;
    /// What `strerror` says of a number that means nothing.
    pub const UNKNOWN_ERROR: usize = 8;
    /// The exception that is on its way to a landing pad.
    pub const EXCEPTION: usize = 9;
    /// Thread-local variables, from here on.
    pub const VARIABLES: usize = 10;
}

/// The number by which memory knows a thread as the owner of objects.
#[inline]
pub fn owner(thread: ThreadId) -> gmc_mem::ThreadId {
    gmc_mem::ThreadId(thread.0)
}

/// Names of the machine's roots; those of variables are smaller.
pub fn root_name(thread: ThreadId) -> u64 {
    1 << 62 | u64::from(thread.0)
}

impl Thread {
    /// A thread without any frame; the record is made for it.
    pub fn new(regs: Stack, record: Pointer, frame_words: Pointer) -> Thread {
        Thread { regs, frames: Vec::new(), lowest: 0, locks: 0, record, frame_words }
    }
}

/// A thread's calls, set aside.
pub struct Calls {
    regs: Vec<Reg>,
    frames: Vec<Frame>,
    lowest: usize,
    locks: u32,
}

impl Thread {
    /// A copy of the thread's calls.
    pub fn calls(&self) -> Calls {
        let (regs, frames) = (self.regs.to_vec(), self.frames.clone());
        Calls { regs, frames, lowest: self.lowest, locks: self.locks }
    }

    /// Forgets all calls, and their registers with them.
    pub fn drop_calls(&mut self) {
        self.frames.clear();
        self.regs.truncate(0);
    }

    /// Returns to calls set aside.
    pub fn set_calls(&mut self, calls: Calls) {
        self.regs.truncate(0);
        self.regs.extend_from_slice(&calls.regs);
        self.frames = calls.frames;
        self.lowest = calls.lowest;
        self.locks = calls.locks;
    }
}

/// A thread's phase and marks, in one number.
#[inline]
fn status_word(memory: &Memory, record: Pointer) -> u64 {
    match memory.load_u64(record) {
        Ok(Scalar::Bits(word)) => word,
        _ => 0,
    }
}

/// A thread's status.
#[inline]
pub fn status(memory: &Memory, record: Pointer) -> (Phase, u64) {
    let word = status_word(memory, record);
    (PHASES[(word & 7) as usize], word & !0xff)
}

impl Machine {
    /// A new thread without any frame; its number. Numbers of threads that are gone are used again, unless a lock still
    /// names them.
    pub fn new_thread(&mut self) -> InterpResult<ThreadId> {
        self.observed.thread_accesses.add_thread(ThreadId::FIRST, Part::Count, true);
        let is_free = |&it: &ThreadId| self.is_gone(it) && self.marks(it) == 0;
        if let Some(free) = self.threads.ids().find(is_free) {
            self.use_number_again(free)?;
            self.set_phase(free, Phase::Running)?;
            return Ok(free);
        }
        let thread = ThreadId::new(self.threads.len());
        let width = self.memory.target().pointer_size() as u64;
        let own = (own::VARIABLES + self.compiled.thread_locals.len()) as u64 * width;
        let end = (record::OWN as u64 + own).next_multiple_of(8);
        let most = record::MOST[usize::from(thread != ThreadId::FIRST)] + own.next_multiple_of(record::SIZE);
        let layout = Layout::expanding(end.next_multiple_of(record::SIZE), most, 64);
        let record = self.allocate_as(layout, Storage::Internal, Site(0))?;
        self.memory.add_root(record.prov, root_name(thread));
        self.memory.fill(record, 0, end)?;
        self.memory.store_u64(record, Phase::Running as u64)?;
        let frame_words = record.wrapping_offset(end as i64);
        let regs = self.stack();
        self.threads.push(Thread::new(regs, record, frame_words));
        Ok(thread)
    }

    /// A stack without registers: one that is not needed any more, or a new one.
    pub fn stack(&mut self) -> Stack {
        self.reuse.stacks.pop().unwrap_or_default()
    }

    /// Removes threads, as if they had never been.
    pub fn truncate_threads(&mut self, count: usize) {
        for mut thread in self.threads.drain(count..) {
            thread.regs.truncate(0);
            self.reuse.stacks.push(thread.regs);
        }
    }

    /// What a thread is doing, and its marks, as [`record`] names them.
    #[inline]
    pub fn status(&self, thread: ThreadId) -> (Phase, u64) {
        self.observed.thread_accesses.add_thread(thread, Part::Phase, false);
        self.observed.thread_accesses.add_thread(thread, Part::Marks, false);
        status(&self.memory, self.threads[thread].record)
    }

    /// What a thread is doing.
    #[inline]
    pub fn phase(&self, thread: ThreadId) -> Phase {
        self.observed.thread_accesses.add_thread(thread, Part::Phase, false);
        self.phase_unnoted(thread)
    }

    #[inline]
    fn phase_unnoted(&self, thread: ThreadId) -> Phase {
        status(&self.memory, self.threads[thread].record).0
    }

    /// Whether a thread has ended.
    #[inline]
    pub fn is_over(&self, thread: ThreadId) -> bool {
        self.observed.thread_accesses.add_thread(thread, Part::End, false);
        matches!(self.phase_unnoted(thread), Phase::Finished | Phase::Free)
    }

    /// Whether a thread has ended for which another one waits that cannot go on before.
    #[inline]
    pub fn lets_go(&self, thread: ThreadId) -> bool {
        self.observed.thread_accesses.add_end(thread, Gate::Needs);
        self.phase_unnoted(thread) == Phase::Finished
    }

    /// Whether a thread has ended, and its number can be used again.
    #[inline]
    pub fn is_gone(&self, thread: ThreadId) -> bool {
        self.observed.thread_accesses.add_thread(thread, Part::Number, false);
        self.phase_unnoted(thread) == Phase::Free
    }

    /// Whether a thread waits for an object until somebody wakes it. That is known with the object: who asks for it has
    /// to say so.
    #[inline]
    pub fn waits_for(&self, thread: ThreadId, object: Pointer) -> bool {
        self.phase_unnoted(thread) == Phase::Waiting && self.wait_of(thread) == object
    }

    /// Sets what a thread is doing.
    pub fn set_phase(&mut self, thread: ThreadId, phase: Phase) -> InterpResult<()> {
        let record = self.threads[thread].record;
        let (before, marks) = status(&self.memory, record);
        self.note_phase(thread, before, phase);
        let marks = if phase == Phase::Free { marks & !(record::LOCK - 1) } else { marks };
        Ok(self.memory.store_u64(record, phase as u64 | marks)?)
    }

    /// A thread goes from one phase to another.
    fn note_phase(&self, thread: ThreadId, from: Phase, to: Phase) {
        if !self.observed.thread_accesses.is_recording() {
            return;
        }
        match (from, to) {
            (Phase::Free, _) | (_, Phase::Free) => {
                self.observed.thread_accesses.add_thread(thread, Part::Number, true);
                self.observed.thread_accesses.add_thread(thread, Part::End, true);
            }
            (_, Phase::Finished) => self.observed.thread_accesses.add_end(thread, Gate::Opens),
            _ => self.observed.thread_accesses.add_thread(thread, Part::Phase, true),
        }
        if from == Phase::Waiting {
            self.observed.thread_accesses.add_waiters(
                self.memory.object(self.wait_of(thread).prov),
                self.wait_of(thread),
                true,
            );
        }
    }

    /// A thread's marks, as [`record`] names them.
    #[inline]
    pub fn marks(&self, thread: ThreadId) -> u64 {
        self.observed.thread_accesses.add_thread(thread, Part::Marks, false);
        status(&self.memory, self.threads[thread].record).1
    }

    /// Sets a thread's marks.
    pub fn set_marks(&mut self, thread: ThreadId, marks: u64) -> InterpResult<()> {
        let record = self.threads[thread].record;
        self.observed.thread_accesses.add_thread(thread, Part::Marks, true);
        Ok(self.memory.store_u64(record, self.phase_unnoted(thread) as u64 | marks)?)
    }

    /// Whether a thread is detached.
    #[inline]
    pub fn is_detached(&self, thread: ThreadId) -> bool {
        self.marks(thread) & record::DETACHED != 0
    }

    /// The current thread has one more lock.
    pub fn add_lock(&mut self) {
        self.threads[self.current].locks += 1;
    }

    /// It has one lock less.
    pub fn remove_lock(&mut self) {
        let locks = &mut self.threads[self.current].locks;
        *locks = locks.saturating_sub(1);
    }

    /// The current thread ends, with the locks that it holds: they still name it.
    pub fn keep_locks(&mut self) -> InterpResult<()> {
        let locks = std::mem::take(&mut self.threads[self.current].locks);
        if locks == 0 {
            return Ok(());
        }
        // Who may ask for them asks whether the thread has ended, which is noted.
        let record = self.threads[self.current].record;
        let word = status_word(&self.memory, record);
        Ok(self.memory.store_u64(record, word + u64::from(locks) * record::LOCK)?)
    }

    /// What a thread waits for.
    pub fn wait_of(&self, thread: ThreadId) -> Pointer {
        self.load_link(self.wait_slot(thread)).unwrap_or(Pointer::NULL)
    }

    /// Where a thread's record says what it waits for.
    pub fn wait_slot(&self, thread: ThreadId) -> Pointer {
        self.threads[thread].record.wrapping_offset(record::VALUE)
    }

    /// A thread waits for something, or no longer.
    pub fn set_wait(&mut self, thread: ThreadId, phase: Phase, what: Pointer) -> InterpResult<()> {
        self.observed.thread_accesses.add_waiters(self.memory.object(what.prov), what, true);
        self.store_link(self.wait_slot(thread), what)?;
        self.set_phase(thread, phase)
    }

    /// Stores a pointer that only the machine reads, where eight bytes are free. One to a variable is a number: it has
    /// no name to find out.
    pub fn store_link(&mut self, at: Pointer, to: Pointer) -> InterpResult<()> {
        let number = to.addr | (to.prov.index() as u64) << LINK_SHIFT;
        let fits = to.addr >> LINK_SHIFT == 0 && to.prov.index() >> (64 - LINK_SHIFT) == 0;
        if fits
            && self.memory.target().pointer_size() == 8
            && to.prov.index() < self.compiled.reach.static_objects
        {
            return Ok(self.memory.store_u64(at, number)?);
        }
        Ok(self.memory.store_pointer(at, to)?)
    }

    /// Loads one.
    pub fn load_link(&self, at: Pointer) -> InterpResult<Pointer> {
        if self.memory.target().pointer_size() == 8
            && let Scalar::Bits(number) = self.memory.load_u64(at)?
        {
            let prov = ObjId::from_raw((number >> LINK_SHIFT) as u32);
            return Ok(Pointer { addr: number & ((1 << LINK_SHIFT) - 1), prov });
        }
        Ok(self.memory.load_pointer(at)?)
    }

    /// What a thread has returned.
    pub fn thread_result(&self, thread: ThreadId) -> Reg {
        let slot = self.own_slot_of(thread, own::RESULT);
        let width = self.memory.target().pointer_size();
        self.memory.load_sized(slot, width).map_or(Reg::UNDEF, Reg::from_scalar)
    }

    /// A thread returns something.
    pub fn set_thread_result(&mut self, thread: ThreadId, value: Reg) -> InterpResult<()> {
        let slot = self.own_slot_of(thread, own::RESULT);
        let width = self.memory.target().pointer_size();
        if value.meta.is_whole() || value.is_nondet() {
            Ok(self.memory.store_sized(slot, value.to_scalar(), width)?)
        } else {
            Ok(self.memory.uninitialise(slot, width as u64)?)
        }
    }

    /// Where the current thread keeps the pointer to something of its own.
    pub fn own_slot(&self, index: usize) -> Pointer {
        self.own_slot_of(self.current, index)
    }

    /// Where a thread does.
    pub fn own_slot_of(&self, thread: ThreadId, index: usize) -> Pointer {
        let width = self.memory.target().pointer_size() as i64;
        self.threads[thread].record.wrapping_offset(record::OWN + index as i64 * width)
    }

    /// Whether others can reach what ends with the current thread.
    pub fn owns_shared(&self) -> bool {
        self.own_objects().any(|(_, object)| self.memory.is_shared(object))
    }

    /// What is the current thread's own ends with it.
    pub fn bury_own(&mut self) -> InterpResult<()> {
        let objects: Vec<_> = self.own_objects().collect();
        for (slot, object) in objects {
            self.memory.store_pointer(slot, Pointer::NULL)?;
            self.memory.kill_unheld(object, Site(0))?;
        }
        Ok(())
    }

    /// The objects that end with the current thread, and where it keeps the pointers to them.
    fn own_objects(&self) -> impl Iterator<Item = (Pointer, ObjId)> + '_ {
        let variables = (0..self.compiled.thread_locals.len()).map(|it| own::VARIABLES + it);
        let slots = [own::ERRNO, own::VALUES, own::NAME].into_iter().chain(variables);
        slots.filter_map(|index| {
            let slot = self.own_slot(index);
            let object = self.memory.load_pointer(slot).ok()?.prov;
            (!object.is_none()).then_some((slot, object))
        })
    }
}
