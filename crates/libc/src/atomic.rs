//! `__atomic_…` and `__sync_…`: GCC's atomic operations, of 1 to 16 bytes, and those of any size.
//!
//! Each is one operation of the machine, so it is atomic whatever the order asked for.

use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_term::{Arena, Binary, TermId};
use gmc_vm::effects::{Extent, Words, looks_at, operates, reads, writes};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Handler, Native, atomic};
use gmc_vm::nondet;
use gmc_vm::reg::{Meta, Reg};
use smallvec::{SmallVec, smallvec};

/// An operation that only reads.
const fn loads<const N: usize>(name: &'static str, run: Handler) -> Native {
    with_words::<N>(atomic(name, run).spans(const { &[looks_at(0, Extent::Bytes(N as u64))] }), one::<N>)
}

/// An operation that writes, or may.
const fn updates<const N: usize>(name: &'static str, run: Handler) -> Native {
    let row = atomic(name, run).spans(const { &[operates(0, Extent::Bytes(N as u64))] });
    with_words::<N>(row, one::<N>).takes_terms(1, 2)
}

/// Likewise, if what it compares with is where its second argument points to: that is an ordinary variable.
const fn compares<const N: usize>(name: &'static str, run: Handler) -> Native {
    let spans = const { &[operates(0, Extent::Bytes(N as u64)), writes(1, Extent::Bytes(N as u64))] };
    with_words::<N>(atomic(name, run).spans(spans), two::<N>).takes_terms(2, 2)
}

/// Larger ones are no words.
const fn with_words<const N: usize>(row: Native, words: Words) -> Native {
    if N <= 8 { row.words(words) } else { row }
}

/// All operations for one size.
macro_rules! sized {
    ($($size:literal),*) => {
        &[$(
            loads::<$size>(concat!("__atomic_load_", $size), |m, c| load(m, c, $size)),
            updates::<$size>(concat!("__atomic_store_", $size), |m, c| store(m, c, $size)),
            updates::<$size>(concat!("__atomic_exchange_", $size), |m, c| fetch(m, c, $size, Update::Set)),
            compares::<$size>(concat!("__atomic_compare_exchange_", $size), |m, c| compare(m, c, $size)),
            updates::<$size>(concat!("__atomic_fetch_add_", $size), |m, c| fetch(m, c, $size, Update::Add)),
            updates::<$size>(concat!("__atomic_fetch_sub_", $size), |m, c| fetch(m, c, $size, Update::Sub)),
            updates::<$size>(concat!("__atomic_fetch_and_", $size), |m, c| fetch(m, c, $size, Update::And)),
            updates::<$size>(concat!("__atomic_fetch_or_", $size), |m, c| fetch(m, c, $size, Update::Or)),
            updates::<$size>(concat!("__atomic_fetch_xor_", $size), |m, c| fetch(m, c, $size, Update::Xor)),
            updates::<$size>(concat!("__atomic_fetch_nand_", $size), |m, c| fetch(m, c, $size, Update::Nand)),
            updates::<$size>(concat!("__atomic_add_fetch_", $size), |m, c| update(m, c, $size, Update::Add)),
            updates::<$size>(concat!("__atomic_sub_fetch_", $size), |m, c| update(m, c, $size, Update::Sub)),
            updates::<$size>(concat!("__atomic_and_fetch_", $size), |m, c| update(m, c, $size, Update::And)),
            updates::<$size>(concat!("__atomic_or_fetch_", $size), |m, c| update(m, c, $size, Update::Or)),
            updates::<$size>(concat!("__atomic_xor_fetch_", $size), |m, c| update(m, c, $size, Update::Xor)),
            updates::<$size>(concat!("__atomic_nand_fetch_", $size), |m, c| update(m, c, $size, Update::Nand)),
            updates::<$size>(concat!("__sync_fetch_and_add_", $size), |m, c| fetch(m, c, $size, Update::Add)),
            updates::<$size>(concat!("__sync_fetch_and_sub_", $size), |m, c| fetch(m, c, $size, Update::Sub)),
            updates::<$size>(concat!("__sync_fetch_and_and_", $size), |m, c| fetch(m, c, $size, Update::And)),
            updates::<$size>(concat!("__sync_fetch_and_or_", $size), |m, c| fetch(m, c, $size, Update::Or)),
            updates::<$size>(concat!("__sync_fetch_and_xor_", $size), |m, c| fetch(m, c, $size, Update::Xor)),
            updates::<$size>(concat!("__sync_fetch_and_nand_", $size), |m, c| fetch(m, c, $size, Update::Nand)),
            updates::<$size>(concat!("__sync_add_and_fetch_", $size), |m, c| update(m, c, $size, Update::Add)),
            updates::<$size>(concat!("__sync_sub_and_fetch_", $size), |m, c| update(m, c, $size, Update::Sub)),
            updates::<$size>(concat!("__sync_and_and_fetch_", $size), |m, c| update(m, c, $size, Update::And)),
            updates::<$size>(concat!("__sync_or_and_fetch_", $size), |m, c| update(m, c, $size, Update::Or)),
            updates::<$size>(concat!("__sync_xor_and_fetch_", $size), |m, c| update(m, c, $size, Update::Xor)),
            updates::<$size>(concat!("__sync_nand_and_fetch_", $size), |m, c| update(m, c, $size, Update::Nand)),
            updates::<$size>(concat!("__sync_lock_test_and_set_", $size), |m, c| {
                weak(m);
                fetch(m, c, $size, Update::Set)
            }),
            updates::<$size>(concat!("__sync_lock_release_", $size), |m, c| {
                weak(m);
                release(m, c, $size)
            }),
            updates::<$size>(concat!("__sync_val_compare_and_swap_", $size), |m, c| swap(m, c, $size, false)),
            updates::<$size>(concat!("__sync_bool_compare_and_swap_", $size), |m, c| swap(m, c, $size, true)),
        )*]
    };
}

pub(super) const SIZED: &[Native] = sized!(1, 2, 4, 8, 16);

/// Of operations of any size, the first argument says it.
const SIZE: Extent = Extent::Argument(0);

pub(super) const TABLE: &[Native] = &[
    atomic("__sync_synchronize", |_, _| Ok(Flow::Void)),
    atomic("__atomic_thread_fence", |m, c| {
        ordered(m, c, 0);
        Ok(Flow::Void)
    }),
    atomic("__atomic_signal_fence", |_, _| Ok(Flow::Void)),
    atomic("__atomic_test_and_set", test_and_set).spans(&[operates(0, Extent::Bytes(1))]),
    atomic("__atomic_clear", |m, c| {
        ordered(m, c, 1);
        release(m, c, 1)
    })
    .spans(&[operates(0, Extent::Bytes(1))]),
    atomic("__atomic_is_lock_free", is_lock_free),
    atomic("__atomic_always_lock_free", is_lock_free),
    atomic("__atomic_load", any_load).spans(&[looks_at(1, SIZE), writes(2, SIZE)]),
    atomic("__atomic_store", any_store).spans(&[operates(1, SIZE), reads(2, SIZE)]),
    atomic("__atomic_exchange", any_exchange).spans(&[operates(1, SIZE), reads(2, SIZE), writes(3, SIZE)]),
    atomic("__atomic_compare_exchange", any_compare).spans(&[
        operates(1, SIZE),
        writes(2, SIZE),
        reads(3, SIZE),
    ]),
    // `_Atomic double` saves and restores the floating-point environment around its loop; the machine has none.
    atomic("__builtin_ia32_fnstenv", |_, _| Ok(Flow::Void)),
    atomic("__builtin_ia32_fldenv", |_, _| Ok(Flow::Void)),
    atomic("__builtin_ia32_fnclex", |_, _| Ok(Flow::Void)),
    atomic("__builtin_ia32_fnstsw", |_, _| Flow::number(0)),
    atomic("__builtin_ia32_stmxcsr", |_, _| Flow::number(0x1f80)),
    atomic("__builtin_ia32_ldmxcsr", |_, _| Ok(Flow::Void)),
    atomic("__atomic_feraiseexcept", |_, _| Ok(Flow::Void)),
];

fn one<const N: usize>(_: &Machine, call: &Call) -> Option<SmallVec<[(Pointer, usize); 4]>> {
    Some(smallvec![(call.pointer(0).ok()?, N)])
}

fn two<const N: usize>(_: &Machine, call: &Call) -> Option<SmallVec<[(Pointer, usize); 4]>> {
    Some(smallvec![(call.pointer(0).ok()?, N), (call.pointer(1).ok()?, N)])
}

/// `__ATOMIC_SEQ_CST`
const STRONGEST: u64 = 5;

/// An operation asks for less than sequential consistency, and gets it all the same.
fn weak(m: &Machine) {
    if m.threads.len() > 1 {
        m.rely_on(Premise::MemoryOrder);
    }
}

/// Looks at the order that an argument asks for; operations of `__sync_` have none, and are as strong as can be.
fn ordered(m: &Machine, call: &Call, at: usize) {
    if call.count() > at && call.number(m, at).is_ok_and(|order| order & 0xffff != STRONGEST) {
        weak(m);
    }
}

/// What becomes of a value and an operand.
#[derive(Clone, Copy)]
enum Update {
    Set,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
}

impl Update {
    fn number(self, x: u128, y: u128) -> u128 {
        match self {
            Update::Set => y,
            Update::Add => x.wrapping_add(y),
            Update::Sub => x.wrapping_sub(y),
            Update::And => x & y,
            Update::Or => x | y,
            Update::Xor => x ^ y,
            Update::Nand => !(x & y),
        }
    }

    fn term(self, arena: &mut Arena, x: TermId, y: TermId) -> TermId {
        match self {
            Update::Set => y,
            Update::Add => arena.binary(Binary::Add, x, y),
            Update::Sub => arena.sub(x, y),
            Update::And => arena.binary(Binary::And, x, y),
            Update::Or => arena.binary(Binary::Or, x, y),
            Update::Xor => arena.binary(Binary::Xor, x, y),
            Update::Nand => {
                let both = arena.binary(Binary::And, x, y);
                arena.not(both)
            }
        }
    }
}

/// A value of up to 16 bytes; a pointer is one word. Of up to 8 bytes, it may be a term.
type Cell = [Reg; 2];

fn is_open(cell: Cell) -> bool {
    cell[0].is_open()
}

/// The bytes of a cell as a term.
fn term(m: &Machine, cell: Cell, size: usize) -> InterpResult<TermId> {
    let whole = m.term(cell[0])?;
    Ok(m.build(|arena| arena.extract(whole, 0, 8 * size as u8)))
}

fn place(m: &Machine, call: &Call, at: usize, size: usize) -> InterpResult<Pointer> {
    let p = call.pointer(at)?;
    m.memory.check_aligned(p, size as u64, size as u64)?;
    Ok(p)
}

fn get(m: &Machine, p: Pointer, size: usize) -> InterpResult<Cell> {
    if size < 16 {
        return Ok([m.load_open(p, size)?, Reg::ZERO]);
    }
    let words = [m.load_open(p, 8)?, m.load_open(p.wrapping_offset(8), 8)?];
    match words.iter().find(|reg| reg.is_open()) {
        Some(&reg) => Err(nondet::matters(reg)),
        None => Ok(words),
    }
}

fn put(m: &mut Machine, p: Pointer, size: usize, cell: Cell) -> InterpResult<()> {
    if cell[0].is_nondet() {
        let term = term(m, cell, size)?;
        return Ok(m.store_term(p, term, size)?);
    }
    for (at, reg) in cell.iter().enumerate().take(size.div_ceil(8)) {
        let to = p.wrapping_offset(at as i64 * 8);
        let whole = reg.meta.is_whole() && size.min(8) != m.memory.target().pointer_size();
        if whole {
            m.memory.note_exposed(reg.meta.prov());
        }
        let value = if whole { gmc_mem::Scalar::Bits(reg.bits) } else { reg.to_scalar() };
        m.memory.store_sized(to, value, size.min(8))?;
    }
    Ok(())
}

fn argument(m: &Machine, call: &Call, at: usize, size: usize) -> InterpResult<Cell> {
    let first = call.reg(at)?;
    if first.is_nondet() {
        return Ok([first, Reg::ZERO]);
    }
    call.check_known(at)?;
    let second = if size == 16 && matches!(call.class(at)?, Class::Wide { .. }) {
        let image = call.image(m, at)?;
        Reg::number(u64::from_le_bytes(image[8..16].try_into().unwrap_or_default()))
    } else {
        Reg::ZERO
    };
    Ok([first, second])
}

fn bits(m: &Machine, cell: Cell, size: usize) -> u128 {
    let [low, high] = cell.map(|reg| u128::from(reg.plain_bits(m.memory.target())));
    let all = low | high << 64;
    if size == 16 { all } else { all & ((1 << (size * 8)) - 1) }
}

/// Whether two values are the same, which may depend on where objects lie.
fn are_equal(m: &Machine, x: Cell, y: Cell, size: usize) -> InterpResult<bool> {
    if is_open(x) || is_open(y) {
        let (x, y) = (term(m, x, size)?, term(m, y, size)?);
        return Ok(m.holds(m.equal_terms(x, y))?);
    }
    if size < m.memory.target().pointer_size() {
        return Ok(bits(m, x, size) == bits(m, y, size));
    }
    let words = [0, 1].map(|at| nondet::equal(&m.memory, x[at], y[at]));
    if words.iter().any(|it| matches!(it, Ok(false))) {
        return Ok(false);
    }
    words.into_iter().try_fold(true, |all, word| Ok(all && word?))
}

fn give(m: &Machine, cell: Cell, size: usize) -> InterpResult<Flow> {
    if size == 16 {
        // Bytes do not tell what they point to.
        if m.memory.has_nondet_placement() {
            cell.iter().for_each(|reg| m.memory.note_exposed(reg.meta.prov()));
        }
        let mut image = cell[0].bits.to_le_bytes().to_vec();
        image.extend(cell[1].bits.to_le_bytes());
        return Ok(Flow::Image(image));
    }
    Ok(Flow::Value(cell[0]))
}

fn load(m: &mut Machine, call: &Call, size: usize) -> InterpResult<Flow> {
    ordered(m, call, 1);
    let cell = get(m, place(m, call, 0, size)?, size)?;
    give(m, cell, size)
}

fn store(m: &mut Machine, call: &Call, size: usize) -> InterpResult<Flow> {
    ordered(m, call, 2);
    let (p, value) = (place(m, call, 0, size)?, argument(m, call, 1, size)?);
    put(m, p, size, value)?;
    Ok(Flow::Void)
}

fn release(m: &mut Machine, call: &Call, size: usize) -> InterpResult<Flow> {
    let p = place(m, call, 0, size)?;
    put(m, p, size, [Reg::ZERO; 2])?;
    Ok(Flow::Void)
}

/// The values before and after.
fn modify(m: &mut Machine, call: &Call, size: usize, by: Update) -> InterpResult<(Cell, Cell)> {
    ordered(m, call, 2);
    let p = place(m, call, 0, size)?;
    let (old, operand) = (get(m, p, size)?, argument(m, call, 1, size)?);
    if is_open(old) || is_open(operand) {
        let new = modified(m, old, operand, size, by)?;
        put(m, p, size, new)?;
        return Ok((old, new));
    }
    let value = by.number(bits(m, old, size), bits(m, operand, size));
    // The result of arithmetic on one pointer belongs to its object; an exchanged value is what it was.
    let meta = match (old[0].meta, operand[0].meta) {
        _ if value == bits(m, operand, size) && operand[0].meta.is_whole() => operand[0].meta,
        (Meta::PLAIN, meta) | (meta, Meta::PLAIN) if size == 8 && meta.is_whole() => meta,
        _ => Meta::PLAIN,
    };
    let new = [Reg { bits: bits_of_size(value, size), meta }, Reg::number((value >> 64) as u64)];
    put(m, p, size, new)?;
    Ok((old, new))
}

/// The value after, where one of them is a term. What a pointer points to is not a matter of terms.
fn modified(m: &Machine, old: Cell, operand: Cell, size: usize, by: Update) -> InterpResult<Cell> {
    let is_pointer = |cell: Cell| cell[0].meta.is_whole() && cell[0].meta != Meta::PLAIN;
    match by {
        Update::Set => return Ok(operand),
        _ if is_pointer(old) => return Err(nondet::matters(operand[0])),
        _ if is_pointer(operand) => return Err(nondet::matters(old[0])),
        _ => {}
    }
    let (x, y) = (term(m, old, size)?, term(m, operand, size)?);
    let new = m.build(|arena| by.term(arena, x, y));
    Ok([m.unsigned_reg(new), Reg::ZERO])
}

fn bits_of_size(value: u128, size: usize) -> u64 {
    let unused = 64 - size.min(8) * 8;
    (value as u64) << unused >> unused
}

fn fetch(m: &mut Machine, call: &Call, size: usize, by: Update) -> InterpResult<Flow> {
    let (old, _) = modify(m, call, size, by)?;
    give(m, old, size)
}

fn update(m: &mut Machine, call: &Call, size: usize, by: Update) -> InterpResult<Flow> {
    let (_, new) = modify(m, call, size, by)?;
    give(m, new, size)
}

fn compare(m: &mut Machine, call: &Call, size: usize) -> InterpResult<Flow> {
    ordered(m, call, 4);
    ordered(m, call, 5);
    let (p, expected) = (place(m, call, 0, size)?, call.pointer(1)?);
    let (found, wanted) = (get(m, p, size)?, get(m, expected, size)?);
    let equal = are_equal(m, found, wanted, size)?;
    if equal {
        if call.number(m, 3).is_ok_and(|weak| weak != 0) {
            m.rely_on(Premise::WeakExchange);
        }
        let new = argument(m, call, 2, size)?;
        put(m, p, size, new)?;
    } else {
        put(m, expected, size, found)?;
    }
    Flow::number(equal.into())
}

fn swap(m: &mut Machine, call: &Call, size: usize, verdict: bool) -> InterpResult<Flow> {
    let p = place(m, call, 0, size)?;
    let (found, wanted, new) = (get(m, p, size)?, argument(m, call, 1, size)?, argument(m, call, 2, size)?);
    let equal = are_equal(m, found, wanted, size)?;
    if equal {
        put(m, p, size, new)?;
    }
    if verdict { Flow::number(equal.into()) } else { give(m, found, size) }
}

fn test_and_set(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    ordered(m, call, 1);
    let p = call.pointer(0)?;
    let old = get(m, p, 1)?;
    let was_set = match is_open(old) {
        true => m.holds(m.is_nonzero(old[0], 8)?)?,
        false => bits(m, old, 1) != 0,
    };
    put(m, p, 1, [Reg::number(1), Reg::ZERO])?;
    Flow::number(was_set.into())
}

fn is_lock_free(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    Flow::number(u64::from(matches!(call.number(m, 0)?, 1 | 2 | 4 | 8)))
}

fn any_load(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    ordered(m, call, 3);
    m.memory.copy_within(call.pointer(2)?, call.pointer(1)?, call.number(m, 0)?)?;
    Ok(Flow::Void)
}

fn any_store(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    ordered(m, call, 3);
    m.memory.copy_within(call.pointer(1)?, call.pointer(2)?, call.number(m, 0)?)?;
    Ok(Flow::Void)
}

fn any_exchange(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    ordered(m, call, 4);
    let (size, p) = (call.number(m, 0)?, call.pointer(1)?);
    m.memory.copy_within(call.pointer(3)?, p, size)?;
    m.memory.copy_within(p, call.pointer(2)?, size)?;
    Ok(Flow::Void)
}

fn any_compare(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    ordered(m, call, 4);
    ordered(m, call, 5);
    let (size, p, expected) = (call.number(m, 0)?, call.pointer(1)?, call.pointer(2)?);
    // Addresses are compared as such, and behind the rest of a value.
    let equal = match size {
        8 | 16 => {
            let size = size as usize;
            are_equal(m, get(m, p, size)?, get(m, expected, size)?, size)?
        }
        _ => m.memory.compare(p, expected, size)?.is_eq(),
    };
    if equal {
        m.memory.copy_within(p, call.pointer(3)?, size)?;
    } else {
        m.memory.copy_within(expected, p, size)?;
    }
    Flow::number(equal.into())
}
