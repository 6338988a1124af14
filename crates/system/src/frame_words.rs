//! The frames of a thread as a sequence of words: the part of a state that the registers are a cache of.
//!
//! Registers are fast, but a state must be stored, compared and restored. So where a thread stops, its frames are
//! written as words, and registers are loaded from words when the thread goes on in another state. Only frames that
//! have run since are written, and only live registers (`liveness`): a dead register is not part of the state.
//!
//! The first word is the number of locks that the thread holds. Each frame is a head, the live registers in order,
//! and the optional parts that flags in the head announce. A pointer to a variable or function is stored as a plain
//! number: such an object never moves and is never freed, so it needs no canonical name. If any other word holds a
//! pointer, all words are also stored in the thread's record in memory, which makes them part of the object graph;
//! otherwise they are outside of memory, where changing them costs nothing.

use gmc_mem::{Memory, ObjId, Pointer};
use gmc_vm::CodeId;
use gmc_vm::code::R;
use gmc_vm::compiled::{Codes, Compiled};
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::reg::{Meta, Reg};
use gmc_vm::symbolic::moved_by;
use gmc_vm::thread::{Back, Frame, Then, Thread, record};

/// The frames of a thread as words.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameWords {
    /// The number of locks held, then the words of all frames.
    words: Vec<Reg>,
    /// Where each frame starts, and where the last one ends.
    starts: Vec<u32>,
    /// How many frames, from the outermost, have registers that agree with the current state.
    pub(crate) intact: usize,
    /// Objects with smaller ids are variables and functions.
    static_objects: u64,
}

/// The words as they are in a thread's record now: a split has replaced nondeterministic values by numbers.
pub(crate) fn words_after_split(thread: &Thread, words: &[Reg], memory: &Memory) -> Vec<Reg> {
    let word = |(at, &word): (usize, &Reg)| match memory.load_u64(word_at(thread, at)) {
        Ok(scalar) if word.is_nondet() => Reg::from_scalar(scalar),
        _ => word,
    };
    words.iter().enumerate().map(word).collect()
}

/// A change of the words in a thread's record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edit {
    /// Writes a word; `old` says whether the record has a word there.
    Put { at: usize, word: Reg, old: bool },
    /// Removes a range of words.
    Cut { from: usize, to: usize },
    /// Resizes the record to so many words.
    Fit(usize),
}

impl Edit {
    /// Applies the change to a thread's record.
    pub(crate) fn apply(self, thread: &Thread, memory: &mut Memory) -> InterpResult<()> {
        match self {
            Edit::Put { at, word, old } => put_word(thread, memory, at, word, old),
            Edit::Cut { from, to } => Ok(memory.uninitialise(word_at(thread, from), (to - from) as u64 * 8)?),
            Edit::Fit(words) => fit_record(thread, memory, words),
        }
    }
}

/// The changes that turn the old words of a record into the new ones.
pub(crate) fn edits(old: &[Reg], new: &[Reg], out: &mut Vec<Edit>) {
    out.clear();
    if new.len() > old.len() {
        out.push(Edit::Fit(new.len()));
    }
    for (at, &word) in new.iter().enumerate() {
        let before = old.get(at);
        if before != Some(&word) {
            out.push(Edit::Put { at, word, old: before.is_some() });
        }
    }
    if new.len() < old.len() {
        out.push(Edit::Cut { from: new.len(), to: old.len() });
        out.push(Edit::Fit(new.len()));
    }
}

/// The head of a frame: the operation's number in the low bits, then the code's number, what follows the frame's
/// return, and the flags below.
const CODE: u32 = 28;
const THEN: u32 = 55;
/// The frame is in a call, whose result does not exist yet.
const CALLING: u64 = 1 << 58;
/// The frame has variable arguments.
const VARARGS: u64 = 1 << 59;
/// The frame has memory from `alloca`.
const ALLOCAS: u64 = 1 << 60;
/// The frame has a token object (`Frame::token`).
const TOKEN: u64 = 1 << 61;
/// Some registers hold neither a number, nor a pointer, nor nothing.
const ODD: u64 = 1 << 62;
/// Some registers point to variables or functions. A word behind the registers says which, one bit each.
const STATICS: u64 = 1 << 63;

/// Of an odd register, beside its number: what follows is the symbolic offset of the pointer that came before.
const OFFSET: u64 = 1 << 48;

/// Only objects with smaller ids are stored as numbers, so that id and address fit in one word.
const STATIC_OBJECTS: u64 = 1 << 16;
/// Where the object's id starts in such a word; addresses are smaller.
const STATIC_SHIFT: u32 = 48;

/// In the first word, above the number of locks: the thread is about to split a nondeterministic value.
const SPLIT: u32 = 32;

const THENS: [Then; 6] = [Then::Caller, Then::Discard, Then::Signal, Then::Wake, Then::Finish, Then::Report];

/// Where a word of a thread's record is.
fn word_at(thread: &Thread, word: usize) -> Pointer {
    thread.frame_words.wrapping_offset(8 * word as i64)
}

impl FrameWords {
    /// A thread without frames, in a program with so many variables and functions, which have the smallest ids.
    pub(crate) fn new(statics: usize) -> FrameWords {
        FrameWords { static_objects: (statics as u64).min(STATIC_OBJECTS), ..FrameWords::default() }
    }

    /// Whether a register points to a variable or function.
    fn is_static(&self, reg: Reg) -> bool {
        reg.meta.0 != 0 && reg.meta.0 < self.static_objects && reg.bits >> STATIC_SHIFT == 0
    }

    /// Writes the frames that have run since the last save. A thread that `is_split` is about to split a value
    /// stands at the same operation as before it tried, so a bit in the first word tells the two states apart.
    pub(crate) fn save(&mut self, thread: &mut Thread, is_split: bool, compiled: &Compiled, memory: &Memory) {
        let low = thread.lowest.min(thread.frames.len()).min(self.intact);
        self.keep(low);
        for index in low..thread.frames.len() {
            self.save_frame(thread, index, compiled, memory);
            self.starts.push(self.words.len() as u32);
        }
        self.words[0] = Reg::number(u64::from(thread.locks) | u64::from(is_split) << SPLIT);
        self.intact = thread.frames.len();
        thread.lowest = self.intact.saturating_sub(1);
    }

    /// Drops the words of all frames above the first `frames` ones.
    fn keep(&mut self, frames: usize) {
        if self.starts.is_empty() {
            self.words.push(Reg::ZERO);
            self.starts.push(1);
        }
        self.starts.truncate(frames + 1);
        self.words.truncate(self.starts[frames] as usize);
    }

    fn save_frame(&mut self, thread: &Thread, index: usize, compiled: &Compiled, memory: &Memory) {
        let frame = &thread.frames[index];
        let code = &compiled.codes[frame.code];
        let calling = thread.frames.get(index + 1).is_some_and(|above| above.then == Then::Caller);
        let live = code.kept(frame.pc, calling);
        let regs = &thread.regs[frame.base..];
        let mut head =
            u64::from(frame.pc) | u64::from(frame.code.0) << CODE | then_number(frame.then) << THEN;
        if calling {
            head |= CALLING;
        }
        let first = self.words.len();
        self.words.push(Reg::ZERO);
        let (mut statics, mut odd) = (0u64, false);
        for (at, &r) in live.iter().enumerate() {
            let reg = regs[usize::from(r)];
            let word = if reg.meta == Meta::PLAIN || reg.is_nondet() {
                reg
            } else if reg.meta.0 >> 32 != 0 {
                odd |= is_odd(reg);
                Reg::UNDEF
            } else if at < 64 && self.is_static(reg) {
                statics |= 1 << at;
                Reg::number(reg.bits | reg.meta.0 << STATIC_SHIFT)
            } else {
                reg
            };
            self.words.push(word);
        }
        if statics != 0 {
            head |= STATICS;
            self.words.push(Reg::number(statics));
        }
        if odd || !frame.is_bare_but_locals() {
            head |= add_rest(frame, live, regs, (compiled, memory), &mut self.words);
        }
        self.words[first] = Reg::number(head);
    }

    /// The words of all frames, which must be saved; none for a thread without frames and locks.
    pub(crate) fn words(&self) -> &[Reg] {
        if self.words == [Reg::ZERO] { &[] } else { &self.words }
    }

    /// Loads the frames that do not agree with the words.
    pub(crate) fn load(&mut self, thread: &mut Thread, codes: &Codes, words: &[Reg]) {
        let keep = self.intact.min(thread.frames.len());
        if let Some(frame) = thread.frames.get(keep) {
            thread.regs.truncate(frame.base);
        }
        thread.frames.truncate(keep);
        self.keep(keep);
        let mut at = self.words.len();
        let words = if words.is_empty() { &[Reg::ZERO] } else { words };
        self.words[0] = words[0];
        thread.locks = words[0].bits as u32;
        self.words.extend_from_slice(&words[at..]);
        while at < words.len() {
            at = Self::load_frame(thread, codes, words, at);
            self.starts.push(at as u32);
        }
        self.intact = thread.frames.len();
        thread.lowest = self.intact.saturating_sub(1);
    }

    /// Loads the frame whose words begin at `start`. Where they end.
    fn load_frame(thread: &mut Thread, codes: &Codes, words: &[Reg], start: usize) -> usize {
        let head = words[start].bits;
        let (index, pc) = code_and_pc(head);
        let below = thread.frames.last().map_or(0, |caller| caller.stack);
        let mut frame = Frame {
            code: index,
            pc,
            stack: below.saturating_add(codes[index].stack),
            base: thread.regs.len(),
            varargs: Pointer::NULL,
            allocas: Vec::new(),
            token: ObjId::NONE,
            then: THENS[((head >> THEN & 7) as usize).min(THENS.len() - 1)],
            back: Back::Anyhow,
        };
        let code = &codes[index];
        thread.regs.extend_from_slice(&code.frame);
        let live = code.kept(frame.pc, head & CALLING != 0);
        let (saved, rest) = words[start + 1..].split_at(live.len());
        let mut rest = Words(rest);
        let statics = if head & STATICS != 0 { rest.next().bits } else { 0 };
        let objects = code.objects.len();
        let regs = &mut thread.regs[frame.base..];
        for (index, (&r, &word)) in live.iter().zip(saved).enumerate() {
            regs[usize::from(r)] = if index < 64 && statics >> index & 1 != 0 {
                let bits = word.bits & ((1 << STATIC_SHIFT) - 1);
                Reg { bits, meta: Meta(word.bits >> STATIC_SHIFT) }
            } else if usize::from(r) < objects && word.is_undef() {
                Reg::UNBORN
            } else {
                word
            };
        }
        if head & (VARARGS | ALLOCAS | TOKEN | ODD) != 0 {
            load_rest(thread, &mut rest, head, &mut frame);
        }
        thread.frames.push(frame);
        words.len() - rest.0.len()
    }
}

/// A call, read from frame words.
pub(crate) struct Call<'w> {
    pub(crate) code: CodeId,
    pub(crate) pc: u32,
    /// The live registers.
    pub(crate) registers: &'w [R],
    /// Their words.
    pub(crate) words: &'w [Reg],
}

/// The calls in frame words, the outermost first.
pub(crate) struct Calls<'w> {
    words: Words<'w>,
    codes: &'w Codes,
}

impl<'w> Calls<'w> {
    pub(crate) fn of(words: &'w [Reg], codes: &'w Codes) -> Calls<'w> {
        Calls { words: Words(words.get(1..).unwrap_or(&[])), codes }
    }
}

impl<'w> Iterator for Calls<'w> {
    type Item = Call<'w>;

    fn next(&mut self) -> Option<Call<'w>> {
        if self.words.0.is_empty() {
            return None;
        }
        let head = self.words.next().bits;
        let (code, pc) = code_and_pc(head);
        let registers = self.codes[code].kept(pc, head & CALLING != 0);
        let (words, rest) = self.words.0.split_at(registers.len());
        self.words.0 = rest;
        self.words.skip_rest(head);
        Some(Call { code, pc, registers, words })
    }
}

/// The code and the operation in a head.
fn code_and_pc(head: u64) -> (CodeId, u32) {
    (CodeId((head >> CODE) as u32 & ((1 << (THEN - CODE)) - 1)), head as u32 & ((1 << CODE) - 1))
}

/// Words not read yet.
struct Words<'w>(&'w [Reg]);

impl Words<'_> {
    fn next(&mut self) -> Reg {
        let (first, rest) = self.0.split_first().expect("words are whole");
        self.0 = rest;
        *first
    }

    /// Skips the optional parts that a head announces.
    fn skip_rest(&mut self, head: u64) {
        let single = [STATICS, VARARGS].into_iter().filter(|it| head & it != 0).count();
        self.skip(single);
        if head & ALLOCAS != 0 {
            let count = self.next().bits as usize;
            self.skip(count);
        }
        self.skip(usize::from(head & TOKEN != 0));
        if head & ODD != 0 {
            let count = self.next().bits as usize;
            self.skip(2 * count);
        }
    }

    fn skip(&mut self, words: usize) {
        self.0 = self.0.get(words..).unwrap_or(&[]);
    }
}

/// Loads the optional parts of a frame.
fn load_rest(thread: &mut Thread, words: &mut Words<'_>, head: u64, frame: &mut Frame) {
    if head & VARARGS != 0 {
        frame.varargs = words.next().as_pointer();
    }
    if head & ALLOCAS != 0 {
        let count = words.next().bits;
        frame.allocas = (0..count).map(|_| words.next().meta.prov()).collect();
    }
    if head & TOKEN != 0 {
        frame.token = words.next().meta.prov();
    }
    if head & ODD != 0 {
        let count = words.next().bits;
        for _ in 0..count {
            let (what, value) = (words.next().bits, words.next());
            let reg = &mut thread.regs[frame.base + usize::from(what as u16)];
            if what & OFFSET != 0 {
                *reg = moved_by(reg.as_pointer(), value);
                continue;
            }
            let meta = Meta(value.meta.0 | what >> 16 << 32);
            *reg = Reg { bits: value.bits, meta };
        }
    }
}

/// Appends the optional parts of a frame. The flags that announce them.
#[cold]
fn add_rest(
    frame: &Frame,
    live: &[R],
    regs: &[Reg],
    (compiled, memory): (&Compiled, &Memory),
    words: &mut Vec<Reg>,
) -> u64 {
    let mut marks = 0;
    if !frame.varargs.is_null() {
        marks |= VARARGS;
        words.push(Reg::pointer(frame.varargs));
    }
    if !frame.allocas.is_empty() {
        marks |= ALLOCAS;
        words.push(Reg::number(frame.allocas.len() as u64));
        words.extend(frame.allocas.iter().map(|&object| pointer_to_start(memory, object)));
    }
    if !frame.token.is_none() {
        marks |= TOKEN;
        words.push(pointer_to_start(memory, frame.token));
    }
    let odds: Vec<R> = live.iter().copied().filter(|&r| is_odd(regs[usize::from(r)])).collect();
    if !odds.is_empty() {
        marks |= ODD;
        let count = words.len();
        words.push(Reg::ZERO);
        for r in odds {
            let reg = regs[usize::from(r)];
            if let Some(offset) = compiled.symbolic_offset(reg) {
                let start = Reg { bits: reg.bits, meta: Meta::of(reg.meta.prov()) };
                words.extend([Reg::number(r.into()), start, Reg::number(u64::from(r) | OFFSET), offset]);
                continue;
            }
            words.push(Reg::number(u64::from(r) | (reg.meta.0 >> 32) << 16));
            words.push(if reg.is_undef() {
                Reg::number(reg.bits)
            } else {
                Reg { bits: reg.bits, meta: Meta::of(reg.meta.prov()) }
            });
        }
        words[count] = Reg::number((words.len() - count - 1) as u64 / 2);
    }
    marks
}

/// Writes a word; `old` says whether the record has a word there.
#[inline]
fn put_word(thread: &Thread, memory: &mut Memory, at: usize, word: Reg, old: bool) -> InterpResult<()> {
    let to = word_at(thread, at);
    if word.meta == Meta::PLAIN {
        return Ok(memory.store_u64(to, word.bits)?);
    }
    let width = if word.is_nondet() { 8 } else { memory.target().pointer_size() };
    if old && (word.is_undef() || width < 8) {
        memory.uninitialise(to, 8)?;
    }
    if !word.is_undef() {
        memory.store_sized(to, word.to_scalar(), width)?;
    }
    Ok(())
}

/// Resizes the record to exactly what so many words need.
fn fit_record(thread: &Thread, memory: &mut Memory, words: usize) -> InterpResult<()> {
    let needed = thread.frame_words.addr - thread.record.addr + 8 * words as u64;
    let size = needed.next_multiple_of(record::SIZE);
    if memory.object(thread.record.prov).is_some_and(|info| info.size == size) {
        return Ok(());
    }
    let fitted = memory.grow(thread.record.prov, size);
    fitted.map_err(|_| {
        InterpError::unsupported("calls nested this deeply at a point where threads may interleave")
    })
}

fn then_number(then: Then) -> u64 {
    THENS.iter().position(|&it| it == then).unwrap_or(0) as u64
}

/// Whether a register holds neither a number, nor a pointer, nor nothing.
fn is_odd(reg: Reg) -> bool {
    reg.meta.0 >> 32 != 0 && reg != Reg::UNDEF && reg.meta != Meta::UNBORN && !reg.is_nondet()
}

/// A pointer to the start of an object.
fn pointer_to_start(memory: &Memory, object: ObjId) -> Reg {
    let base = memory.object(object).map_or(0, |info| info.base);
    Reg::pointer(Pointer { addr: base, prov: object })
}
