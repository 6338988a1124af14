//! The machine: memory, threads, and the outside world.
//!
//! The interpreter's loop (`exec`) runs one frame; calls, returns and everything that concerns more than a frame is
//! here. Nothing here decides what the program leaves open: threads run in the order of their numbers.

use crate::code::{Arg, CalleeRef, Code, Op, Rare};
use crate::exec::{self, Exit, Window};
use crate::fault::{Fault, Outcome};
use crate::lower::class::Class;
use crate::lower::{CodeTarget, LABEL_STRIDE, Lowered};
use crate::native::{self, Call, Flow};
use crate::reg::{Meta, Reg};
use crate::thread::{Frame, MAX_FRAMES, MAX_REGISTERS, Then, Thread, ThreadState};
use crate::varargs;
use crate::world::World;
use gmc_mem::{Kind as Storage, Layout, Memory, ObjId, Pointer, Site};
use gmc_model::Kind;
use std::collections::HashMap;

/// A program at work.
pub struct Machine<'p> {
    /// The program.
    pub(crate) lowered: Lowered<'p>,
    /// Its memory.
    pub memory: Memory,
    /// Its threads, in order of creation.
    pub(crate) threads: Vec<Thread>,
    /// The thread that runs.
    pub(crate) current: usize,
    /// Files, clock, environment.
    pub world: World,
    /// What functions of the library remember.
    pub library: crate::library::State,
    /// As many dead objects make a sweep pay.
    sweep_at: u32,
    /// Operations executed.
    pub steps: u64,
    /// What is to be called yet, last first.
    agenda: Vec<Errand>,
    /// Functions given to `atexit`.
    pub(crate) at_exit: Vec<AtExit>,
    exit_code: Option<i32>,
    /// Trampolines of nested functions: the function and its parent's frame.
    pub(crate) trampolines: HashMap<ObjId, (Pointer, Reg)>,
}

/// Something that the program wants called at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtExit {
    /// The function.
    pub(crate) function: Pointer,
    /// Its argument, if it takes one.
    pub(crate) argument: Option<Reg>,
}

/// Something to be called when the thread has nothing else to do.
#[derive(Clone, Copy, Debug)]
enum Errand {
    /// A constructor or destructor.
    Code(u32),
    /// `main`
    Main,
    /// Functions given to `atexit`, one after the other.
    AtExit,
    /// The end.
    End,
}

/// Why the machine stopped.
#[derive(Debug)]
pub enum Stop {
    /// The program has ended.
    Exited(i32),
    /// The program has done something wrong, or something that the machine cannot do.
    Fault(Box<Fault>),
    /// No thread can go on.
    Stuck,
    /// The budget is used up.
    Budget,
}

impl<'p> Machine<'p> {
    /// A program about to start.
    ///
    /// # Errors
    /// When the variables of the library do not fit into memory.
    pub fn new(lowered: Lowered<'p>, memory: Memory, world: World) -> Outcome<Machine<'p>> {
        let mut agenda = vec![Errand::Main];
        agenda.extend(lowered.constructors.iter().rev().map(|&code| Errand::Code(code)));
        let first = Thread::new(lowered.thread_locals.len());
        let mut machine = Machine {
            lowered,
            memory,
            threads: vec![first],
            current: 0,
            world,
            library: crate::library::State::default(),
            sweep_at: 256,
            steps: 0,
            agenda,
            at_exit: Vec::new(),
            exit_code: None,
            trampolines: HashMap::new(),
        };
        crate::library::start(&mut machine)?;
        Ok(machine)
    }

    /// Runs at most `budget` operations.
    pub fn run(&mut self, budget: u64) -> Stop {
        let mut left = budget;
        loop {
            let before = left;
            let outcome = self.slice(&mut left);
            self.steps += before - left;
            match outcome {
                Ok(None) => {}
                Ok(Some(stop)) => return stop,
                Err(fault) => return Stop::Fault(fault),
            }
            if self.memory.tombstones() >= self.sweep_at {
                self.sweep();
                self.sweep_at = self.memory.next_sweep();
            }
            if left == 0 {
                return Stop::Budget;
            }
        }
    }

    /// Runs the current thread until it does something that concerns more than a frame.
    fn slice(&mut self, left: &mut u64) -> Outcome<Option<Stop>> {
        let thread = &mut self.threads[self.current];
        let Some(frame) = thread.frames.last_mut() else { return self.idle() };
        let code = &self.lowered.codes[frame.code as usize];
        let mut window = Window { code, regs: &mut thread.regs[frame.base..], memory: &mut self.memory };
        match window.run(&mut frame.pc, left) {
            Exit::Call(call) => self.call(call)?,
            Exit::Return => self.return_from()?,
            Exit::Rare(rare) => self.rare(rare)?,
            Exit::Fault(fault) => return Err(fault),
            Exit::Pause => {}
        }
        Ok(None)
    }

    /// Recycles dead objects that nothing points to, registers included.
    fn sweep(&mut self) {
        let (threads, trampolines, at_exit) = (&self.threads, &self.trampolines, &self.at_exit);
        self.memory.sweep(|held| {
            for thread in threads {
                thread.regs.iter().for_each(|reg| held(reg.meta.prov()));
                thread.locals.iter().flatten().for_each(|pointer| held(pointer.prov));
                for frame in &thread.frames {
                    held(frame.varargs.prov);
                }
            }
            for (object, (function, chain)) in trampolines {
                [*object, function.prov, chain.meta.prov()].into_iter().for_each(&mut *held);
            }
            for errand in at_exit {
                held(errand.function.prov);
                errand.argument.iter().for_each(|argument| held(argument.meta.prov()));
            }
        });
    }

    /// The thread has no frame: what next?
    fn idle(&mut self) -> Outcome<Option<Stop>> {
        if self.current != 0 {
            self.threads[self.current].state = ThreadState::Finished(Reg::ZERO);
            return self.switch_thread();
        }
        match self.agenda.pop() {
            Some(Errand::Code(code)) => self.enter(code, &[], &[], Then::Finish)?,
            Some(Errand::Main) => {
                let (args, regs) = crate::library::main_arguments(self)?;
                self.enter(self.lowered.main, &args, &regs, Then::Finish)?;
            }
            Some(Errand::AtExit) => {
                if let Some(AtExit { function, argument }) = self.at_exit.pop() {
                    self.agenda.push(Errand::AtExit);
                    let args = [Arg { r: 0, class: Class::Pointer }];
                    let args = if argument.is_some() { &args[..] } else { &[] };
                    self.call_pointer(function, args, argument.as_slice(), Then::Finish)?;
                }
            }
            Some(Errand::End) | None => {
                crate::library::finish(self)?;
                return Ok(Some(Stop::Exited(self.exit_code.unwrap_or(0))));
            }
        }
        Ok(None)
    }

    /// Ends the program as `exit` does: what was registered is called, then destructors.
    pub(crate) fn exit(&mut self, code: i32) {
        if self.exit_code.is_none() {
            self.exit_code = Some(code);
            self.agenda = vec![Errand::End];
            self.agenda.extend(self.lowered.destructors.iter().rev().map(|&code| Errand::Code(code)));
            self.agenda.push(Errand::AtExit);
        } else {
            self.exit_code = Some(code);
        }
        self.current = 0;
        // The frames' variables stay: what runs now may still point to them.
        self.threads[0].frames.clear();
        self.threads[0].state = ThreadState::Ready;
    }

    /// Ends the program at once, as `_exit` does.
    pub(crate) fn exit_now(&mut self, code: i32) {
        self.exit_code = Some(code);
        self.agenda = vec![Errand::End];
        self.current = 0;
        self.threads[0].frames.clear();
    }

    /// Lets the next thread that can run do so.
    fn switch_thread(&mut self) -> Outcome<Option<Stop>> {
        let count = self.threads.len();
        let next = (1..=count).map(|step| (self.current + step) % count);
        match next.into_iter().find(|&at| self.threads[at].state == ThreadState::Ready) {
            Some(at) => {
                self.current = at;
                Ok(None)
            }
            None => Ok(Some(Stop::Stuck)),
        }
    }

    fn call(&mut self, call: u32) -> Outcome<()> {
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

    /// Allocates, or says that there is no room.
    pub(crate) fn allocate(&mut self, size: u64, align: u64, kind: Storage, site: Site) -> Outcome<Pointer> {
        self.memory.alloc(Layout::new(size, align), kind, site).map_err(|error| {
            Fault::other(Kind::StackOverflow, format!("the program is out of memory: {error}"))
        })
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

    fn return_from(&mut self) -> Outcome<()> {
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

    fn rare(&mut self, rare: u32) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last_mut().expect("a frame at work");
        let code = &self.lowered.codes[frame.code as usize];
        match code.rare[rare as usize] {
            Rare::Goto { a } => {
                let target = thread.regs[frame.base + usize::from(a)];
                let own =
                    self.lowered.targets.get(&target.meta.prov()) == Some(&CodeTarget::Labels(frame.code));
                let base = self.memory.object(target.meta.prov()).map_or(0, |info| info.base);
                let label = target.bits.wrapping_sub(base) / LABEL_STRIDE;
                let to = code.labels.get(label as usize).copied().flatten();
                match to.filter(|_| own && target.bits.wrapping_sub(base).is_multiple_of(LABEL_STRIDE)) {
                    Some(pc) => frame.pc = pc,
                    None => {
                        return Err(Fault::other(Kind::BadCall, "a jump to something that is no label here"));
                    }
                }
            }
            Rare::ThreadLocal { d, index } => {
                let at = frame.base + usize::from(d);
                let pointer = self.thread_local(index)?;
                self.threads[self.current].regs[at] = Reg::pointer(pointer);
            }
            Rare::NoValue => return self.no_value(),
            _ => return Err(Fault::unsupported("an operation that the machine does not know")),
        }
        Ok(())
    }

    /// A function ends without a value: an error if its caller wants one.
    fn no_value(&self) -> Outcome<()> {
        let frames = &self.threads[self.current].frames;
        let [.., caller, callee] = &frames[..] else { return Ok(()) };
        let code = &self.lowered.codes[caller.code as usize];
        let Some(Op::Call { call }) = code.ops.get(caller.pc.wrapping_sub(1) as usize) else { return Ok(()) };
        if !matches!(callee.then, Then::Caller) || code.calls[*call as usize].result.is_none() {
            return Ok(());
        }
        let name = self.lowered.program.name(self.lowered.codes[callee.code as usize].global);
        let caller = self.lowered.program.name(code.global);
        Err(Fault::other(
            Kind::MissingReturn,
            format!("`{name}` ends without a value, but `{caller}` uses its result"),
        ))
    }

    /// The current thread's copy of a thread-local variable.
    pub(crate) fn thread_local(&mut self, index: u32) -> Outcome<Pointer> {
        if let Some(pointer) = self.threads[self.current].locals[index as usize] {
            return Ok(pointer);
        }
        let variable = self.lowered.thread_locals[index as usize].clone();
        let pointer =
            self.allocate(variable.size, variable.align.min(4096), Storage::ThreadLocal, Site(0))?;
        let program = self.lowered.program;
        if let gmc_ir::unit::SymbolValue::Variable(image) = &program.symbol(variable.global).value {
            self.memory.fill(pointer, 0, variable.size)?;
            self.memory
                .write_bytes(pointer, &image.bytes[..image.bytes.len().min(variable.size as usize)])?;
            for relocation in &image.relocations {
                let at = pointer.wrapping_offset(relocation.offset as i64);
                if let Some(value) = self.lowered.address_in(variable.global.unit, &relocation.to) {
                    self.memory.store_sized(
                        at,
                        value.wrapping_offset(relocation.addend),
                        relocation.size.into(),
                    )?;
                }
            }
        }
        self.threads[self.current].locals[index as usize] = Some(pointer);
        Ok(pointer)
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
