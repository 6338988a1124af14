//! The read-write set of a step: the words of memory that a thread reads and writes, and the objects it looks at.
//!
//! A thread in the same local state that finds the same words does the same again: so a step can be cached. For that
//! the set must miss nothing. It lists the operations that it understands; any other operation makes it invalid.
//!
//! Invariant: while a set is valid, what the thread did follows from its registers, the words read, and the records of
//! the objects looked at.

use crate::code::{CalleeRef, Code, Op, R};
use crate::exec::Witness;
use crate::lower::class::Class;
use crate::reg::{Meta, Reg};
use crate::stack::Registers;
use gmc_mem::{Memory, ObjId, ObjectInfo, Pointer, Scalar, Watch};
use std::ops::ControlFlow;

/// Steps with larger sets are not worth caching.
const LONGEST: usize = 48;

/// Some bytes and their value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where they start.
    pub at: Pointer,
    /// How many.
    pub size: u8,
    /// What they hold.
    pub value: Scalar,
}

/// What a thread has read and written.
#[derive(Debug)]
pub struct ReadWriteSet {
    /// Objects with smaller numbers are variables and functions, which stay what they are.
    fixed: usize,
    /// What was read before it was written.
    pub reads: Vec<Word>,
    /// What was written, in order.
    pub writes: Vec<Word>,
    /// The other objects that were looked at, and whether they are shared.
    pub objects: Vec<(ObjectInfo, bool)>,
    invalid: bool,
}

impl ReadWriteSet {
    /// Nothing yet, in a program with so many variables and functions.
    pub fn new(fixed: usize) -> ReadWriteSet {
        ReadWriteSet { fixed, reads: Vec::new(), writes: Vec::new(), objects: Vec::new(), invalid: false }
    }

    /// The thread does something that the set cannot describe.
    pub fn invalidate(&mut self) {
        self.invalid = true;
    }

    /// Whether the thread has done something that is not in the set.
    pub fn is_invalid(&self) -> bool {
        self.invalid
    }

    /// What happens depends on what an object is.
    pub fn look(&mut self, memory: &Memory, object: ObjId) {
        if object.index() < self.fixed || self.objects.iter().any(|it| it.0.id == object) {
            return;
        }
        match memory.object(object) {
            Some(info) if self.objects.len() < LONGEST => {
                self.objects.push((info, memory.is_shared(object)));
            }
            _ => self.invalidate(),
        }
    }

    /// What happens depends on a register's value, as far as memory gives it a meaning.
    pub fn use_register(&mut self, memory: &Memory, reg: Reg) {
        if !reg.meta.is_whole() {
            self.invalidate();
        } else if reg.meta != Meta::PLAIN {
            self.look(memory, reg.meta.prov());
        }
    }

    /// Bytes are read; that they can be is part of what they are.
    pub fn read(&mut self, memory: &Memory, at: Pointer, size: usize) {
        let end = at.addr + size as u64;
        let before = |word: &&Word| word.at.addr < end && at.addr < word.at.addr + u64::from(word.size);
        match self.writes.iter().rev().find(before) {
            // What was written before follows from what was read before.
            Some(word) if word.at == at && usize::from(word.size) == size => return,
            Some(_) => return self.invalidate(),
            None => {}
        }
        if self.reads.iter().any(|word| word.at == at && usize::from(word.size) == size) {
            return;
        }
        match memory.load_sized(at, size) {
            Ok(value @ (Scalar::Bits(_) | Scalar::Pointer(_))) if self.reads.len() < LONGEST => {
                self.reads.push(Word { at, size: size as u8, value });
            }
            _ => self.invalidate(),
        }
    }

    /// Bytes are written that were read before, or in an object that was looked at.
    pub fn write(&mut self, at: Pointer, size: usize, value: Scalar) {
        if self.writes.len() < LONGEST && matches!(value, Scalar::Bits(_) | Scalar::Pointer(_)) {
            self.writes.push(Word { at, size: size as u8, value });
        } else {
            self.invalidate();
        }
    }

    fn load(&mut self, memory: &mut Memory, pointer: Reg, offset: i32, size: usize) {
        let Some(at) = self.place(memory, pointer, offset) else { return };
        if memory.watching() == Watch::Stop && memory.is_shared(at.prov) {
            return; // It stops here.
        }
        let watch = memory.watch(Watch::Off);
        self.read(memory, at, size);
        memory.watch(watch);
    }

    fn store(&mut self, memory: &Memory, pointer: Reg, value: Reg, offset: i32, size: usize) {
        let Some(at) = self.place(memory, pointer, offset) else { return };
        if memory.watching() == Watch::Stop && memory.is_shared(at.prov) {
            return; // It stops here.
        }
        self.use_register(memory, value);
        let whole = value.meta != Meta::PLAIN && size == memory.target().pointer_size();
        let value = if whole { value.to_scalar() } else { Scalar::Bits(value.bits) };
        self.write(at, size, value);
    }

    /// The place of a simple access.
    fn place(&mut self, memory: &Memory, pointer: Reg, offset: i32) -> Option<Pointer> {
        // A number leads to whatever happens to be there.
        if pointer.meta == Meta::PLAIN || !pointer.meta.is_whole() {
            self.invalidate();
            return None;
        }
        self.look(memory, pointer.meta.prov());
        Some(pointer.as_pointer().wrapping_offset(i64::from(offset)))
    }

    fn call(&mut self, code: &Code, call: u32, regs: &Registers, memory: &Memory) {
        let site = &code.tables.calls[call as usize];
        if site.direct.is_some() {
            return;
        }
        match site.callee {
            CalleeRef::Native(_) if !site.pack => {}
            CalleeRef::Pointer(r) => {
                let function = regs[usize::from(r)].meta;
                // What is no variable may be code that was made for a nested function.
                if !function.is_whole() || function.prov().is_none() || function.prov().index() >= self.fixed
                {
                    self.invalidate();
                }
            }
            _ => self.invalidate(),
        }
        for arg in &site.args {
            let words = usize::from(arg.class.words().max(1));
            let first = usize::from(arg.r);
            (first..first + words).for_each(|r| self.use_register(memory, regs[r]));
        }
    }
}

impl Witness for ReadWriteSet {
    fn see(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) -> ControlFlow<()> {
        if !self.invalid {
            self.note(code, at, regs, memory);
        }
        ControlFlow::Continue(())
    }
}

impl ReadWriteSet {
    fn note(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) {
        let Some(op) = code.ops.get(at) else { return self.invalidate() };
        let reg = |r: R| regs[usize::from(r)];
        match *op {
            // The result is not used.
            Op::Move { .. } | Op::Forget { .. } | Op::Jump { .. } | Op::Return => {}
            Op::LoadS8 { a, offset, .. } | Op::LoadU8 { a, offset, .. } | Op::LoadBool { a, offset, .. } => {
                self.load(memory, reg(a), offset, 1);
            }
            Op::LoadS16 { a, offset, .. } | Op::LoadU16 { a, offset, .. } => {
                self.load(memory, reg(a), offset, 2);
            }
            Op::LoadS32 { a, offset, .. } | Op::LoadU32 { a, offset, .. } => {
                self.load(memory, reg(a), offset, 4);
            }
            Op::Load64 { a, offset, .. } => self.load(memory, reg(a), offset, 8),
            Op::Store8 { a, b, offset } => self.store(memory, reg(a), reg(b), offset, 1),
            Op::Store16 { a, b, offset, .. } => self.store(memory, reg(a), reg(b), offset, 2),
            Op::Store32 { a, b, offset, .. } => self.store(memory, reg(a), reg(b), offset, 4),
            Op::Store64 { a, b, offset, .. } => self.store(memory, reg(a), reg(b), offset, 8),
            Op::Call { call } => self.call(code, call, regs, memory),
            Op::Switch { a, table } => {
                if matches!(code.tables.switches[table as usize].class, Class::Wide { .. }) {
                    self.invalidate();
                }
                self.use_register(memory, reg(a));
            }
            Op::Born { .. } | Op::Blank { .. } | Op::Bury { .. } | Op::Rare { .. } | Op::Unreachable => {
                self.invalidate();
            }
            // A number leads to whatever happens to be there.
            Op::PtrDiff { a, b, .. } | Op::PtrLt { a, b, .. } | Op::PtrLe { a, b, .. }
                if (reg(a).meta == Meta::PLAIN) != (reg(b).meta == Meta::PLAIN) =>
            {
                self.invalidate();
            }
            // Arithmetic, comparisons and branches: on registers, and on what pointers point to.
            _ => {
                let (_, read) = op.written_and_read();
                read.into_iter().flatten().for_each(|r| self.use_register(memory, reg(r)));
            }
        }
    }
}
