//! A thread's calls as part of the state: at every choice its frames stand in its record, in the memory.
//!
//! Registers are fast because they are not in memory; a state must be in memory to be saved, compared and returned to. So
//! they are written back where a thread stops, and read again when it goes on after its memory was rewound. Only what
//! changed is written, only frames that were at work are looked at, and only registers that matter (`liveness`) count:
//! what is dead is not state.
//!
//! A frame is a sequence of words of eight bytes: a head, the registers that matter, in order, and what marks in the head
//! announce. A register without a value is a word without a value. A pointer to something that never moves and never ends, a
//! variable or a function, is a number: it has no name to find out.

use crate::code::{Code, R};
use crate::fault::{Fault, Outcome};
use crate::reg::{Meta, Reg};
use crate::thread::{Back, Frame, Then, Thread, record};
use gmc_mem::{Endian, Memory, ObjId, Pointer, Scalar};

/// The frames of a thread as they stand in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Mirror {
    /// The words, from the first frame on.
    words: Vec<Reg>,
    /// Where each frame starts, and where the last one ends.
    starts: Vec<u32>,
    /// So many frames of the thread agree with those in memory.
    pub(super) intact: usize,
    /// Objects with smaller numbers are variables and functions.
    fixed: u64,
    /// Room for a frame's words.
    scratch: Vec<Reg>,
}

/// The head: operation and code, then marks.
const CODE: u32 = 28;
const THEN: u32 = 55;
/// Is in the middle of a call, whose result is not there yet.
const CALLING: u64 = 1 << 58;
/// Has further arguments.
const VARARGS: u64 = 1 << 59;
/// Has memory from `alloca`.
const ALLOCAS: u64 = 1 << 60;
/// Has a token.
const TOKEN: u64 = 1 << 61;
/// Has registers that hold something else than numbers, pointers or nothing.
const ODD: u64 = 1 << 62;
/// Has registers that point to variables: which, says the word behind the registers, one bit each.
const FIXED: u64 = 1 << 63;

/// Objects with smaller numbers are there from the start, so their pointers fit a word.
const FIXED_OBJECTS: u64 = 1 << 16;
/// Where the object's number stands in the word; addresses are smaller.
const FIXED_SHIFT: u32 = 48;

const THENS: [Then; 5] = [Then::Caller, Then::Discard, Then::Wake, Then::Finish, Then::Report];

/// Where a word stands.
fn place(thread: &Thread, word: usize) -> Pointer {
    thread.record.wrapping_offset(record::FRAMES + 8 + 8 * word as i64)
}

fn count_place(thread: &Thread) -> Pointer {
    thread.record.wrapping_offset(record::FRAMES)
}

impl Mirror {
    /// A thread without frames, in a program that has so many variables and functions: they have the smallest numbers.
    pub(super) fn new(statics: usize) -> Mirror {
        Mirror { fixed: (statics as u64).min(FIXED_OBJECTS), ..Mirror::default() }
    }

    /// Whether a register points to a variable or function.
    fn is_fixed(&self, reg: Reg) -> bool {
        reg.meta.0 != 0 && reg.meta.0 < self.fixed && reg.bits >> FIXED_SHIFT == 0
    }

    /// Writes the frames that were at work back to memory.
    pub(super) fn save(&mut self, thread: &mut Thread, codes: &[Code], memory: &mut Memory) -> Outcome<()> {
        let low = thread.lowest.min(thread.frames.len()).min(self.intact);
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let old_count = self.starts.len() - 1;
        self.starts.truncate(low + 1);
        let mut at = self.starts[low] as usize;
        for index in low..thread.frames.len() {
            at = self.save_frame(thread, index, codes, memory, at)?;
            self.starts.push(at as u32);
        }
        if self.words.len() > at {
            let gone = (self.words.len() - at) as u64 * 8;
            memory.uninitialise(place(thread, at), gone)?;
            self.words.truncate(at);
            Self::fit(thread, memory, at)?;
        }
        if old_count != thread.frames.len() || old_count == 0 {
            memory.store_u64(count_place(thread), thread.frames.len() as u64)?;
        }
        self.intact = thread.frames.len();
        thread.lowest = self.intact.saturating_sub(1);
        Ok(())
    }

    fn save_frame(
        &mut self,
        thread: &mut Thread,
        index: usize,
        codes: &[Code],
        memory: &mut Memory,
        start: usize,
    ) -> Outcome<usize> {
        let frame = &thread.frames[index];
        let code = &codes[frame.code as usize];
        let calling = thread.frames.get(index + 1).is_some_and(|above| above.then == Then::Caller);
        let live = code.kept(frame.pc, calling);
        let regs = &thread.regs[frame.base..];
        let mut head = u64::from(frame.pc) | u64::from(frame.code) << CODE | then_number(frame.then) << THEN;
        if calling {
            head |= CALLING;
        }
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        words.push(Reg::ZERO);
        let (mut fixed, mut odd) = (0u64, false);
        for (at, &r) in live.iter().enumerate() {
            let reg = regs[usize::from(r)];
            words.push(if reg.meta == Meta::PLAIN || reg.is_open() {
                reg
            } else if reg.meta.0 >> 32 != 0 {
                odd |= is_odd(reg);
                Reg::UNDEF
            } else if at < 64 && self.is_fixed(reg) {
                fixed |= 1 << at;
                Reg::number(reg.bits | reg.meta.0 << FIXED_SHIFT)
            } else {
                reg
            });
        }
        if fixed != 0 {
            head |= FIXED;
            words.push(Reg::number(fixed));
        }
        if odd || !frame.is_bare_but_locals() {
            head |= add_rest(frame, live, regs, memory, &mut words);
        }
        words[0] = Reg::number(head);
        let end = start + words.len();
        if end > self.words.len() {
            Self::fit(thread, memory, end)?;
        }
        for (at, &word) in (start..).zip(&words) {
            match self.words.get_mut(at) {
                Some(old) if *old == word => {}
                Some(old) => {
                    put(thread, memory, at, word, true)?;
                    *old = word;
                }
                None => {
                    put(thread, memory, at, word, false)?;
                    self.words.push(word);
                }
            }
        }
        self.scratch = words;
        Ok(end)
    }

    /// Gives the record the size that so many words need, and no other.
    fn fit(thread: &Thread, memory: &mut Memory, words: usize) -> Outcome<()> {
        let needed = (record::FRAMES + 8 + 8 * words as i64) as u64;
        let size = needed.next_multiple_of(record::SIZE);
        if memory.object(thread.record.prov).is_some_and(|info| info.size == size) {
            return Ok(());
        }
        let fitted = memory.grow(thread.record.prov, size);
        fitted.map_err(|_| {
            Fault::unsupported("calls nested this deeply at a point where threads may interleave")
        })
    }

    /// Reads the frames that are not intact from memory.
    pub(super) fn load(&mut self, thread: &mut Thread, codes: &[Code], memory: &Memory) -> Outcome<()> {
        let count = number(memory, count_place(thread));
        let keep = self.intact.min(thread.frames.len()).min(count);
        if let Some(frame) = thread.frames.get(keep) {
            thread.regs.truncate(frame.base);
        }
        thread.frames.truncate(keep);
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.starts.truncate(keep + 1);
        let mut at = self.starts[keep] as usize;
        self.words.truncate(at);
        for _ in keep..count {
            self.load_frame(thread, codes, memory, &mut at)?;
            self.starts.push(at as u32);
        }
        self.intact = count;
        thread.lowest = count.saturating_sub(1);
        Ok(())
    }

    fn load_frame(
        &mut self,
        thread: &mut Thread,
        codes: &[Code],
        memory: &Memory,
        at: &mut usize,
    ) -> Outcome<()> {
        let head = self.get(thread, memory, at).bits;
        let index = (head >> CODE) as u32 & ((1 << (THEN - CODE)) - 1);
        let mut frame = Frame {
            code: index,
            pc: head as u32 & ((1 << CODE) - 1),
            base: thread.regs.len(),
            varargs: Pointer::NULL,
            allocas: Vec::new(),
            token: ObjId::NONE,
            then: THENS[((head >> THEN & 7) as usize).min(THENS.len() - 1)],
            back: Back::Anyhow,
        };
        let code = &codes[index as usize];
        thread.regs.extend_from_slice(&code.frame);
        let live = code.kept(frame.pc, head & CALLING != 0);
        let first = self.words.len();
        self.get_all(thread, memory, at, live.len() + usize::from(head & FIXED != 0));
        let fixed = if head & FIXED != 0 { self.words[first + live.len()].bits } else { 0 };
        let objects = code.objects.len();
        let regs = &mut thread.regs[frame.base..];
        for (index, (&r, &word)) in live.iter().zip(&self.words[first..]).enumerate() {
            regs[usize::from(r)] = if index < 64 && fixed >> index & 1 != 0 {
                let bits = word.bits & ((1 << FIXED_SHIFT) - 1);
                Reg { bits, meta: Meta(word.bits >> FIXED_SHIFT) }
            } else if usize::from(r) < objects && word.is_undef() {
                Reg::UNBORN
            } else {
                word
            };
        }
        if head & (VARARGS | ALLOCAS | TOKEN | ODD) != 0 {
            self.load_rest(thread, memory, at, head, &mut frame);
        }
        thread.frames.push(frame);
        Ok(())
    }

    /// Reads what few frames have.
    fn load_rest(
        &mut self,
        thread: &mut Thread,
        memory: &Memory,
        at: &mut usize,
        head: u64,
        frame: &mut Frame,
    ) {
        if head & VARARGS != 0 {
            frame.varargs = self.get(thread, memory, at).as_pointer();
        }
        if head & ALLOCAS != 0 {
            let count = self.get(thread, memory, at).bits;
            frame.allocas = (0..count).map(|_| self.get(thread, memory, at).meta.prov()).collect();
        }
        if head & TOKEN != 0 {
            frame.token = self.get(thread, memory, at).meta.prov();
        }
        if head & ODD != 0 {
            let count = self.get(thread, memory, at).bits;
            for _ in 0..count {
                let (what, value) = (self.get(thread, memory, at).bits, self.get(thread, memory, at));
                let meta = Meta(value.meta.0 | what >> 16 << 32);
                thread.regs[frame.base + usize::from(what as u16)] = Reg { bits: value.bits, meta };
            }
        }
    }

    /// Reads words: in one piece if all are plain.
    fn get_all(&mut self, thread: &Thread, memory: &Memory, at: &mut usize, count: usize) {
        let mut bytes = [0; 96];
        if let Some(bytes) = bytes.get_mut(..8 * count)
            && memory.target().endian == Endian::Little
            && memory.read_plain(place(thread, *at), bytes)
        {
            let words = bytes.chunks_exact(8);
            let number = |word: &[u8]| Reg::number(u64::from_le_bytes(word.try_into().expect("eight bytes")));
            self.words.extend(words.map(number));
            *at += count;
            return;
        }
        for _ in 0..count {
            self.get(thread, memory, at);
        }
    }

    fn get(&mut self, thread: &Thread, memory: &Memory, at: &mut usize) -> Reg {
        let from = place(thread, *at);
        *at += 1;
        let reg = match memory.load_u64(from) {
            Ok(Scalar::Bits(bits)) => Reg::number(bits),
            Ok(Scalar::Piece(_)) => Reg::UNDEF,
            Ok(scalar) => Reg::from_scalar(scalar),
            Err(_) if memory.target().pointer_size() < 8 => {
                memory.load_pointer(from).map_or(Reg::UNDEF, Reg::pointer)
            }
            Err(_) => Reg::UNDEF,
        };
        self.words.push(reg);
        reg
    }
}

/// Adds what few frames have to a frame's words; the marks that announce it.
#[cold]
fn add_rest(frame: &Frame, live: &[R], regs: &[Reg], memory: &Memory, words: &mut Vec<Reg>) -> u64 {
    let mut marks = 0;
    if !frame.varargs.is_null() {
        marks |= VARARGS;
        words.push(Reg::pointer(frame.varargs));
    }
    if !frame.allocas.is_empty() {
        marks |= ALLOCAS;
        words.push(Reg::number(frame.allocas.len() as u64));
        words.extend(frame.allocas.iter().map(|&object| whole(memory, object)));
    }
    if !frame.token.is_none() {
        marks |= TOKEN;
        words.push(whole(memory, frame.token));
    }
    let odds: Vec<R> = live.iter().copied().filter(|&r| is_odd(regs[usize::from(r)])).collect();
    if !odds.is_empty() {
        marks |= ODD;
        words.push(Reg::number(odds.len() as u64));
        for r in odds {
            let reg = regs[usize::from(r)];
            words.push(Reg::number(u64::from(r) | (reg.meta.0 >> 32) << 16));
            words.push(if reg.is_undef() {
                Reg::number(reg.bits)
            } else {
                Reg { bits: reg.bits, meta: Meta::of(reg.meta.prov()) }
            });
        }
    }
    marks
}

/// Writes a word; `old` says whether there was one before.
#[inline]
fn put(thread: &Thread, memory: &mut Memory, at: usize, word: Reg, old: bool) -> Outcome<()> {
    let to = place(thread, at);
    if word.meta == Meta::PLAIN {
        return Ok(memory.store_u64(to, word.bits)?);
    }
    let width = if word.is_open() { 8 } else { memory.target().pointer_size() };
    if old && (word.is_undef() || width < 8) {
        memory.uninitialise(to, 8)?;
    }
    if !word.is_undef() {
        memory.store_sized(to, word.to_scalar(), width)?;
    }
    Ok(())
}

fn then_number(then: Then) -> u64 {
    THENS.iter().position(|&it| it == then).unwrap_or(0) as u64
}

/// Whether a register holds something else than a number, a pointer, or nothing.
fn is_odd(reg: Reg) -> bool {
    reg.meta.0 >> 32 != 0 && reg != Reg::UNDEF && reg.meta != Meta::UNBORN && !reg.is_open()
}

/// A pointer to an object's start.
fn whole(memory: &Memory, object: ObjId) -> Reg {
    let base = memory.object(object).map_or(0, |info| info.base);
    Reg::pointer(Pointer { addr: base, prov: object })
}

fn number(memory: &Memory, at: Pointer) -> usize {
    memory.load_u64(at).ok().and_then(|scalar| scalar.bits(memory.target())).unwrap_or(0) as usize
}
