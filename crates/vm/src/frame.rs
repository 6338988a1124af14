//! Frames: what a call makes, what it gets from its caller, and what its end takes away.

use crate::code::{Arg, CallSite, Code, Direct};
use crate::compiled::{CodeTarget, Targets};
use crate::id::CodeId;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::nondet;
use crate::reg::{Meta, Reg};
use crate::stack::Stack;
use crate::thread::{Back, Frame, MAX_REGISTERS, MOST_STACK, Then, Thread};
use crate::varargs;
use gmc_mem::{Memory, ObjId, Pointer, Site};
use gmc_model::ErrorKind;

/// What the stack takes with a call, if that fits the thread's limits. A first one does: what does not fit is one of
/// its variables.
#[inline]
fn room(thread: &Thread, code: &Code) -> Option<u32> {
    match thread.frames.last() {
        Some(caller) => room_above(caller, &thread.regs, code),
        None => (code.frame.len() <= MAX_REGISTERS).then_some(code.stack),
    }
}

/// Likewise, of a call that this one makes.
#[inline(always)]
fn room_above(caller: &Frame, regs: &Stack, code: &Code) -> Option<u32> {
    let stack = u64::from(caller.stack) + u64::from(code.stack);
    let fits = stack <= u64::from(MOST_STACK) && regs.len() + code.frame.len() <= MAX_REGISTERS;
    fits.then_some(stack as u32)
}

/// Starts a call, with which the stack takes so much, and for which there is room: the new frame's first register.
#[inline(always)]
fn push(thread: &mut Thread, (callee, code): (CodeId, &Code), stack: u32, then: Then, back: Back) -> usize {
    let base = thread.regs.len();
    thread.regs.extend_from_slice(&code.frame);
    let (varargs, allocas, token) = (Pointer::NULL, Vec::new(), ObjId::NONE);
    thread.frames.push(Frame { code: callee, pc: 0, stack, base, varargs, allocas, token, then, back });
    base
}

/// Starts a call: the new frame's first register.
pub fn push_frame(thread: &mut Thread, callee: CodeId, code: &Code, then: Then) -> InterpResult<usize> {
    let Some(stack) = room(thread, code) else {
        return Err(InterpError::other(
            ErrorKind::StackOverflow,
            format!(
                "calls are nested too deeply: {} of them take more than the {} MiB that a stack has",
                thread.frames.len() + 1,
                MOST_STACK >> 20
            ),
        ));
    };
    Ok(push(thread, (callee, code), stack, then, Back::Anyhow))
}

/// A simple call, by the operation before `pc`: the function, if there is room for it. Its frame's registers follow
/// those that there were.
#[inline(never)]
pub fn call<'c>(codes: &'c [Code], thread: &mut Thread, pc: u32, direct: &Direct) -> Option<&'c Code> {
    let code = &codes[direct.callee.index()];
    let caller = thread.frames.last_mut()?;
    caller.pc = pc;
    let from_base = caller.base;
    let stack = room_above(caller, &thread.regs, code)?;
    let base = push(thread, (direct.callee, code), stack, Then::Caller, direct.back);
    let regs = &mut thread.regs[..];
    for &(from, to) in &direct.moves {
        regs[base + usize::from(to)] = regs[from_base + usize::from(from)];
    }
    Some(code)
}

/// A call through a pointer, likewise, if it turns out to be simple.
#[inline(never)]
pub fn call_pointer<'c>(
    codes: &'c [Code],
    targets: &Targets,
    thread: &mut Thread,
    pc: u32,
    site: &CallSite,
    pointer: Reg,
) -> Option<&'c Code> {
    let CodeTarget::Code(callee) = targets.at(pointer.as_pointer())? else { return None };
    let code = &codes[callee.index()];
    let simple = pointer.meta.is_whole()
        && site.args.len() == code.signature.params.len()
        && !code.signature.variadic
        && !site.pack
        && code.signature.result_pointer.is_none()
        && site.args.iter().zip(&code.signature.params).all(|(arg, param)| arg.class.passes_as(param.class));
    if !simple {
        return None;
    }
    let back = match (site.result, code.signature.result) {
        (None, _) => Back::Nothing,
        (Some((to, wanted)), Some((from, class))) if class.passes_as(wanted) => Back::Value { from, to },
        _ => Back::Anyhow,
    };
    let caller = thread.frames.last_mut()?;
    caller.pc = pc;
    let from_base = caller.base;
    let stack = room_above(caller, &thread.regs, code)?;
    let base = push(thread, (callee, code), stack, Then::Caller, back);
    let regs = &mut thread.regs[..];
    for (arg, param) in site.args.iter().zip(&code.signature.params) {
        regs[base + usize::from(param.r)] = regs[from_base + usize::from(arg.r)];
    }
    if let (Some(from), Some(to)) = (site.chain, code.signature.chain) {
        regs[base + usize::from(to)] = regs[from_base + usize::from(from)];
    }
    Some(code)
}

/// Ends the life of the variables of a frame that returns to the one below.
#[inline(never)]
pub fn bury_last(thread: &Thread, memory: &mut Memory, code: &Code) -> InterpResult<()> {
    let Some(frame) = thread.frames.last() else { return Ok(()) };
    let regs = &thread.regs[frame.base..];
    let result = code.signature.result.map_or(ObjId::NONE, |(r, _)| regs[usize::from(r)].meta.prov());
    bury(memory, code, frame, regs, result)
}

impl Frame {
    /// Whether it has nothing in memory but locals.
    #[inline]
    pub fn is_bare_but_locals(&self) -> bool {
        self.allocas.is_empty() && self.varargs.is_null() && self.token.is_none()
    }

    /// The objects that end with it; `locals` are the registers of its variables.
    pub fn objects<'a>(&'a self, locals: &'a [Reg]) -> impl Iterator<Item = ObjId> + 'a {
        let rest = self.allocas.iter().copied().chain([self.token]);
        locals.iter().map(|reg| reg.meta.prov()).chain(rest)
    }

    /// Whether nothing of the frame is in memory.
    #[inline]
    pub fn is_bare(&self, code: &Code) -> bool {
        code.objects.is_empty() && self.is_bare_but_locals()
    }
}

/// Copies arguments from the caller's frame to the parameters of the frame just pushed. Those of `pack`, if it is not
/// null, follow those beyond the named ones.
#[expect(clippy::too_many_arguments, reason = "parts of the machine that are borrowed apart")]
pub fn pass(
    thread: &mut Thread,
    memory: &mut Memory,
    code: &Code,
    program: &gmc_ir::program::Program,
    args: &[Arg],
    caller: usize,
    base: usize,
    (pack, site): (Pointer, Site),
) -> InterpResult<()> {
    for (arg, param) in args.iter().zip(&code.signature.params) {
        let (from, to) = (caller + usize::from(arg.r), base + usize::from(param.r));
        let words = usize::from(arg.class.words());
        if arg.class != param.class {
            let pointer_bits = memory.target().pointer_size() as u32 * 8;
            let reg = thread.regs[from];
            if reg.is_open() {
                return Err(nondet::matters(reg));
            }
            // Without a prototype a `float` arrives as a `double`.
            let promoted =
                !code.signature.prototyped && (arg.class, param.class) == (Class::Double, Class::Single);
            // Headers declare some parameters as transparent unions of pointers, and models as the pointer.
            let transparent =
                code.modelled && param.class == Class::Pointer && is_like_pointer(arg.class, pointer_bits);
            thread.regs[to] = if transparent {
                Reg::pointer(memory.load_pointer(reg.as_pointer())?)
            } else if promoted && reg.meta.0 == 0 {
                Reg::number((f64::from_bits(reg.bits) as f32).to_bits().into())
            } else {
                convert(reg, arg.class, param.class, pointer_bits)
                    .ok_or_else(|| mismatch(program.name(code.global)))?
            };
        } else if words == 1 {
            thread.regs[to] = thread.regs[from];
        } else {
            thread.regs.copy_within(from..from + words, to);
        }
    }
    if code.signature.variadic {
        let extra = args.get(code.signature.params.len()..).unwrap_or(&[]);
        let values: Vec<(Class, Vec<Reg>)> = extra
            .iter()
            .map(|arg| {
                let from = caller + usize::from(arg.r);
                (arg.class, thread.regs[from..from + usize::from(arg.class.words().max(1))].to_vec())
            })
            .collect();
        let list = varargs::pack(memory, &values, pack, site)?;
        thread.frames.last_mut().expect("just pushed").varargs = list;
    }
    Ok(())
}

/// Ends the life of a frame's variables. `regs` are its registers, `result` is what the function's result points to:
/// the one pointer in a register that outlives the frame.
pub fn bury(
    memory: &mut Memory,
    code: &Code,
    frame: &Frame,
    regs: &[Reg],
    result: ObjId,
) -> InterpResult<()> {
    for (object, reg) in code.objects.iter().zip(regs) {
        if reg.meta != Meta::UNBORN {
            let local = reg.meta.prov();
            if local == result {
                memory.kill(local, object.site)?;
            } else {
                memory.kill_unheld(local, object.site)?;
            }
        }
    }
    for &object in &frame.allocas {
        if memory.is_live(object) {
            memory.kill(object, Site(0))?;
        }
    }
    if !frame.token.is_none() {
        memory.kill(frame.token, Site(0))?;
    }
    if !frame.varargs.is_null() {
        varargs::release(memory, frame.varargs)?;
    }
    Ok(())
}

/// Whether it is an aggregate as large as a pointer.
fn is_like_pointer(class: Class, pointer_bits: u32) -> bool {
    matches!(class, Class::Aggregate { size: Some(size) } if size * 8 == u64::from(pointer_bits))
}

fn mismatch(name: &str) -> Box<InterpError> {
    InterpError::other(
        ErrorKind::BadCall,
        format!("`{name}` is called with an argument of another type than it takes"),
    )
}

/// A register as a value of another class, where callers without a prototype may pass it.
pub fn convert(reg: Reg, from: Class, to: Class, pointer_bits: u32) -> Option<Reg> {
    let integer = |class| matches!(class, Class::Int { .. } | Class::Pointer);
    let same_kind = std::mem::discriminant(&from) == std::mem::discriminant(&to);
    match (from, to) {
        _ if integer(from) && integer(to) => Some(fit(reg, to, pointer_bits)),
        (Class::Aggregate { .. }, Class::Aggregate { .. }) => Some(reg),
        _ if same_kind && from.words() == 1 => Some(reg),
        _ => None,
    }
}

/// A number extended as its class says.
pub fn fit(reg: Reg, class: Class, pointer_bits: u32) -> Reg {
    let sh = class.shift(pointer_bits);
    if reg.meta.0 != 0 || sh == 0 || !matches!(class, Class::Int { .. } | Class::Pointer) {
        return reg;
    }
    let bits = reg.bits << sh;
    Reg::number(if class.is_signed() { ((bits as i64) >> sh) as u64 } else { bits >> sh })
}
