//! A harness: code that calls one function with arguments that can be anything (`gmc check --function`). Beside it, the
//! code that makes inputs of a whole program which can be anything (`--arg-any`, `--file-any`).
//!
//! Numbers are nondeterministic values. A pointer is null, or points to a fresh object whose contents can be anything
//! in the same sense; pointers in that object are null or point to further objects, to a depth of [`DEPTH`], beyond
//! which they are null. Characters are strings: the last byte of such an object is 0.
//!
//! Deliberately absent: arguments that point into each other's objects, and objects larger than one element.

use super::Lower;
use super::class::Class;
use crate::allow::Allow;
use crate::code::{
    Arg, CallSite, CalleeRef, Code, Op, Pc, R, Rare, SideTables, Signature, SourceMap, Unwinding,
};
use crate::effects::Traits;
use crate::id::CodeId;
use crate::reg::Reg;
use gmc_ir::id::TypeId;
use gmc_ir::program::Global;
use gmc_ir::types::{Bound, FieldFlags, Size, TypeKind};
use gmc_ir::unit::Unit;
use gmc_mem::Site;

/// How far pointers in objects lead to further objects.
const DEPTH: u32 = 2;
/// Bytes of an object of which the type does not say how large it is, and of a string.
const BYTES: u64 = 8;
/// Elements of an array that can be anything; the others are zero.
const ELEMENTS: u64 = 64;

/// The code under way.
struct Harness<'u> {
    unit: &'u Unit,
    pointer_size: u64,
    ops: Vec<Op>,
    rare: Vec<Rare>,
    /// The next register that is free.
    next: R,
    /// As many were in use at once.
    most: R,
}

/// The register that holds zero.
const ZERO: R = 0;

impl Lower<'_> {
    /// The code that calls a function with arguments that can be anything.
    pub(super) fn harness(&mut self, function: Global, id: CodeId) -> Code {
        let unit = self.program.unit(function.unit);
        let pointer_size = self.target.pointer_size() as u64;
        let mut harness =
            Harness { unit, pointer_size, ops: Vec::new(), rare: Vec::new(), next: ZERO + 1, most: ZERO + 1 };
        let mut args = Vec::new();
        let body = self.program.function(function);
        for param in body.map_or(&[][..], |it| &it.params[..]) {
            let ty = body.expect("it has parameters").locals[param.index()].ty;
            let class = Class::of(unit, ty);
            let r = harness.registers(class.words().max(1));
            harness.argument(ty, class, r);
            args.push(Arg { r, class });
        }
        let callee = CalleeRef::Code(self.code_id(function));
        let (result, chain, unwind) = (None, None, Unwinding::Leave);
        let site = CallSite { callee, args, pack: false, result, chain, unwind, site: Site(0), direct: None };
        harness.ops.extend([Op::Call { call: 0 }, Op::Return]);
        let Harness { ops, rare, most, .. } = harness;
        let tables = SideTables { calls: vec![site], rare, ..SideTables::default() };
        code(function, id, ops, tables, most)
    }

    /// The code that makes inputs which can be anything, before the program starts.
    pub(super) fn input_maker(&mut self, main: Global, id: CodeId) -> Code {
        let maker = self.options.library.having(Traits::MAKES_INPUTS).expect("the library makes inputs");
        let callee = self.known(maker);
        let (args, result, chain, unwind) = (Vec::new(), None, None, Unwinding::Leave);
        let site = CallSite { callee, args, pack: false, result, chain, unwind, site: Site(0), direct: None };
        let tables = SideTables { calls: vec![site], ..SideTables::default() };
        code(main, id, vec![Op::Call { call: 0 }, Op::Return], tables, ZERO + 1)
    }
}

/// Code that is none of the program's. It counts as a part of some function.
fn code(function: Global, id: CodeId, ops: Vec<Op>, tables: SideTables, registers: R) -> Code {
    let mut frame = vec![Reg::UNDEF; registers.into()];
    frame[usize::from(ZERO)] = Reg::ZERO;
    Code {
        id,
        stack: 0,
        global: function,
        modelled: true,
        source: SourceMap::nowhere(ops.len()),
        ops,
        frame,
        signature: Signature {
            params: Vec::new(),
            variadic: false,
            prototyped: true,
            chain: None,
            result: None,
            result_pointer: None,
        },
        objects: Vec::new(),
        tables,
        allow: Allow::default(),
        registers: registers.into(),
        liveness: std::sync::OnceLock::new(),
    }
}

impl Harness<'_> {
    fn registers(&mut self, words: u16) -> R {
        let first = self.next;
        self.next += words;
        self.most = self.most.max(self.next);
        first
    }

    /// Registers from this one on are free again: what they held is in memory.
    fn release(&mut self, first: R) {
        self.next = first;
    }

    fn rare(&mut self, rare: Rare) {
        self.ops.push(Op::Rare { rare: self.rare.len() as u32 });
        self.rare.push(rare);
    }

    fn here(&self) -> Pc {
        self.ops.len() as Pc
    }

    /// A value of a parameter's type in registers; of an aggregate, a pointer to it.
    fn argument(&mut self, ty: TypeId, class: Class, r: R) {
        match (&self.unit.types[ty.index()].kind, class) {
            (TypeKind::Pointer { target, .. }, _) => self.pointer(*target, r, 0),
            (_, Class::Aggregate { .. }) => self.object(ty, r, 0),
            (_, Class::Int { .. } | Class::Pointer | Class::Single | Class::Double) => {
                self.rare(Rare::Any { d: r, class });
            }
            _ => self.rare(Rare::Unsupported {
                what: "a parameter of this type with --function: call the function from a main of your own"
                    .to_owned(),
            }),
        }
    }

    /// A pointer to an object, or null.
    fn pointer(&mut self, target: TypeId, r: R, depth: u32) {
        self.ops.push(Op::Move { d: r, a: ZERO });
        let is_function = matches!(self.unit.types[target.index()].kind, TypeKind::Function { .. });
        if depth >= DEPTH || is_function {
            return;
        }
        let flag = self.registers(1);
        self.rare(Rare::Any { d: flag, class: Class::Int { bits: 1, signed: false, size: 1 } });
        let branch = self.ops.len();
        self.ops.push(Op::Br { a: flag, yes: branch as Pc + 1, no: 0 });
        self.object(target, r, depth);
        let end = self.here();
        self.ops[branch] = Op::Br { a: flag, yes: branch as Pc + 1, no: end };
        self.release(flag);
    }

    /// An object of this type whose contents can be anything.
    fn object(&mut self, ty: TypeId, r: R, depth: u32) {
        let record = &self.unit.types[ty.index()];
        let is_char = matches!(record.kind, TypeKind::Integer { precision: 8, .. });
        let size = match record.size {
            Size::Bytes(size) if size > 0 && !is_char => size,
            _ => BYTES,
        };
        self.rare(Rare::Object { d: r, size, align: record.align.clamp(1, 4096) });
        match record.size {
            Size::Bytes(1..) if !is_char => self.fill(ty, r, 0, depth),
            _ => {
                (0..size).for_each(|at| self.byte(r, at));
                if is_char {
                    self.ops.push(Op::Store8 { a: r, b: ZERO, offset: size as i32 - 1 });
                }
            }
        }
    }

    fn byte(&mut self, r: R, at: u64) {
        let value = self.registers(1);
        self.rare(Rare::Any { d: value, class: Class::Int { bits: 8, signed: false, size: 1 } });
        self.ops.push(Op::Store8 { a: r, b: value, offset: at as i32 });
        self.release(value);
    }

    /// Contents of this type at an offset.
    fn fill(&mut self, ty: TypeId, r: R, at: u64, depth: u32) {
        let record = &self.unit.types[ty.index()];
        let size = if let Size::Bytes(size) = record.size { size } else { 0 };
        let class = Class::of(self.unit, ty);
        match &record.kind {
            TypeKind::Pointer { target, .. } => {
                let value = self.registers(1);
                self.pointer(*target, value, depth + 1);
                self.store(r, value, at, self.pointer_size);
                self.release(value);
            }
            TypeKind::Array { element, low: Bound::Constant(low), high: Bound::Constant(high) } => {
                let Size::Bytes(step) = self.unit.types[element.index()].size else { return };
                let count = u64::try_from(high - low + 1).unwrap_or(0);
                if count > ELEMENTS {
                    self.zero(r, at, size);
                }
                for index in 0..count.min(ELEMENTS) {
                    self.fill(*element, r, at + index * step, depth);
                }
            }
            TypeKind::Record { union: false, fields } => {
                for field in fields {
                    let Some(offset) = field.offset else { continue };
                    if field.flags.contains(FieldFlags::BIT_FIELD) {
                        let (first, bits) = (offset / 8, field.size.unwrap_or(1));
                        (first..(offset + bits).div_ceil(8)).for_each(|byte| self.byte(r, at + byte));
                    } else if !field.flags.contains(FieldFlags::PADDING) {
                        self.fill(field.ty, r, at + offset / 8, depth);
                    }
                }
            }
            _ if matches!(class, Class::Int { .. } | Class::Single | Class::Double)
                && matches!(size, 1 | 2 | 4 | 8) =>
            {
                let value = self.registers(1);
                self.rare(Rare::Any { d: value, class });
                self.store(r, value, at, size);
                self.release(value);
            }
            _ => (0..size.min(ELEMENTS)).for_each(|byte| self.byte(r, at + byte)),
        }
    }

    fn zero(&mut self, r: R, at: u64, size: u64) {
        let place = self.registers(1);
        self.ops.push(Op::Member { d: place, a: r, offset: at as i32 });
        self.rare(Rare::Zero { to: place, size: crate::code::Extent::Fixed(size) });
        self.release(place);
    }

    fn store(&mut self, a: R, b: R, at: u64, size: u64) {
        let (offset, mask) = (at as i32, 0);
        self.ops.push(match size {
            1 => Op::Store8 { a, b, offset },
            2 => Op::Store16 { a, b, offset, mask },
            4 => Op::Store32 { a, b, offset, mask },
            _ => Op::Store64 { a, b, offset, mask },
        });
    }
}
