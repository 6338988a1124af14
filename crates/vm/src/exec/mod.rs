//! The interpreter's inner loop: runs a thread until it does something that needs the whole machine.
//!
//! Operations work on a window of registers and the memory, nothing else, so that the compiler can keep the loop tight;
//! simple calls and returns move the window. The common case of every operation is a test of `meta` and the operation
//! itself; everything else is out of line in `slow`.
//!
//! The loop is one function of some 500 lines, one arm for each operation, and this file is as long: compilers keep the
//! loop's state in host registers only within one function.

// tidy: the interpreter's loop is one function, since compilers keep its state in host registers only within one.
mod anywhere;
mod bits;
mod mixed;
mod slow;
mod wide;

use crate::code::{CalleeRef, Code, Op};
use crate::compiled::Targets;
use crate::frame;
use crate::interp_error::{InterpError, InterpResult};
use crate::nondet::Form;
use crate::reg::{Meta, Reg};
use crate::stack::Registers;
use crate::thread::{Back, Frame, Thread};
use gmc_mem::{Memory, Pointer, Scalar, Watch};
use mixed::{Keep, exposed, mixed, one};
use std::ops::ControlFlow;

pub use slow::{misaligned, store, too_far};
pub use wide::{load_class, store_class, to_image};

/// Why the loop was left.
#[derive(Debug)]
pub enum Exit {
    /// A call that is not simple; `pc` stands behind it.
    Call(u32),
    /// The function returns, and not to a simple call.
    Return,
    /// An operation that needs the whole machine; `pc` stands behind it.
    Rare(u32),
    /// The operation before `pc` cannot be done.
    Error(Box<InterpError>),
    /// The budget is used up, or memory wants to be swept; `pc` stands at the next operation.
    Pause,
}

/// A frame at work.
pub struct Window<'w> {
    /// Its function.
    pub code: &'w Code,
    /// Its registers.
    pub regs: &'w mut Registers,
    /// The memory of the program.
    pub memory: &'w mut Memory,
}

/// Sees each operation just before a thread executes it. This costs time; `()` sees nothing and costs nothing.
pub trait Witness {
    /// Whether it looks at all.
    const WATCHES: bool = true;
    /// Whether it is asked at simple calls and returns.
    const GUARDS: bool = false;

    /// The thread is about to execute operation `at` of `code`. [`ControlFlow::Break`] stops it before it does.
    fn see(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) -> ControlFlow<()>;

    /// Control comes to a function by a simple call or return. [`ControlFlow::Break`] stops the thread there.
    fn enter(&mut self, _code: &Code) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Witness for () {
    const WATCHES: bool = false;

    fn see(&mut self, _: &Code, _: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Both see each operation, unless the first one stops the thread before it.
impl<A: Witness, B: Witness> Witness for (&mut A, &mut B) {
    const WATCHES: bool = A::WATCHES || B::WATCHES;
    const GUARDS: bool = A::GUARDS || B::GUARDS;

    fn see(&mut self, code: &Code, at: usize, regs: &Registers, memory: &mut Memory) -> ControlFlow<()> {
        self.0.see(code, at, regs, memory)?;
        self.1.see(code, at, regs, memory)
    }

    fn enter(&mut self, code: &Code) -> ControlFlow<()> {
        let first = self.0.enter(code);
        let second = self.1.enter(code);
        if first.is_break() { first } else { second }
    }
}

/// Counts executed statements of GIMPLE.
impl Witness for u64 {
    fn see(&mut self, code: &Code, at: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        *self += u64::from(code.source.statements[at]);
        ControlFlow::Continue(())
    }
}

/// Stops a thread after one operation.
#[derive(Default)]
pub struct SingleStep {
    done: bool,
}

impl Witness for SingleStep {
    fn see(&mut self, _: &Code, _: usize, _: &Registers, _: &mut Memory) -> ControlFlow<()> {
        if std::mem::replace(&mut self.done, true) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A thread at work.
pub struct Run<'m> {
    /// All functions.
    pub codes: &'m [Code],
    /// What pointers to functions point to.
    pub targets: &'m Targets,
    /// The thread; it has a frame.
    pub thread: &'m mut Thread,
    /// The memory.
    pub memory: &'m mut Memory,
    /// With as many dead objects the loop is left.
    pub sweep_at: u32,
}

impl Run<'_> {
    /// Runs from where the thread stands until control was transferred `budget` times, which must not be 0; counts down
    /// the budget. The witness sees each operation just before it is done: that costs time.
    #[expect(
        clippy::too_many_lines,
        reason = "one arm per operation; the loop must be one function to be fast"
    )]
    #[expect(clippy::cognitive_complexity, reason = "likewise")]
    pub fn run<W: Witness>(self, budget: &mut u64, witness: &mut W) -> Exit {
        // Locals, so that they stay in the host's registers.
        let Run { codes, targets, thread, memory, sweep_at } = self;
        let Some(top) = thread.frames.last() else { return Exit::Pause };
        let mut code = &codes[top.code.index()];
        let mut next = code.ops[top.pc as usize..].iter();
        let mut regs = thread.regs.window(top.base);
        let mut left = *budget;
        macro_rules! here {
            () => {
                (code.ops.len() - next.len()) as u32
            };
        }
        macro_rules! leave {
            ($exit:expr) => {{
                if let Some(frame) = thread.frames.last_mut() {
                    frame.pc = here!();
                }
                *budget = left;
                return $exit;
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => leave!(Exit::Error(fault.into())),
                }
            };
        }
        macro_rules! r {
            ($r:expr) => {
                regs[usize::from(*$r)]
            };
        }
        macro_rules! whole {
            () => {
                Window { code, regs: &mut *regs, memory: &mut *memory }
            };
        }
        // Two numbers; anything else is looked at out of line.
        macro_rules! two {
            ($a:expr, $b:expr) => {{
                let (x, y) = (r!($a), r!($b));
                if x.meta.0 | y.meta.0 == 0 {
                    (x.bits, y.bits)
                } else {
                    check!(mixed(memory, x, y, Keep::No)).0
                }
            }};
        }
        // Likewise, to be compared.
        macro_rules! compared {
            ($a:expr, $b:expr) => {{
                let (x, y) = (r!($a), r!($b));
                if x.meta.0 | y.meta.0 == 0 {
                    (x.bits, y.bits)
                } else {
                    check!(mixed(memory, x, y, Keep::Compared)).0
                }
            }};
        }
        macro_rules! number {
            ($a:expr) => {{
                let x = r!($a);
                if x.meta.0 == 0 { x.bits } else { check!(exposed(memory, x)) }
            }};
        }
        macro_rules! set {
            ($d:expr, $bits:expr) => {{
                let bits = $bits;
                r!($d) = Reg::number(bits);
            }};
        }
        // What is no number is dealt with out of line, as a whole: numbers pay nothing for it.
        macro_rules! signed {
            ($d:expr, $a:expr, $b:expr, $sh:expr, $op:ident, $sign:literal, $keep:expr) => {{
                let (x, y) = (r!($a), r!($b));
                if x.meta.0 | y.meta.0 == 0 {
                    let (x, y) = (x.bits as i64, y.bits as i64);
                    let (value, over) = x.$op(y);
                    if over || (value << *$sh) >> *$sh != value {
                        leave!(Exit::Error(slow::overflow($sign, x, y, *$sh)));
                    }
                    set!($d, value as u64);
                } else {
                    r!($d) = check!(mixed::signed(memory, (x, y), $keep, i64::$op, $sign, *$sh));
                }
            }};
        }
        macro_rules! unsigned {
            ($d:expr, $a:expr, $b:expr, $sh:expr, $op:ident, $keep:expr) => {{
                let (x, y) = (r!($a), r!($b));
                if x.meta.0 | y.meta.0 == 0 {
                    set!($d, (x.bits.$op(y.bits) << *$sh) >> *$sh);
                } else {
                    r!($d) = check!(mixed::unsigned(memory, (x, y), $keep, u64::$op, *$sh));
                }
            }};
        }
        macro_rules! bitwise {
            ($d:expr, $a:expr, $b:expr, $op:tt, $keep:expr) => {{
                let (x, y) = (r!($a), r!($b));
                if x.meta.0 | y.meta.0 == 0 {
                    set!($d, x.bits $op y.bits);
                } else {
                    let ((x, y), meta) = check!(mixed(memory, x, y, $keep));
                    r!($d) = Reg { bits: x $op y, meta };
                }
            }};
        }
        macro_rules! compare {
            ($d:expr, $a:expr, $b:expr, $ty:ty, $op:tt) => {{
                let (x, y) = compared!($a, $b);
                set!($d, u64::from((x as $ty) $op (y as $ty)));
            }};
        }
        macro_rules! equality {
            ($a:expr, $b:expr) => {{
                let (x, y) = (r!($a), r!($b));
                let whole = (x.meta.0 | y.meta.0) >> 32 == 0;
                // With a number, or within an object, as nearly always.
                if whole && (y.meta.0 == 0 || y.meta.0 == x.meta.0) {
                    x.bits == y.bits
                } else {
                    check!(mixed::equal(memory, x, y))
                }
            }};
        }
        macro_rules! go {
            ($to:expr) => {
                next = code.ops[$to as usize..].iter();
                left -= 1;
                if left == 0 {
                    leave!(Exit::Pause);
                }
            };
        }
        macro_rules! branch {
            ($take:expr, $yes:expr, $no:expr) => {{
                let take = $take;
                go!(if take { *$yes } else { *$no });
            }};
        }
        macro_rules! double {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let (x, y) = two!($a, $b);
                set!($d, (f64::from_bits(x) $op f64::from_bits(y)).to_bits());
            }};
        }
        macro_rules! single {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let (x, y) = two!($a, $b);
                set!($d, u64::from((f32::from_bits(x as u32) $op f32::from_bits(y as u32)).to_bits()));
            }};
        }
        macro_rules! compare_double {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let (x, y) = two!($a, $b);
                set!($d, u64::from(f64::from_bits(x) $op f64::from_bits(y)));
            }};
        }
        macro_rules! compare_single {
            ($d:expr, $a:expr, $b:expr, $op:tt) => {{
                let (x, y) = two!($a, $b);
                set!($d, u64::from(f32::from_bits(x as u32) $op f32::from_bits(y as u32)));
            }};
        }
        macro_rules! pointer {
            ($a:expr, $offset:expr) => {{
                let p = r!($a);
                if p.meta.0 >> 32 == 0 {
                    Pointer { addr: p.bits.wrapping_add_signed(i64::from(*$offset)), prov: p.meta.prov() }
                } else {
                    let p = check!(whole!().revive(*$a));
                    p.wrapping_offset(i64::from(*$offset))
                }
            }};
        }
        macro_rules! load {
            ($d:expr, $a:expr, $offset:expr, $mask:expr, $n:literal, $form:expr, $extend:expr) => {{
                let p = pointer!($a, $offset);
                if p.addr & u64::from(*$mask) != 0 {
                    leave!(Exit::Error(misaligned(memory, p, *$mask, $n)));
                }
                match memory.load::<$n>(p) {
                    Ok(Scalar::Bits(bits)) => set!($d, $extend(bits)),
                    Ok(Scalar::Pointer(p)) => r!($d) = Reg::pointer(p),
                    Ok(other) => r!($d) = check!(slow::piece(other, $form)),
                    Err(error) => r!($d) = check!(slow::unset_word(code, memory, p, $n, error)),
                }
            }};
        }
        macro_rules! load_byte {
            ($d:expr, $a:expr, $offset:expr, $form:expr, $extend:expr) => {{
                let p = pointer!($a, $offset);
                match memory.load::<1>(p) {
                    Ok(Scalar::Bits(bits)) => set!($d, $extend(bits)),
                    Ok(other) => r!($d) = check!(slow::piece(other, $form)),
                    Err(error) => r!($d) = check!(slow::unset(code, error)),
                }
            }};
        }
        macro_rules! store {
            ($a:expr, $b:expr, $offset:expr, $mask:expr, $n:literal) => {{
                let p = pointer!($a, $offset);
                if p.addr & u64::from(*$mask) != 0 {
                    leave!(Exit::Error(misaligned(memory, p, *$mask, $n)));
                }
                let value = r!($b);
                if value.meta.0 == 0 {
                    check!(memory.store::<$n>(p, Scalar::Bits(value.bits)));
                } else {
                    check!(slow::store(memory, p, value, $n));
                }
            }};
        }

        loop {
            if W::WATCHES && witness.see(code, code.ops.len() - next.len(), regs, memory).is_break() {
                leave!(Exit::Pause);
            }
            let Some(op) = next.next() else { leave!(Exit::Error(slow::unreachable())) };
            // By reference: what an operation names is read when it is needed, and not kept over what is rarely called.
            match op {
                Op::Move { d, a } => r!(d) = r!(a),
                Op::Forget { d } => r!(d) = Reg::UNDEF,

                Op::AddS { d, a, b, sh } => signed!(d, a, b, sh, overflowing_add, "+", Keep::Either),
                Op::SubS { d, a, b, sh } => signed!(d, a, b, sh, overflowing_sub, "-", Keep::Left),
                Op::MulS { d, a, b, sh } => signed!(d, a, b, sh, overflowing_mul, "*", Keep::No),
                Op::AddU { d, a, b, sh } => unsigned!(d, a, b, sh, wrapping_add, Keep::Either),
                Op::SubU { d, a, b, sh } => unsigned!(d, a, b, sh, wrapping_sub, Keep::Left),
                Op::MulU { d, a, b, sh } => unsigned!(d, a, b, sh, wrapping_mul, Keep::No),
                Op::DivS { d, a, b, sh } => {
                    let (x, y) = two!(a, b);
                    set!(d, check!(slow::divide(x as i64, y as i64, *sh)) as u64);
                }
                Op::DivU { d, a, b } => {
                    let (x, y) = two!(a, b);
                    set!(d, check!(x.checked_div(y).ok_or_else(|| Box::new(InterpError::DivisionByZero))));
                }
                Op::ModS { d, a, b, sh } => {
                    let (x, y) = two!(a, b);
                    set!(d, check!(slow::remainder(x as i64, y as i64, *sh)) as u64);
                }
                Op::ModU { d, a, b } => {
                    let (x, y) = two!(a, b);
                    set!(d, check!(x.checked_rem(y).ok_or_else(|| Box::new(InterpError::DivisionByZero))));
                }
                Op::And { d, a, b } => bitwise!(d, a, b, &, Keep::Masked),
                Op::Or { d, a, b } => bitwise!(d, a, b, |, Keep::Either),
                Op::Xor { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    if x.meta.0 | y.meta.0 == 0 {
                        set!(d, x.bits ^ y.bits);
                    } else {
                        let ((x, y), meta) = check!(mixed(memory, x, y, Keep::Either));
                        r!(d) = mixed::masked(memory, x ^ y, meta);
                    }
                }
                Op::ShlS { d, a, b, sh } => {
                    let (x, y) = two!(a, b);
                    let count = check!(slow::shift_count(y, *sh));
                    set!(d, (((x << count) << *sh) as i64 >> *sh) as u64);
                }
                Op::ShlU { d, a, b, sh } => {
                    let (x, y) = two!(a, b);
                    let count = check!(slow::shift_count(y, *sh));
                    set!(d, ((x << count) << *sh) >> *sh);
                }
                Op::ShrS { d, a, b, sh } => {
                    let (x, y) = two!(a, b);
                    let count = check!(slow::shift_count(y, *sh));
                    set!(d, (x as i64 >> count) as u64);
                }
                Op::ShrU { d, a, b, sh } => {
                    let (x, y) = two!(a, b);
                    let count = check!(slow::shift_count(y, *sh));
                    set!(d, x >> count);
                }
                Op::NegS { d, a, sh } => {
                    let x = number!(a) as i64;
                    let value = x.wrapping_neg();
                    if (value << *sh) >> *sh != value || (x == value && x != 0) {
                        leave!(Exit::Error(slow::negation(x, *sh)));
                    }
                    set!(d, value as u64);
                }
                Op::NegU { d, a, sh } => set!(d, (number!(a).wrapping_neg() << *sh) >> *sh),
                Op::NotS { d, a } => set!(d, !number!(a)),
                Op::NotU { d, a, sh } => set!(d, (!number!(a) << *sh) >> *sh),
                Op::ExtS { d, a, sh } => {
                    let x = r!(a);
                    if x.meta.0 == 0 {
                        set!(d, (((x.bits << *sh) as i64) >> *sh) as u64);
                    } else {
                        r!(d) = check!(slow::extend(memory, x, *sh, true));
                    }
                }
                Op::ExtU { d, a, sh } => {
                    let x = r!(a);
                    if x.meta.0 == 0 {
                        set!(d, (x.bits << *sh) >> *sh);
                    } else {
                        r!(d) = check!(slow::extend(memory, x, *sh, false));
                    }
                }

                Op::Eq { d, a, b } => {
                    let equal = equality!(a, b);
                    set!(d, u64::from(equal));
                }
                Op::Ne { d, a, b } => {
                    let equal = equality!(a, b);
                    set!(d, u64::from(!equal));
                }
                Op::LtS { d, a, b } => compare!(d, a, b, i64, <),
                Op::LeS { d, a, b } => compare!(d, a, b, i64, <=),
                Op::LtU { d, a, b } => compare!(d, a, b, u64, <),
                Op::LeU { d, a, b } => compare!(d, a, b, u64, <=),

                Op::PtrAdd { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    r!(d) = match slow::pointer_add(memory, x, y) {
                        Ok(sum) => sum,
                        Err(fault) => check!(slow::wild_add(code, memory, fault, x, y)),
                    };
                }
                Op::Scale { d, a, b } => {
                    let (x, y) = two!(a, b);
                    let Some(bytes) = (x as i64).checked_mul(y as i64) else {
                        leave!(Exit::Error(too_far(x as i64)));
                    };
                    set!(d, bytes as u64);
                }
                Op::PtrDiff { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    r!(d) = check!(slow::pointer_difference(code, memory, x, y));
                }
                Op::PtrLt { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    set!(d, u64::from(check!(slow::pointer_order(code, memory, x, y)).is_lt()));
                }
                Op::PtrLe { d, a, b } => {
                    let (x, y) = (r!(a), r!(b));
                    set!(d, u64::from(check!(slow::pointer_order(code, memory, x, y)).is_le()));
                }
                Op::Index { d, a, b, stride, bound, end } => {
                    let (p, i) = (r!(a), number!(b));
                    if *bound != 0 && i >= u64::from(*bound) {
                        leave!(Exit::Error(slow::index(i, *bound, *end)));
                    }
                    if p.meta.0 & (Meta::UNDEF.0 | Meta::OPEN) != 0 {
                        check!(slow::known(p));
                    }
                    let bits = p.bits.wrapping_add(i.wrapping_mul(u64::from(*stride)));
                    r!(d) = Reg { bits, meta: p.meta };
                }
                Op::Member { d, a, offset } => {
                    let p = r!(a);
                    r!(d) = match slow::member(memory, p, i64::from(*offset)) {
                        Ok(member) => member,
                        Err(fault) => {
                            let by = Reg::number(i64::from(*offset) as u64);
                            check!(slow::wild_add(code, memory, fault, p, by))
                        }
                    };
                }

                Op::AddD { d, a, b } => double!(d, a, b, +),
                Op::SubD { d, a, b } => double!(d, a, b, -),
                Op::MulD { d, a, b } => double!(d, a, b, *),
                Op::DivD { d, a, b } => double!(d, a, b, /),
                Op::AddF { d, a, b } => single!(d, a, b, +),
                Op::SubF { d, a, b } => single!(d, a, b, -),
                Op::MulF { d, a, b } => single!(d, a, b, *),
                Op::DivF { d, a, b } => single!(d, a, b, /),
                Op::NegD { d, a } => set!(d, number!(a) ^ 1 << 63),
                Op::NegF { d, a } => set!(d, number!(a) ^ 1 << 31),
                Op::EqD { d, a, b } => compare_double!(d, a, b, ==),
                Op::NeD { d, a, b } => compare_double!(d, a, b, !=),
                Op::LtD { d, a, b } => compare_double!(d, a, b, <),
                Op::LeD { d, a, b } => compare_double!(d, a, b, <=),
                Op::EqF { d, a, b } => compare_single!(d, a, b, ==),
                Op::NeF { d, a, b } => compare_single!(d, a, b, !=),
                Op::LtF { d, a, b } => compare_single!(d, a, b, <),
                Op::LeF { d, a, b } => compare_single!(d, a, b, <=),
                Op::SToD { d, a } => set!(d, (number!(a) as i64 as f64).to_bits()),
                Op::UToD { d, a } => set!(d, (number!(a) as f64).to_bits()),
                Op::SToF { d, a } => set!(d, u64::from((number!(a) as i64 as f32).to_bits())),
                Op::UToF { d, a } => set!(d, u64::from((number!(a) as f32).to_bits())),
                Op::DToS { d, a, sh } => {
                    let x = f64::from_bits(number!(a));
                    set!(d, check!(slow::to_signed(code, x, *sh)));
                }
                Op::DToU { d, a, sh } => {
                    let x = f64::from_bits(number!(a));
                    set!(d, check!(slow::to_unsigned(code, x, *sh)));
                }
                Op::FToS { d, a, sh } => {
                    let x = f64::from(f32::from_bits(number!(a) as u32));
                    set!(d, check!(slow::to_signed(code, x, *sh)));
                }
                Op::FToU { d, a, sh } => {
                    let x = f64::from(f32::from_bits(number!(a) as u32));
                    set!(d, check!(slow::to_unsigned(code, x, *sh)));
                }
                Op::DToF { d, a } => set!(d, u64::from((f64::from_bits(number!(a)) as f32).to_bits())),
                Op::FToD { d, a } => set!(d, f64::from(f32::from_bits(number!(a) as u32)).to_bits()),

                Op::LoadS8 { d, a, offset } => load_byte!(d, a, offset, Form::S8, |x| x as i8 as u64),
                Op::LoadU8 { d, a, offset } => load_byte!(d, a, offset, Form::U8, |x| x),
                Op::LoadBool { d, a, offset } => {
                    load!(d, a, offset, &0u8, 1, Form::Bool, |x| x);
                    if r!(d).bits > 1 && !r!(d).is_open() {
                        leave!(Exit::Error(Box::new(InterpError::NotBool { value: r!(d).bits })));
                    }
                }
                Op::LoadS16 { d, a, offset, mask } => {
                    load!(d, a, offset, mask, 2, Form::S16, |x| x as i16 as u64);
                }
                Op::LoadU16 { d, a, offset, mask } => load!(d, a, offset, mask, 2, Form::U16, |x| x),
                Op::LoadS32 { d, a, offset, mask } => {
                    load!(d, a, offset, mask, 4, Form::S32, |x| x as i32 as u64);
                }
                Op::LoadU32 { d, a, offset, mask } => load!(d, a, offset, mask, 4, Form::U32, |x| x),
                Op::Load64 { d, a, offset, mask } => load!(d, a, offset, mask, 8, Form::Whole, |x| x),
                Op::Store8 { a, b, offset } => store!(a, b, offset, &0u8, 1),
                Op::Store16 { a, b, offset, mask } => store!(a, b, offset, mask, 2),
                Op::Store32 { a, b, offset, mask } => store!(a, b, offset, mask, 4),
                Op::Store64 { a, b, offset, mask } => store!(a, b, offset, mask, 8),
                Op::Born { a } => {
                    if r!(a).meta == Meta::UNBORN {
                        check!(whole!().revive(*a));
                    }
                }
                Op::Blank { a } => check!(whole!().blank(*a)),
                Op::Bury { a } => check!(whole!().bury(*a)),

                Op::Jump { to } => {
                    go!(*to);
                }
                Op::BrEq { a, b, yes, no } => branch!(equality!(a, b), yes, no),
                Op::BrNe { a, b, yes, no } => branch!(!equality!(a, b), yes, no),
                Op::BrLtS { a, b, yes, no } => {
                    let (x, y) = compared!(a, b);
                    branch!((x as i64) < (y as i64), yes, no);
                }
                Op::BrLeS { a, b, yes, no } => {
                    let (x, y) = compared!(a, b);
                    branch!((x as i64) <= (y as i64), yes, no);
                }
                Op::BrLtU { a, b, yes, no } => {
                    let (x, y) = compared!(a, b);
                    branch!(x < y, yes, no);
                }
                Op::BrLeU { a, b, yes, no } => {
                    let (x, y) = compared!(a, b);
                    branch!(x <= y, yes, no);
                }
                Op::Br { a, yes, no } => {
                    let x = r!(a);
                    let bits = if x.meta.0 == 0 { x.bits } else { check!(one(memory, x)) };
                    branch!(bits != 0, yes, no);
                }
                Op::Switch { a, table } => {
                    let table = &code.tables.switches[*table as usize];
                    go!(check!(whole!().switch(*a, table)));
                }
                Op::Call { call } => {
                    let site = &code.tables.calls[*call as usize];
                    let entered = match (&site.direct, &site.callee) {
                        (Some(direct), _) => frame::call(codes, thread, here!(), direct),
                        (None, CalleeRef::Pointer(r)) => {
                            let pointer = r!(r);
                            frame::call_pointer(codes, targets, thread, here!(), site, pointer)
                        }
                        _ => None,
                    };
                    let Some(callee) = entered else { leave!(Exit::Call(*call)) };
                    (code, next) = (callee, callee.ops.iter());
                    regs = thread.regs.window(thread.regs.len() - callee.frame.len());
                    left -= 1;
                    if left == 0 || W::GUARDS && witness.enter(code).is_break() {
                        leave!(Exit::Pause);
                    }
                }
                Op::Return => {
                    let Some(frame) = thread.frames.last() else { leave!(Exit::Return) };
                    if frame.back == Back::Anyhow {
                        leave!(Exit::Return);
                    }
                    let mut pause = false;
                    if !frame.is_bare(code) {
                        // Others may notice the end of a variable: the machine looks.
                        if memory.watching() == Watch::Stop {
                            leave!(Exit::Return);
                        }
                        check!(frame::bury_last(thread, memory, code));
                        pause = memory.tombstones() >= sweep_at;
                        regs = thread.regs.window(thread.frames.last().map_or(0, |frame| frame.base));
                    }
                    let Some(Frame { base, back, .. }) = thread.frames.pop() else { leave!(Exit::Return) };
                    let value = if let Back::Value { from, .. } = back { r!(&from) } else { Reg::ZERO };
                    thread.regs.truncate(base);
                    thread.lowest = thread.lowest.min(thread.frames.len().wrapping_sub(1));
                    let Some(top) = thread.frames.last() else { return Exit::Pause };
                    code = &codes[top.code.index()];
                    next = code.ops[top.pc as usize..].iter();
                    regs = thread.regs.window(top.base);
                    if let Back::Value { to, .. } = back {
                        r!(&to) = value;
                    }
                    if pause || W::GUARDS && witness.enter(code).is_break() {
                        leave!(Exit::Pause);
                    }
                }
                Op::Rare { rare } => {
                    if !check!(whole!().rare(&code.tables.rare[*rare as usize])) {
                        leave!(Exit::Rare(*rare));
                    }
                }
                Op::Unreachable => leave!(Exit::Error(slow::unreachable())),
            }
        }
    }
}

/// What a register holds that is no plain number. That of an address depends on where its object lies.
#[cold]
fn placed(memory: &Memory, reg: Reg) -> InterpResult<u64> {
    let number = one(memory, reg)?;
    if !reg.meta.prov().is_none() {
        anywhere::look(memory)?;
    }
    Ok(number)
}

/// Fails where a register has no value, or one that is not decided yet.
pub fn check_known(reg: Reg) -> InterpResult<()> {
    if reg.meta.0 == 0 { Ok(()) } else { slow::known(reg) }
}

/// What a register holds as a number, for functions of the machine.
pub fn number_of(memory: &Memory, reg: Reg) -> InterpResult<u64> {
    if reg.meta.0 == 0 { Ok(reg.bits) } else { placed(memory, reg) }
}

/// Likewise, for those that write it down where pointers are not followed.
pub fn exposed_number_of(memory: &Memory, reg: Reg) -> InterpResult<u64> {
    if reg.meta.0 == 0 { Ok(reg.bits) } else { exposed(memory, reg) }
}
