//! Frames: what a call makes, what it gets from its caller, and what its end takes away.

use crate::code::{Arg, Code};
use crate::fault::{Fault, Outcome};
use crate::lower::class::Class;
use crate::reg::{Meta, Reg};
use crate::thread::{Frame, MAX_FRAMES, MAX_REGISTERS, Then, Thread};
use crate::varargs;
use gmc_mem::{Memory, ObjId, Pointer, Site};
use gmc_model::Kind;

/// Starts a call: the new frame's first register.
pub(crate) fn push_frame(thread: &mut Thread, callee: u32, code: &Code, then: Then) -> Outcome<usize> {
    let base = thread.regs.len();
    if thread.frames.len() >= MAX_FRAMES || base + code.frame.len() > MAX_REGISTERS {
        return Err(Fault::other(
            Kind::StackOverflow,
            format!("calls are nested too deeply ({} of them)", thread.frames.len()),
        ));
    }
    thread.regs.extend_from_slice(&code.frame);
    thread.frames.push(Frame {
        code: callee,
        pc: 0,
        base,
        varargs: Pointer::NULL,
        allocas: Vec::new(),
        token: ObjId::NONE,
        then,
    });
    Ok(base)
}

/// Copies arguments from the caller's frame to the parameters of the frame just pushed.
#[expect(clippy::too_many_arguments, reason = "parts of the machine that are borrowed apart")]
pub(crate) fn pass(
    thread: &mut Thread,
    memory: &mut Memory,
    code: &Code,
    program: &gmc_ir::program::Program,
    args: &[Arg],
    caller: usize,
    base: usize,
    site: Site,
) -> Outcome<()> {
    for (arg, param) in args.iter().zip(&code.params) {
        let (from, to) = (caller + usize::from(arg.r), base + usize::from(param.r));
        let words = usize::from(arg.class.words());
        if arg.class != param.class {
            let pointer_bits = memory.target().pointer_size() as u32 * 8;
            let reg = thread.regs[from];
            // Without a prototype a `float` arrives as a `double`.
            let promoted = !code.prototyped && (arg.class, param.class) == (Class::Double, Class::Single);
            thread.regs[to] = if promoted && reg.meta.0 == 0 {
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
    if code.variadic {
        let extra = args.get(code.params.len()..).unwrap_or(&[]);
        let values: Vec<(Class, Vec<Reg>)> = extra
            .iter()
            .map(|arg| {
                let from = caller + usize::from(arg.r);
                (arg.class, thread.regs[from..from + usize::from(arg.class.words().max(1))].to_vec())
            })
            .collect();
        let list = varargs::pack(memory, &values, site)?;
        thread.frames.last_mut().expect("just pushed").varargs = list;
    }
    Ok(())
}

/// Ends the life of a frame's variables. `result` is what the function's result points to: the one pointer in a register
/// that outlives the frame.
pub(crate) fn bury_frame(
    memory: &mut Memory,
    code: &Code,
    frame: &Frame,
    regs: &[Reg],
    result: ObjId,
) -> Outcome<()> {
    let first = frame.base + usize::from(code.first_object);
    for (object, reg) in code.objects.iter().zip(&regs[first..]) {
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

fn mismatch(name: &str) -> Box<Fault> {
    Fault::other(Kind::BadCall, format!("`{name}` is called with an argument of another type than it takes"))
}

/// A register as a value of another class, where callers without a prototype may pass it.
pub(crate) fn convert(reg: Reg, from: Class, to: Class, pointer_bits: u32) -> Option<Reg> {
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
pub(crate) fn fit(reg: Reg, class: Class, pointer_bits: u32) -> Reg {
    let sh = class.shift(pointer_bits);
    if reg.meta.0 != 0 || sh == 0 || !matches!(class, Class::Int { .. } | Class::Pointer) {
        return reg;
    }
    let bits = reg.bits << sh;
    Reg::number(if class.is_signed() { ((bits as i64) >> sh) as u64 } else { bits >> sh })
}
