//! Calls and returns: from one frame to the next, by name or through a pointer, into the program or into the machine.

use crate::code::{Arg, CalleeRef, Code, Op};
use crate::exec;
use crate::fault::{Fault, Outcome};
use crate::lower::CodeTarget;
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::native::{self, Call, Flow};
use crate::reg::{Meta, Reg};
use crate::thread::{Frame, MAX_FRAMES, MAX_REGISTERS, Then, Thread, ThreadState};
use crate::varargs;
use gmc_mem::{Kind as Storage, Memory, ObjId, Pointer, Site};
use gmc_model::Kind;

impl Machine<'_> {
    pub(crate) fn call(&mut self, call: u32) -> Outcome<()> {
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let code = &self.lowered.codes[frame.code as usize];
        let site = &code.calls[call as usize];
        let target = match site.callee {
            CalleeRef::Code(code) => CodeTarget::Code(code),
            CalleeRef::Native(id) => CodeTarget::Native(id),
            CalleeRef::Missing(id) => CodeTarget::Missing(id),
            CalleeRef::Pointer(r) => {
                let pointer = thread.regs[frame.base + usize::from(r)];
                return self.call_through(pointer, call);
            }
        };
        self.call_target(target, call, site.chain.map(|r| thread.regs[frame.base + usize::from(r)]))
    }

    fn call_through(&mut self, pointer: Reg, call: u32) -> Outcome<()> {
        if !pointer.meta.is_whole() {
            return Err(Box::new(Fault::Undefined));
        }
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let site = &self.lowered.codes[frame.code as usize].calls[call as usize];
        let chain = site.chain.map(|r| thread.regs[frame.base + usize::from(r)]);
        let (pointer, chain) = match self.trampolines.get(&pointer.meta.prov()) {
            Some(&(function, chain)) => (function, Some(chain)),
            None => (pointer.as_pointer(), chain),
        };
        let target = self.target_of(pointer)?;
        if let CodeTarget::Code(callee) = target {
            let code = &self.lowered.codes[callee as usize];
            let (given, taken) = (site.args.len(), code.params.len());
            if given < taken {
                let name = self.lowered.program.name(code.global);
                let message = format!("`{name}` is called with {given} of its {taken} arguments");
                return Err(Fault::other(Kind::BadCall, message));
            }
        }
        self.call_target(target, call, chain)
    }

    /// What a pointer to a function points to.
    pub(crate) fn target_of(&self, pointer: Pointer) -> Outcome<CodeTarget> {
        let info = self.memory.object(pointer.prov);
        match self.lowered.targets.get(&pointer.prov) {
            Some(&target) if info.is_some_and(|info| info.base == pointer.addr) => Ok(target),
            _ if pointer.is_null() => {
                Err(Fault::other(Kind::NullDereference, "a call through a null pointer"))
            }
            _ => {
                Err(Fault::other(Kind::BadCall, "a call through a pointer that does not point to a function"))
            }
        }
    }

    fn call_target(&mut self, target: CodeTarget, call: u32, chain: Option<Reg>) -> Outcome<()> {
        match target {
            CodeTarget::Code(callee) => self.call_code(callee, call, chain),
            CodeTarget::Native(id) => self.call_native(id, call),
            CodeTarget::Missing(id) => {
                let name = &self.lowered.missing[id as usize];
                Err(Fault::unsupported(format!(
                    "function `{name}`, which no unit defines and gmc does not model"
                )))
            }
            CodeTarget::Labels(_) => Err(Fault::other(Kind::BadCall, "a call of a label")),
        }
    }

    fn call_code(&mut self, callee: u32, call: u32, chain: Option<Reg>) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let caller = frame.base;
        let site = &self.lowered.codes[frame.code as usize].calls[call as usize];
        let code = &self.lowered.codes[callee as usize];
        let base = push_frame(thread, callee, code, Then::Caller)?;
        let memory = &mut self.memory;
        if let Err(fault) =
            pass(thread, memory, code, self.lowered.program, &site.args, caller, base, site.site)
        {
            // The mistake is the caller's.
            thread.frames.pop();
            thread.regs.truncate(base);
            return Err(fault);
        }
        if let (Some(r), Some(chain)) = (code.chain, chain) {
            thread.regs[base + usize::from(r)] = chain;
        }
        if let Some(r) = code.result_pointer {
            let at = base + usize::from(r);
            match site.result {
                Some((to, Class::Aggregate { .. })) => {
                    thread.regs[at] = thread.regs[caller + usize::from(to)];
                }
                _ => {
                    let site = site.site;
                    let spare = self.spare_result(callee, site)?;
                    self.threads[self.current].regs[at] = spare;
                }
            }
        }
        Ok(())
    }

    /// Room for an aggregate result that nobody looks at: a C++ function that builds it in place needs it.
    fn spare_result(&mut self, callee: u32, site: Site) -> Outcome<Reg> {
        let code = &self.lowered.codes[callee as usize];
        let program = self.lowered.program;
        let unit = program.unit(code.global.unit);
        let symbol = program.symbol(code.global);
        let gmc_ir::types::TypeKind::Function { result, .. } = &unit.types[symbol.ty.index()].kind else {
            return Ok(Reg::ZERO);
        };
        let Class::Aggregate { size: Some(size) } = Class::of(unit, *result) else { return Ok(Reg::ZERO) };
        let align = u64::from(unit.types[result.index()].align.clamp(1, 4096));
        let pointer = self.allocate(size, align, Storage::Frame, site)?;
        let frame = self.threads[self.current].frames.last_mut().expect("just pushed");
        frame.allocas.push(pointer.prov);
        Ok(Reg::pointer(pointer))
    }

    /// Calls a function of the program from the machine, with these arguments.
    pub(crate) fn enter(&mut self, callee: u32, args: &[Arg], regs: &[Reg], then: Then) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        let caller = thread.regs.len();
        thread.regs.extend_from_slice(regs);
        let code = &self.lowered.codes[callee as usize];
        let base = push_frame(thread, callee, code, then)?;
        pass(thread, &mut self.memory, code, self.lowered.program, args, caller, base, Site(0))
    }

    /// Calls whatever a pointer points to.
    pub(crate) fn call_pointer(
        &mut self,
        function: Pointer,
        args: &[Arg],
        regs: &[Reg],
        then: Then,
    ) -> Outcome<()> {
        match self.target_of(function)? {
            CodeTarget::Code(code) => self.enter(code, args, regs, then),
            CodeTarget::Native(id) => {
                let native = native::get(id);
                let call = Call {
                    name: native.name,
                    args: args.iter().map(|arg| (arg.class, arg.r)).collect(),
                    regs: regs.to_vec(),
                    result: None,
                    result_pointer: None,
                    site: Site(0),
                };
                (native.run)(self, &call).map(|_| ())
            }
            CodeTarget::Missing(_) | CodeTarget::Labels(_) => {
                Err(Fault::unsupported("a call of a function that no unit defines"))
            }
        }
    }

    fn call_native(&mut self, id: u32, call: u32) -> Outcome<()> {
        let native = native::get(id);
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let site = &self.lowered.codes[frame.code as usize].calls[call as usize];
        let mut args = Vec::with_capacity(site.args.len());
        let mut regs = Vec::with_capacity(site.args.len());
        for arg in &site.args {
            let from = frame.base + usize::from(arg.r);
            args.push((arg.class, regs.len() as u16));
            regs.extend_from_slice(&thread.regs[from..from + usize::from(arg.class.words().max(1))]);
        }
        let result = site.result;
        let result_pointer = match result {
            Some((r, Class::Aggregate { .. })) => Some(thread.regs[frame.base + usize::from(r)].as_pointer()),
            _ => None,
        };
        let context = Call {
            name: native.name,
            args,
            regs,
            result: result.map(|(_, class)| class),
            result_pointer,
            site: site.site,
        };
        let depth = thread.frames.len();
        match (native.run)(self, &context)? {
            Flow::Void => {
                debug_assert_eq!(self.threads[self.current].frames.len(), depth, "{}", native.name);
                if let Some((r, class)) = result
                    && class.in_registers()
                {
                    self.set_result(r, class, |regs, at| regs[at] = Reg::UNDEF);
                }
            }
            Flow::Value(reg) => {
                if let Some((r, class)) = result {
                    let pointer_bits = self.memory.target().pointer_size() as u32 * 8;
                    let fitted = fit(reg, class, pointer_bits);
                    self.set_result(r, class, |regs, at| regs[at] = fitted);
                }
            }
            Flow::Image(bytes) => {
                if let Some(to) = result_pointer {
                    self.memory.write_bytes(to, &bytes)?;
                } else if let Some((r, class)) = result {
                    self.set_result(r, class, |regs, at| {
                        for (reg, chunk) in regs[at..].iter_mut().zip(bytes.chunks(8)) {
                            let mut word = [0; 8];
                            word[..chunk.len()].copy_from_slice(chunk);
                            *reg = Reg::number(u64::from_le_bytes(word));
                        }
                    });
                }
            }
            Flow::Arranged => {}
        }
        Ok(())
    }

    /// The result of the call under way, for a function of the machine that goes on to call another.
    pub fn set_native_result(&mut self, value: Reg) {
        let Some(frame) = self.threads[self.current].frames.last() else { return };
        let code = &self.lowered.codes[frame.code as usize];
        if let Op::Call { call } = code.ops[frame.pc as usize - 1]
            && let Some((r, class)) = code.calls[call as usize].result
            && class.in_registers()
        {
            self.set_result(r, class, |regs, at| regs[at] = value);
        }
    }

    fn set_result(&mut self, r: u16, _class: Class, set: impl FnOnce(&mut [Reg], usize)) {
        let thread = &mut self.threads[self.current];
        if let Some(frame) = thread.frames.last() {
            let at = frame.base + usize::from(r);
            set(&mut thread.regs, at);
        }
    }

    pub(crate) fn return_from(&mut self) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.pop().expect("a frame returns");
        let code = &self.lowered.codes[frame.code as usize];
        let result =
            code.result.map_or(ObjId::NONE, |(r, _)| thread.regs[frame.base + usize::from(r)].meta.prov());
        bury_frame(&mut self.memory, code, &frame, &thread.regs, result)?;
        let pointer_bits = self.memory.target().pointer_size() as u32 * 8;
        let value = code.result.map(|(r, class)| (frame.base + usize::from(r), class));
        match frame.then {
            Then::Caller => {
                let below = thread.frames.last().expect("a caller");
                let caller = &self.lowered.codes[below.code as usize];
                // The caller stands behind its call.
                if let Op::Call { call } = caller.ops[below.pc as usize - 1]
                    && let Some((to, wanted)) = caller.calls[call as usize].result
                    && wanted.in_registers()
                {
                    let to = below.base + usize::from(to);
                    match value {
                        Some((from, class)) if class == wanted => {
                            thread.regs.copy_within(from..from + usize::from(class.words()), to);
                        }
                        Some((from, class)) => {
                            thread.regs[to] =
                                convert(thread.regs[from], class, wanted, pointer_bits).unwrap_or(Reg::UNDEF);
                        }
                        None => thread.regs[to] = Reg::UNDEF,
                    }
                }
                thread.regs.truncate(frame.base);
            }
            Then::Discard => thread.regs.truncate(frame.base),
            Then::Finish => {
                let result = value.map_or(Reg::ZERO, |(from, _)| thread.regs[from]);
                thread.regs.truncate(frame.base);
                let is_main =
                    self.current == 0 && frame.code == self.lowered.main && self.exit_code.is_none();
                if is_main {
                    let status = exec::number_of(&self.memory, result).unwrap_or(0);
                    self.exit(status as i32);
                } else if self.current != 0 {
                    self.threads[self.current].state = ThreadState::Finished(result);
                    self.switch_thread()?;
                }
            }
        }
        Ok(())
    }

    /// The current frame goes on behind a call that it made before, with this result.
    pub fn resume_call(&mut self, pc: u32, value: Reg) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last_mut().expect("a frame goes on");
        let code = &self.lowered.codes[frame.code as usize];
        let call = (pc as usize).checked_sub(1).and_then(|at| code.ops.get(at));
        let Some(&Op::Call { call }) = call else {
            return Err(Fault::other(Kind::BadCall, "a jump to a place that was never set"));
        };
        frame.pc = pc;
        if let Some((r, _)) = code.calls[call as usize].result {
            thread.regs[frame.base + usize::from(r)] = value;
        }
        Ok(())
    }

    /// Removes frames until only `depth` are left.
    pub(crate) fn unwind_to(&mut self, depth: usize) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        while thread.frames.len() > depth {
            let frame = thread.frames.pop().expect("counted");
            let code = &self.lowered.codes[frame.code as usize];
            bury_frame(&mut self.memory, code, &frame, &thread.regs, ObjId::NONE)?;
            thread.regs.truncate(frame.base);
        }
        Ok(())
    }
}

/// Starts a call: the new frame's first register.
fn push_frame(thread: &mut Thread, callee: u32, code: &Code, then: Then) -> Outcome<usize> {
    let base = thread.regs.len();
    if thread.frames.len() >= MAX_FRAMES || base + code.frame.len() > MAX_REGISTERS {
        return Err(Fault::other(
            Kind::StackOverflow,
            format!("calls are nested too deeply ({} of them)", thread.frames.len()),
        ));
    }
    thread.regs.extend_from_slice(&code.frame);
    thread.serial += 1;
    thread.frames.push(Frame {
        code: callee,
        pc: 0,
        base,
        serial: thread.serial,
        varargs: Pointer::NULL,
        allocas: Vec::new(),
        then,
    });
    Ok(base)
}

/// Copies arguments from the caller's frame to the parameters of the frame just pushed.
#[expect(clippy::too_many_arguments, reason = "parts of the machine that are borrowed apart")]
fn pass(
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
fn bury_frame(memory: &mut Memory, code: &Code, frame: &Frame, regs: &[Reg], result: ObjId) -> Outcome<()> {
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
    if !frame.varargs.is_null() {
        varargs::release(memory, frame.varargs)?;
    }
    Ok(())
}

fn mismatch(name: &str) -> Box<Fault> {
    Fault::other(Kind::BadCall, format!("`{name}` is called with an argument of another type than it takes"))
}

/// A register as a value of another class, where callers without a prototype may pass it.
fn convert(reg: Reg, from: Class, to: Class, pointer_bits: u32) -> Option<Reg> {
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
fn fit(reg: Reg, class: Class, pointer_bits: u32) -> Reg {
    let sh = class.shift(pointer_bits);
    if reg.meta.0 != 0 || sh == 0 || !matches!(class, Class::Int { .. } | Class::Pointer) {
        return reg;
    }
    let bits = reg.bits << sh;
    Reg::number(if class.is_signed() { ((bits as i64) >> sh) as u64 } else { bits >> sh })
}
