//! Instructions of the x86 that lock-free libraries, kernels and C libraries write, as operations of the machine.
//!
//! Memory is accessed by the functions of `__atomic_…`: these accesses stand for ordered ones in their source, so they
//! do not race. An instruction without `lock` that reads and writes memory does so in two steps. Registers are numbers
//! without sign, as wide as the instruction; flags are kept as what they come from until a condition asks for them.
//!
//! Invariant: what is not understood is refused by its name, so no effect is left out.

use super::super::body::Body;
use super::super::class::Class;
use super::flags::Flags;
use super::names::split_name;
use super::parse::{Base, Instruction, Operand, Place, Register};
use crate::code::{Arg, CallSite, Op, R, Unwinding};
use crate::compiled::SiteInfo;
use crate::reg::Reg;
use gmc_ir::body::Asm;
use std::collections::HashMap;

/// `__ATOMIC_RELAXED`, `__ATOMIC_SEQ_CST`
const RELAXED: u64 = 0;
const ORDERED: u64 = 5;

/// Where an operand of the statement is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Located {
    /// In memory, at the address in this register.
    Memory(R),
    /// In a register.
    Register(R),
}

/// What cannot be done.
pub(super) struct Refused(pub(super) String);

/// The result of a part of the translation.
pub(super) type Done<T = ()> = Result<T, Refused>;

/// A statement that is being translated.
pub(super) struct Translation<'b, 'l, 'p> {
    pub(super) body: &'b mut Body<'l, 'p>,
    /// Operands of the statement: outputs, then inputs.
    pub(super) operands: Vec<Located>,
    /// Bytes of their types.
    pub(super) sizes: Vec<u8>,
    pub(super) registers: HashMap<Register, R>,
    /// Outputs that two registers hold, by their numbers.
    pub(super) pairs: Vec<(usize, R)>,
    pub(super) flags: Flags,
    locked: bool,
}

/// Translates instructions. The names of all of them have been looked at.
pub(super) fn translate(body: &mut Body<'_, '_>, asm: &Asm, instructions: &[Instruction<'_>]) -> Done {
    for it in instructions {
        let known = matches!(it.name, "lock" | "rep" | "repz") || split_name(it.name).is_some();
        if !known {
            return Err(Refused(format!("the instruction `{}`", it.name)));
        }
    }
    let mut translation = Translation {
        body,
        operands: Vec::new(),
        sizes: Vec::new(),
        registers: HashMap::new(),
        pairs: Vec::new(),
        flags: Flags::Unknown,
        locked: false,
    };
    translation.bind(asm)?;
    for it in instructions {
        translation.instruction(it)?;
    }
    translation.finish(asm)
}

/// An integer of so many bytes, without sign.
pub(super) fn int(size: u8) -> Class {
    Class::Int { bits: 8 * size, signed: false, size }
}

impl Translation<'_, '_, '_> {
    pub(super) fn refused<T>(what: impl Into<String>) -> Done<T> {
        Err(Refused(what.into()))
    }

    pub(super) fn pointer_size(&self) -> u8 {
        (self.body.lower.pointer_bits() / 8) as u8
    }

    pub(super) fn number(&mut self, number: i64) -> R {
        self.body.constant(Reg::number(number as u64))
    }

    pub(super) fn op(&mut self, make: impl FnOnce(R) -> Op) -> R {
        let d = self.body.scratch(1);
        self.body.op(make(d));
        d
    }

    pub(super) fn moved(&mut self, a: R) -> R {
        self.op(|d| Op::Move { d, a })
    }

    /// The low bytes of a register, without sign.
    pub(super) fn cut(&mut self, a: R, size: u8) -> R {
        let is_whole = size == 8 || size == 4 && self.pointer_size() == 4;
        if is_whole { a } else { self.op(|d| Op::ExtU { d, a, sh: 64 - 8 * size }) }
    }

    pub(super) fn signed(&mut self, a: R, size: u8) -> R {
        self.op(|d| Op::ExtS { d, a, sh: 64 - 8 * size })
    }

    pub(super) fn register(&mut self, register: Register) -> R {
        if let Some(&r) = self.registers.get(&register) {
            return r;
        }
        let r = self.body.scratch(1);
        self.registers.insert(register, r);
        r
    }

    /// Where an operand of an instruction is.
    pub(super) fn located(&mut self, operand: &Operand) -> Done<Located> {
        Ok(match operand.place {
            Place::Number(number) => match self.operands.get(number) {
                Some(&located) => located,
                None => return Self::refused("operands that are not there"),
            },
            Place::Register(Register::Sp) => return Self::refused("the stack pointer"),
            Place::Register(register) => Located::Register(self.register(register)),
            Place::Constant(number) => Located::Register(self.number(number)),
            Place::Memory(distance, base) => {
                let from = match base {
                    Base::Number(number) => match self.operands.get(number) {
                        Some(&Located::Register(r)) => r,
                        _ => return Self::refused("an address that is not in a register"),
                    },
                    Base::Register(Register::Sp) => return Self::refused("the stack"),
                    Base::Register(register) => self.register(register),
                };
                let by = self.number(distance);
                Located::Memory(if distance == 0 {
                    from
                } else {
                    self.op(|d| Op::PtrAdd { d, a: from, b: by })
                })
            }
        })
    }

    /// A call of a function of the machine.
    pub(super) fn call(&mut self, name: &str, args: &[(R, Class)], result: Option<Class>) -> Option<R> {
        let callee = self.body.lower.native(name);
        let args = args.iter().map(|&(r, class)| Arg { r, class }).collect();
        let d = result.map(|class| (self.body.scratch(class.words()), class));
        let id = self.body.output.calls.len() as u32;
        let site = SiteInfo::Call { code: self.body.code, op: self.body.output.here() };
        let site = self.body.lower.site(site);
        let site = CallSite {
            callee,
            args,
            pack: false,
            result: d,
            chain: None,
            unwind: Unwinding::Leave,
            site,
            direct: None,
        };
        self.body.output.calls.push(site);
        self.body.op(Op::Call { call: id });
        d.map(|it| it.0)
    }

    /// An operation on memory that gives what was there.
    fn update(&mut self, what: &str, address: R, value: R, size: u8) -> R {
        let name = format!("__sync_fetch_and_{what}_{size}");
        let args = [(address, Class::Pointer), (value, int(size))];
        self.call(&name, &args, Some(int(size))).expect("it has a result")
    }

    fn load(&mut self, address: R, size: u8) -> R {
        let order = self.number(RELAXED as i64);
        let args = [(address, Class::Pointer), (order, int(4))];
        self.call(&format!("__atomic_load_{size}"), &args, Some(int(size))).expect("it has a result")
    }

    fn store(&mut self, address: R, value: R, size: u8) {
        let order = self.number(RELAXED as i64);
        let args = [(address, Class::Pointer), (value, int(size)), (order, int(4))];
        self.call(&format!("__atomic_store_{size}"), &args, None);
    }

    /// What is there, without sign.
    pub(super) fn read(&mut self, at: Located, size: u8) -> R {
        match at {
            Located::Memory(address) => self.load(address, size),
            Located::Register(r) => self.cut(r, size),
        }
    }

    /// Fewer than four bytes leave the others of a register as they are.
    pub(super) fn write(&mut self, at: Located, value: R, size: u8) {
        match at {
            Located::Memory(address) => self.store(address, value, size),
            Located::Register(d) => self.body.op(Op::Move { d, a: value }),
        }
    }

    /// The bytes that an instruction works on.
    fn width(&self, it: &Instruction<'_>, named: Option<u8>) -> Done<u8> {
        let of = |it: &Operand| {
            let by_type = match it.place {
                Place::Number(number) => self.sizes.get(number).copied().filter(|&it| it > 0 && it <= 8),
                _ => None,
            };
            it.size.or(by_type)
        };
        // The count of a shift says nothing.
        let is_shift = matches!(it.name, "shl" | "sal" | "shr" | "sar" | "rol" | "ror");
        let candidates = it.operands.iter().rev().take(if is_shift { 1 } else { 2 });
        match named.or_else(|| candidates.filter_map(of).next()) {
            Some(size) => Ok(size),
            None => Self::refused(format!("the instruction `{}`, whose size is not known", it.name)),
        }
    }

    fn instruction(&mut self, it: &Instruction<'_>) -> Done {
        if it.name == "lock" {
            self.locked = true;
            return Ok(());
        }
        let Some((name, named)) = split_name(it.name) else { return Ok(()) };
        let operands = &it.operands[..];
        let on_stack = |it: &Operand| matches!(it.place, Place::Memory(_, Base::Register(Register::Sp)));
        match (name, operands) {
            ("nop" | "pause" | "mfence" | "lfence" | "sfence" | "cld" | "clflush", _) => {}
            (name, _) if name.starts_with("prefetch") => {}
            // A full barrier: nothing is added to a word of the stack.
            ("add" | "or", [Operand { place: Place::Constant(0), .. }, to]) if on_stack(to) => {}
            ("rdtsc" | "rdtscp", []) => self.time_stamp(),
            ("cpuid", []) => {
                for register in [Register::Ax, Register::Bx, Register::Cx, Register::Dx] {
                    let (d, a) = (self.register(register), self.number(0));
                    self.body.op(Op::Move { d, a });
                }
            }
            ("cmpxchg8b", [to]) => self.exchange_pair(to, 4)?,
            ("cmpxchg16b", [to]) => self.exchange_pair(to, 8)?,
            (name, [to]) if name.starts_with("set") => {
                let value = self.condition(&name[3..])?;
                let to = self.located(to)?;
                self.write(to, value, 1);
            }
            (name, [from, to]) if name.starts_with("cmov") => {
                let size = self.width(it, None)?;
                let condition = self.condition(&name[4..])?;
                let (from, to) = (self.located(from)?, self.located(to)?);
                let (yes, no) = (self.read(from, size), self.read(to, size));
                let value = self.choose(condition, yes, no);
                self.write(to, value, size);
            }
            (name, [from, to]) if name.starts_with("movz") || name.starts_with("movs") => {
                let bytes = |at: usize| match name.as_bytes()[at] {
                    b'b' => 1,
                    b'w' => 2,
                    b'l' => 4,
                    _ => 8,
                };
                let from = self.located(from)?;
                let value = self.read(from, bytes(4));
                let value = if name.starts_with("movs") { self.signed(value, bytes(4)) } else { value };
                let value = self.cut(value, bytes(5));
                let to = self.located(to)?;
                self.write(to, value, bytes(5));
            }
            (_, [to]) => self.unary(name, to, self.width(it, named)?)?,
            (_, [from, to]) => self.binary(name, from, to, self.width(it, named)?)?,
            _ => return Self::refused(format!("the instruction `{}` with such operands", it.name)),
        }
        self.locked = false;
        Ok(())
    }

    fn unary(&mut self, name: &str, to: &Operand, size: u8) -> Done {
        let to = self.located(to)?;
        let (one, ones) = (self.number(1), self.number(-1));
        if let (Located::Memory(address), true) = (to, self.locked) {
            let (what, by) = match name {
                "inc" => ("add", one),
                "dec" => ("sub", one),
                "not" => ("xor", ones),
                _ => return Self::refused(format!("the instruction `lock {name}`")),
            };
            let by = self.cut(by, size);
            let old = self.update(what, address, by, size);
            if name != "not" {
                let result = self.combined(if name == "inc" { "add" } else { "sub" }, old, one, size)?;
                self.flags = Flags::Result(result, size);
            }
            return Ok(());
        }
        let old = self.read(to, size);
        let zero = self.number(0);
        let result = match name {
            "inc" => self.combined("add", old, one, size)?,
            "dec" => self.combined("sub", old, one, size)?,
            "neg" => self.combined("sub", zero, old, size)?,
            "not" => self.combined("xor", old, ones, size)?,
            "bswap" => self.swapped(old, size),
            "shl" | "sal" | "shr" | "sar" | "rol" | "ror" => self.combined(name, old, one, size)?,
            _ => return Self::refused(format!("the instruction `{name}` with one operand")),
        };
        if !matches!(name, "not" | "bswap") {
            self.flags = Flags::Result(result, size);
        }
        self.write(to, result, size);
        Ok(())
    }

    fn binary(&mut self, name: &str, from: &Operand, to: &Operand, size: u8) -> Done {
        if name == "lea" {
            return self.load_address(from, to, size);
        }
        let (source, target) = (self.located(from)?, self.located(to)?);
        match name {
            "mov" => {
                let value = self.read(source, size);
                self.write(target, value, size);
            }
            "xchg" => {
                // Memory may be the first operand.
                let (register, memory) =
                    if matches!(source, Located::Memory(_)) { (target, source) } else { (source, target) };
                let value = self.read(register, size);
                let value = self.moved(value);
                let old = match memory {
                    Located::Memory(address) => {
                        let order = self.number(ORDERED as i64);
                        let args = [(address, Class::Pointer), (value, int(size)), (order, int(4))];
                        let name = format!("__atomic_exchange_{size}");
                        self.call(&name, &args, Some(int(size))).expect("it has a result")
                    }
                    Located::Register(_) => {
                        let old = self.read(memory, size);
                        let old = self.moved(old);
                        self.write(memory, value, size);
                        old
                    }
                };
                self.write(register, old, size);
            }
            "xadd" => {
                let value = self.read(source, size);
                let value = self.moved(value);
                let old = self.fetched("add", target, value, size)?;
                let sum = self.combined("add", old, value, size)?;
                self.flags = Flags::Sum(sum, value, size);
                self.write(source, old, size);
            }
            "cmpxchg" => self.compare_exchange(source, target, size)?,
            "cmp" => {
                let (a, b) = (self.read(target, size), self.read(source, size));
                let (a, b) = (self.moved(a), self.moved(b));
                self.flags = Flags::Difference(a, b, size);
            }
            "test" => {
                let (a, b) = (self.read(target, size), self.read(source, size));
                let result = self.combined("and", a, b, size)?;
                self.flags = Flags::Result(result, size);
            }
            "bt" | "bts" | "btr" | "btc" => {
                let is_constant = matches!(from.place, Place::Constant(_)) || self.is_number(source);
                self.bit(name, source, target, size, is_constant)?;
            }
            "bsf" | "bsr" | "tzcnt" | "lzcnt" | "popcnt" => {
                let value = self.read(source, size);
                let result = self.counted(name, value, size)?;
                self.flags = Flags::Result(value, size);
                self.write(target, result, size);
            }
            _ => {
                let value = self.read(source, size);
                let value = self.moved(value);
                let old = self.fetched(name, target, value, size)?;
                let result = self.combined(name, old, value, size)?;
                self.flags = match name {
                    "add" => Flags::Sum(result, value, size),
                    "sub" => Flags::Difference(old, value, size),
                    _ => Flags::Result(result, size),
                };
            }
        }
        Ok(())
    }

    /// What was there before an operation that changes it.
    pub(super) fn fetched(&mut self, name: &str, target: Located, value: R, size: u8) -> Done<R> {
        if let (Located::Memory(address), true) = (target, self.locked) {
            return match name {
                "add" | "sub" | "and" | "or" | "xor" => Ok(self.update(name, address, value, size)),
                _ => Self::refused(format!("the instruction `lock {name}`")),
            };
        }
        let old = self.read(target, size);
        let old = self.moved(old);
        let result = self.combined(name, old, value, size)?;
        self.write(target, result, size);
        Ok(old)
    }

    /// The result of an operation on numbers.
    pub(super) fn combined(&mut self, name: &str, a: R, b: R, size: u8) -> Done<R> {
        let sh = 64 - 8 * size;
        let count = |it: &mut Self| {
            let mask = it.number(if size == 8 { 63 } else { 31 });
            it.op(|d| Op::And { d, a: b, b: mask })
        };
        Ok(match name {
            "add" => self.op(|d| Op::AddU { d, a, b, sh }),
            "sub" => self.op(|d| Op::SubU { d, a, b, sh }),
            "and" => self.op(|d| Op::And { d, a, b }),
            "or" => self.op(|d| Op::Or { d, a, b }),
            "xor" => {
                let both = self.op(|d| Op::Xor { d, a, b });
                self.cut(both, size)
            }
            "shl" | "sal" | "shr" | "sar" if size >= 4 => {
                let b = count(self);
                match name {
                    "shr" => self.op(|d| Op::ShrU { d, a, b, sh }),
                    "sar" => {
                        let a = self.signed(a, size);
                        let shifted = self.op(|d| Op::ShrS { d, a, b, sh });
                        self.cut(shifted, size)
                    }
                    _ => self.op(|d| Op::ShlU { d, a, b, sh }),
                }
            }
            "rol" | "ror" => self.rotated(name == "rol", a, b, size),
            _ => return Self::refused(format!("the instruction `{name}` with operands of {size} bytes")),
        })
    }

    fn rotated(&mut self, left: bool, a: R, b: R, size: u8) -> R {
        let sh = 64 - 8 * size;
        let (mask, zero) = (self.number(i64::from(8 * size - 1)), self.number(0));
        let count = self.op(|d| Op::And { d, a: b, b: mask });
        let rest = self.op(|d| Op::SubU { d, a: zero, b: count, sh: 0 });
        let rest = self.op(|d| Op::And { d, a: rest, b: mask });
        let (up, down) = if left { (count, rest) } else { (rest, count) };
        let high = self.op(|d| Op::ShlU { d, a, b: up, sh });
        let low = self.op(|d| Op::ShrU { d, a, b: down, sh });
        self.op(|d| Op::Or { d, a: high, b: low })
    }

    fn swapped(&mut self, value: R, size: u8) -> R {
        let name = format!("__builtin_bswap{}", 8 * u32::from(size));
        self.call(&name, &[(value, int(size))], Some(int(size))).expect("it has a result")
    }

    /// Bits that are found or counted.
    fn counted(&mut self, name: &str, value: R, size: u8) -> Done<R> {
        if size < 4 {
            return Self::refused(format!("the instruction `{name}` with operands of {size} bytes"));
        }
        let ending = if size == 8 { "ll" } else { "" };
        let function = match name {
            "popcnt" => "popcount",
            "bsf" | "tzcnt" => "ctz",
            _ => "clz",
        };
        let count = |it: &mut Self, value| {
            let name = format!("__builtin_{function}{ending}");
            it.call(&name, &[(value, int(size))], Some(int(4))).expect("it has a result")
        };
        Ok(match name {
            "tzcnt" | "lzcnt" => {
                // What the functions leave open: all bits are zero.
                let (zero, one, all) = (self.number(0), self.number(1), self.number(i64::from(8 * size)));
                let none = self.op(|d| Op::Eq { d, a: value, b: zero });
                let safe = self.choose(none, one, value);
                let found = count(self, safe);
                self.choose(none, all, found)
            }
            "bsr" => {
                let last = self.number(i64::from(8 * size - 1));
                let zeros = count(self, value);
                self.op(|d| Op::Xor { d, a: zeros, b: last })
            }
            _ => count(self, value),
        })
    }

    fn load_address(&mut self, from: &Operand, to: &Operand, size: u8) -> Done {
        let Located::Memory(address) = self.located(from)? else {
            return Self::refused("the address of a register");
        };
        let to = self.located(to)?;
        self.write(to, address, size);
        Ok(())
    }

    /// What the processor's clock shows: an open value in a search.
    fn time_stamp(&mut self) {
        let stamp = self.call("__builtin_ia32_rdtsc", &[], Some(int(8))).expect("it has a result");
        let by = self.number(32);
        let low = self.op(|d| Op::ExtU { d, a: stamp, sh: 32 });
        let high = self.op(|d| Op::ShrU { d, a: stamp, b: by, sh: 0 });
        let (ax, dx) = (self.register(Register::Ax), self.register(Register::Dx));
        self.body.op(Op::Move { d: ax, a: low });
        self.body.op(Op::Move { d: dx, a: high });
    }
}
