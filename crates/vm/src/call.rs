//! Calls and returns: from one frame to the next, by name or through a pointer, into the program or into the machine.

use crate::code::{Arg, CalleeRef, Op};
use crate::compiled::CodeTarget;
use crate::exec;
use crate::frame::{bury, convert, fit, pass, push_frame};
use crate::id::CodeId;
use crate::interp_error::{InterpError, InterpResult};
use crate::lower::class::Class;
use crate::machine::{Machine, Mode, SliceEnd, VisibleOp};
use crate::native::{Call, Flow, SymbolicHandler};
use crate::nondet::{self, Split};
use crate::pending_call::PendingCall;
use crate::reg::Reg;
use crate::symbolic::Stop;
use crate::thread::{Frame, Phase, Then, Thread};
use crate::varargs;
use gmc_mem::{ObjId, Pointer, Site, Storage, Watch};
use gmc_model::ErrorKind;
use gmc_model::ThreadId;
use std::rc::Rc;

impl Machine {
    /// The current thread makes the call with this number in its function.
    pub fn call(&mut self, call: u32) -> InterpResult<SliceEnd> {
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let code = &self.compiled.codes[frame.code];
        let site = &code.tables.calls[call as usize];
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

    fn call_through(&mut self, pointer: Reg, call: u32) -> InterpResult<SliceEnd> {
        if pointer.is_open() {
            return Err(nondet::matters(pointer));
        }
        if !pointer.meta.is_whole() {
            return Err(Box::new(InterpError::Undefined));
        }
        let nested = self.nested(pointer.as_pointer())?;
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let site = &self.compiled.codes[frame.code].tables.calls[call as usize];
        let chain = site.chain.map(|r| thread.regs[frame.base + usize::from(r)]);
        let (pointer, chain) = match nested {
            Some((function, chain)) => (function, Some(chain)),
            None => (pointer.as_pointer(), chain),
        };
        let target = self.target_of(pointer)?;
        if let CodeTarget::Code(callee) = target {
            let code = &self.compiled.codes[callee];
            let (given, taken) = (site.args.len(), code.signature.params.len());
            if given < taken {
                let name = self.compiled.program.name(code.global);
                let message = format!("`{name}` is called with {given} of its {taken} arguments");
                return Err(InterpError::other(ErrorKind::BadCall, message));
            }
        }
        self.call_target(target, call, chain)
    }

    /// What a pointer to a function points to.
    pub fn target_of(&self, pointer: Pointer) -> InterpResult<CodeTarget> {
        // A number leads to whatever is there.
        let pointer = match pointer.prov {
            ObjId::NONE => self.memory.pointer_from_number(pointer.addr),
            _ => pointer,
        };
        match self.compiled.targets.at(pointer) {
            Some(target) => Ok(target),
            None if pointer.is_null() => {
                Err(InterpError::other(ErrorKind::NullDereference, "a call through a null pointer"))
            }
            None => Err(InterpError::other(
                ErrorKind::BadCall,
                "a call through a pointer that does not point to a function",
            )),
        }
    }

    fn call_target(&mut self, target: CodeTarget, call: u32, chain: Option<Reg>) -> InterpResult<SliceEnd> {
        match target {
            CodeTarget::Code(callee) => self.call_code(callee, call, chain).map(|()| SliceEnd::Went),
            CodeTarget::Native(id) => self.call_native(id, call),
            CodeTarget::Missing(id) => {
                let name = &self.compiled.undefined.functions[id as usize];
                Err(InterpError::unsupported(format!(
                    "function `{name}`, which no unit defines and gmc does not model: define it in a file that is \
                     checked together with the program (--model), or say what to assume of it (--stub, --havoc)"
                )))
            }
            CodeTarget::Labels(_) => Err(InterpError::other(ErrorKind::BadCall, "a call of a label")),
        }
    }

    fn call_code(&mut self, callee: CodeId, call: u32, chain: Option<Reg>) -> InterpResult<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let (caller, varargs) = (frame.base, frame.varargs);
        let site = &self.compiled.codes[frame.code].tables.calls[call as usize];
        let code = &self.compiled.codes[callee];
        let base = push_frame(thread, callee, code, Then::Caller)?;
        let memory = &mut self.memory;
        let pack = if site.pack { varargs } else { Pointer::NULL };
        let program = &self.compiled.program;
        if let Err(fault) = pass(thread, memory, code, program, &site.args, caller, base, (pack, site.site)) {
            // The mistake is the caller's.
            thread.frames.pop();
            thread.regs.truncate(base);
            return Err(fault);
        }
        if let (Some(r), Some(chain)) = (code.signature.chain, chain) {
            thread.regs[base + usize::from(r)] = chain;
        }
        if let Some(r) = code.signature.result_pointer {
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
        self.memory.share_new_objects();
        Ok(())
    }

    /// Room for an aggregate result that is not used: a C++ function that builds it in place needs it.
    fn spare_result(&mut self, callee: CodeId, site: Site) -> InterpResult<Reg> {
        let code = &self.compiled.codes[callee];
        let program = &self.compiled.program;
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
    pub fn enter(&mut self, callee: CodeId, args: &[Arg], regs: &[Reg], then: Then) -> InterpResult<()> {
        let thread = &mut self.threads[self.current];
        let caller = thread.regs.len();
        thread.regs.extend_from_slice(regs);
        let code = &self.compiled.codes[callee];
        let base = push_frame(thread, callee, code, then)?;
        let apart = (Pointer::NULL, Site(0));
        pass(thread, &mut self.memory, code, &self.compiled.program, args, caller, base, apart)?;
        self.memory.share_new_objects();
        Ok(())
    }

    /// Calls whatever a pointer points to.
    pub fn call_pointer(
        &mut self,
        function: Pointer,
        args: &[Arg],
        regs: &[Reg],
        then: Then,
    ) -> InterpResult<()> {
        let nested = self.nested(function)?;
        match self.target_of(nested.map_or(function, |it| it.0))? {
            CodeTarget::Code(code) => {
                self.enter(code, args, regs, then)?;
                let thread = &mut self.threads[self.current];
                if let (Some((_, chain)), Some(r)) = (nested, self.compiled.codes[code].signature.chain) {
                    let base = thread.frames.last().expect("just entered").base;
                    thread.regs[base + usize::from(r)] = chain;
                }
                Ok(())
            }
            CodeTarget::Native(id) => {
                let native = self.compiled.library.get(id);
                let mut call = Call::new(native.name, Site(0));
                for arg in args {
                    let first = usize::from(arg.r);
                    call.push(arg.class, &regs[first..first + usize::from(arg.class.words().max(1))]);
                }
                self.perform(native, &call).map(|_| ())
            }
            CodeTarget::Missing(_) | CodeTarget::Labels(_) => {
                Err(InterpError::unsupported("a call of a function that no unit defines"))
            }
        }
    }

    /// What names a call to the memory: in a function of the models, the call that the program makes of it.
    fn site_of(&self, thread: &Thread, site: Site) -> Site {
        let codes = &self.compiled.codes;
        let below = |frame: &&Frame| codes[frame.code].modelled;
        if !thread.frames.last().is_some_and(|frame| below(&frame)) {
            return site;
        }
        let Some(own) = thread.frames.iter().rev().find(|frame| !below(frame)) else { return site };
        let code = &codes[own.code];
        match own.pc.checked_sub(1).map(|at| code.ops[at as usize]) {
            Some(Op::Call { call }) => code.tables.calls[call as usize].site,
            _ => site,
        }
    }

    fn call_native(&mut self, id: u32, call: u32) -> InterpResult<SliceEnd> {
        let native = self.compiled.library.get(id);
        let thread = &self.threads[self.current];
        let frame = thread.frames.last().expect("a call has a caller");
        let site = &self.compiled.codes[frame.code].tables.calls[call as usize];
        let mut context = Call::new(native.name, self.site_of(thread, site.site));
        for arg in &site.args {
            let from = frame.base + usize::from(arg.r);
            context.push(arg.class, &thread.regs[from..from + usize::from(arg.class.words().max(1))]);
        }
        if site.pack {
            varargs::unpack(&self.memory, frame.varargs, &mut context)?;
        }
        let result = site.result;
        context.result = result.map(|(_, class)| class);
        if let Some((r, Class::Aggregate { .. })) = result {
            let to = thread.regs[frame.base + usize::from(r)];
            context.result_pointer = Some(to.as_pointer());
            // No argument, and memory that the call accesses all the same.
            context.regs.push(to);
        }
        if self.compiled.uses.mapped_files {
            self.compiled.library.mapped_files.turn_to_arguments(self, &context)?;
        }
        let notices = self.notices(native, &context);
        if let Some(handler) =
            native.effects.terms.handler.filter(|_| !notices && !self.process.nondet.is_empty())
            && let Some(way) = self.call_symbolic(handler, &context, result)?
        {
            return Ok(way);
        }
        if let Some(reg) = self.nondet_argument(native, &context) {
            return Err(nondet::matters(reg));
        }
        if let Some(reg) = self.open_sized_argument(&context.regs).filter(|_| notices) {
            return Err(nondet::matters(reg));
        }
        let leads_on = self.mode == Mode::Interleaved && self.leads_on(&context);
        let made = match (notices, leads_on) {
            (true, _) => None,
            (false, true) => self.attempt_unnoticed(native, &context)?,
            (false, false) => match self.attempt(native, &context) {
                Ok(made) => Some(made),
                // A jump out of calls that others can notice: nothing has happened yet.
                Err(fault) if fault.is_refused_end() => None,
                Err(fault) => return Err(fault),
            },
        };
        let Some(made) = made else {
            self.threads[self.current].frames.last_mut().expect("a call has a caller").pc -= 1;
            return Ok(SliceEnd::VisibleOp(VisibleOp::Call(Rc::new(PendingCall::new(
                native, context, leads_on,
            )))));
        };
        match made {
            Some(flow) => self.finish_native(flow, result, context.result_pointer)?,
            None => self.finish_native(Flow::Again, None, None)?,
        }
        Ok(SliceEnd::Went)
    }

    /// Makes a call of a function that knows what to do with terms. Nothing where it knows nothing of these.
    #[cold]
    #[inline(never)]
    fn call_symbolic(
        &mut self,
        handler: SymbolicHandler,
        call: &Call,
        result: Option<(u16, Class)>,
    ) -> InterpResult<Option<SliceEnd>> {
        if !self.rules.symbolic {
            return Ok(None);
        }
        // Others are compared with the place that is accessed.
        let open = call.regs.iter().find(|reg| reg.as_open_pointer().is_some());
        if let Some(&reg) = open.filter(|_| self.mode == Mode::Interleaved) {
            return Err(nondet::matters(reg));
        }
        match handler(self, call) {
            Ok(None) => Ok(None),
            Ok(Some(flow)) => {
                self.memory.share_new_objects();
                self.finish_native(flow, result, call.result_pointer)?;
                Ok(Some(SliceEnd::Went))
            }
            Err(Stop::Split(split)) => {
                let split = self.stamped(Split::Term(split));
                Ok(Some(self.held_before(VisibleOp::Split(Rc::new(split)))))
            }
            Err(Stop::Number(reg)) => Err(nondet::matters(reg)),
            Err(Stop::Error(error)) => Err(error),
        }
    }

    /// The current thread makes the call that it stands before.
    pub fn release(&mut self, held: &PendingCall) -> InterpResult<()> {
        self.acting(|machine| match machine.make_held(held) {
            Err(fault) if !machine.rules.policy.is_strict() => machine.tolerate(fault),
            done => done,
        })
    }

    fn make_held(&mut self, held: &PendingCall) -> InterpResult<()> {
        let frame = self.threads[self.current].frames.last_mut().expect("a call has a caller");
        let code = &self.compiled.codes[frame.code];
        let Op::Call { call } = code.ops[frame.pc as usize] else {
            return Err(InterpError::unsupported("a call that is none"));
        };
        frame.pc += 1;
        let result = code.tables.calls[call as usize].result;
        let flow = match held.call.regs.iter().any(|reg| reg.is_open()) {
            false => self.make(held)?,
            // Others may have decided what the arguments depend on.
            true => {
                let current = self.with_current_arguments(held, call)?;
                match self.nondet_argument(held.native, &current.call) {
                    Some(reg) => return Err(nondet::matters(reg)),
                    None => self.make(&current)?,
                }
            }
        };
        self.finish_native(flow.unwrap_or(Flow::Again), result, held.call.result_pointer)
    }

    /// What a function of the machine returned goes where its caller wants it.
    fn finish_native(
        &mut self,
        flow: Flow,
        result: Option<(u16, Class)>,
        result_pointer: Option<Pointer>,
    ) -> InterpResult<()> {
        match flow {
            Flow::Void => {
                if let Some((r, class)) = result
                    && class.in_registers()
                {
                    let unset = self.compiled.allow.unset();
                    self.set_result(r, |regs, at| regs[at] = unset);
                }
            }
            Flow::Value(reg) => {
                if let Some((r, class)) = result {
                    let reg = self.fit_term(reg, class);
                    let pointer_bits = self.memory.target().pointer_size() as u32 * 8;
                    let fitted = fit(reg, class, pointer_bits);
                    self.set_result(r, |regs, at| regs[at] = fitted);
                }
            }
            // What is returned in memory is there already.
            Flow::Image(_) if result_pointer.is_some() => {}
            Flow::Image(bytes) => {
                if let Some((r, _)) = result {
                    self.set_result(r, |regs, at| {
                        for (reg, chunk) in regs[at..].iter_mut().zip(bytes.chunks(8)) {
                            let mut word = [0; 8];
                            word[..chunk.len()].copy_from_slice(chunk);
                            *reg = Reg::number(u64::from_le_bytes(word));
                        }
                    });
                }
            }
            Flow::Words(words) => {
                if let Some((r, _)) = result {
                    self.set_result(r, |regs, at| regs[at..at + words.len()].copy_from_slice(&words));
                }
            }
            Flow::Arranged => {}
            Flow::Again => {
                self.threads[self.current].frames.last_mut().expect("a call has a caller").pc -= 1;
            }
        }
        Ok(())
    }

    /// The result of the call under way, for a function of the machine that goes on to call another.
    pub fn set_native_result(&mut self, value: Reg) {
        let Some(frame) = self.threads[self.current].frames.last() else { return };
        let code = &self.compiled.codes[frame.code];
        if let Op::Call { call } = code.ops[frame.pc as usize - 1]
            && let Some((r, class)) = code.tables.calls[call as usize].result
            && class.in_registers()
        {
            self.set_result(r, |regs, at| regs[at] = value);
        }
    }

    fn set_result(&mut self, r: u16, set: impl FnOnce(&mut [Reg], usize)) {
        let thread = &mut self.threads[self.current];
        if let Some(frame) = thread.frames.last() {
            let at = frame.base + usize::from(r);
            set(&mut thread.regs, at);
        }
    }

    /// The program's status is used: by who started it. Before C99, `main` could end without one.
    fn check_status(&self, frame: &Frame) -> InterpResult<()> {
        let is_main = self.current == ThreadId::FIRST && frame.code == self.compiled.entry.main;
        let result = self.compiled.codes[frame.code].signature.result;
        let Some((r, _)) = result.filter(|_| is_main && !self.compiled.allow.uninitialized) else {
            return Ok(());
        };
        let status = self.threads[self.current].regs[frame.base + usize::from(r)];
        let ends_without = status.missing_from() == Some(frame.code);
        if status.is_undef() && !ends_without { Err(Box::new(InterpError::Undefined)) } else { Ok(()) }
    }

    /// The current frame returns: its objects end, and its caller gets the result.
    pub fn return_from(&mut self) -> InterpResult<()> {
        if let Some(frame @ Frame { then: Then::Finish, .. }) = self.threads[self.current].frames.last() {
            self.check_status(frame)?;
        }
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.pop().expect("a frame returns");
        thread.lowest = thread.lowest.min(thread.frames.len().saturating_sub(1));
        let code = &self.compiled.codes[frame.code];
        let result = code
            .signature
            .result
            .map_or(ObjId::NONE, |(r, _)| thread.regs[frame.base + usize::from(r)].meta.prov());
        bury(&mut self.memory, code, &frame, &thread.regs[frame.base..], result)?;
        let pointer_bits = self.memory.target().pointer_size() as u32 * 8;
        let value = code.signature.result.map(|(r, class)| (frame.base + usize::from(r), class));
        match frame.then {
            Then::Caller => {
                let below = thread.frames.last().expect("a caller");
                let caller = &self.compiled.codes[below.code];
                // The caller stands behind its call.
                if let Op::Call { call } = caller.ops[below.pc as usize - 1]
                    && let Some((to, wanted)) = caller.tables.calls[call as usize].result
                    && wanted.in_registers()
                {
                    let to = below.base + usize::from(to);
                    match value {
                        Some((from, class)) if class == wanted => {
                            thread.regs.copy_within(from..from + usize::from(class.words()), to);
                        }
                        Some((from, _)) if thread.regs[from].is_nondet() => {
                            return Err(InterpError::unsupported(
                                "a result that is not decided yet, of another type than its caller expects",
                            ));
                        }
                        Some((from, class)) => {
                            thread.regs[to] =
                                convert(thread.regs[from], class, wanted, pointer_bits).unwrap_or(Reg::UNDEF);
                        }
                        None => thread.regs[to] = self.compiled.allow.unset(),
                    }
                }
                thread.regs.truncate(frame.base);
            }
            Then::Discard => thread.regs.truncate(frame.base),
            Then::Signal => {
                thread.regs.truncate(frame.base);
                self.compiled.library.interruptions.handler_returned(self)?;
            }
            Then::Wake => {
                thread.regs.truncate(frame.base);
                self.set_phase(self.current, Phase::Woken)?;
            }
            Then::Report => {
                self.step.report = value.map(|(from, _)| thread.regs[from]);
                thread.regs.truncate(frame.base);
            }
            Then::Finish => {
                let result = value.map_or(Reg::ZERO, |(from, _)| thread.regs[from]);
                thread.regs.truncate(frame.base);
                let is_main = self.current == ThreadId::FIRST
                    && frame.code == self.compiled.entry.main
                    && self.process.ending != Some(ThreadId::FIRST);
                if is_main {
                    let status = exec::number_of(&self.memory, result).unwrap_or(0);
                    self.exit_from_main(status as i32)?;
                } else if self.current != ThreadId::FIRST && self.process.ending != Some(self.current) {
                    self.set_thread_result(self.current, result)?;
                }
            }
        }
        Ok(())
    }

    /// The current frame goes on behind a call that it made before, with this result.
    pub fn resume_call(&mut self, pc: u32, value: Reg) -> InterpResult<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last_mut().expect("a frame goes on");
        let code = &self.compiled.codes[frame.code];
        let set = code.tables.landings.iter().find(|it| it.pc == pc && it.call.is_some());
        let Some(call) = set.and_then(|it| it.call) else {
            return Err(InterpError::other(ErrorKind::BadCall, "a jump to a place that was never set"));
        };
        frame.pc = pc;
        if let Some((r, _)) = code.tables.calls[call as usize].result {
            thread.regs[frame.base + usize::from(r)] = value;
        }
        Ok(())
    }

    /// An object that ends with the calls above the first `depth` of the current thread, and that others can reach.
    fn shared_above(&self, depth: usize) -> Option<ObjId> {
        let thread = &self.threads[self.current];
        let ends = thread.frames.iter().skip(depth).flat_map(|frame| {
            let objects = self.compiled.codes[frame.code].objects.len();
            frame.objects(&thread.regs[frame.base..][..objects])
        });
        ends.into_iter().find(|&object| self.memory.is_live(object) && self.memory.is_shared(object))
    }

    /// Removes frames until only `depth` are left. Where that ends the life of what others can reach, and they have to
    /// be asked, nothing happens.
    pub fn unwind_to(&mut self, depth: usize) -> InterpResult<()> {
        if self.memory.watching() == Watch::Stop
            && let Some(object) = self.shared_above(depth)
        {
            self.memory.kill(object, Site(0))?;
        }
        let thread = &mut self.threads[self.current];
        while thread.frames.len() > depth {
            let frame = thread.frames.pop().expect("counted");
            let code = &self.compiled.codes[frame.code];
            bury(&mut self.memory, code, &frame, &thread.regs[frame.base..], ObjId::NONE)?;
            thread.regs.truncate(frame.base);
        }
        thread.lowest = thread.lowest.min(depth.saturating_sub(1));
        Ok(())
    }
}
