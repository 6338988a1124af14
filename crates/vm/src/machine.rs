//! The machine: memory, threads, and the outside world.
//!
//! The interpreter's loop (`exec`) runs one frame; calls, returns and everything that concerns more than a frame is
//! here. Nothing here decides what the program leaves open: threads run in the order of their numbers.

use crate::code::{Arg, Op, Rare};
use crate::exec::{Exit, Run};
use crate::fault::{Fault, Outcome};
use crate::lower::class::Class;
use crate::lower::{CodeTarget, LABEL_STRIDE, Lowered};
use crate::reg::Reg;
use crate::thread::{Then, Thread, ThreadState};
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
    /// Statements of GIMPLE executed, if they are to be counted, which costs time.
    pub statements: Option<u64>,
    /// What is to be called yet, last first.
    agenda: Vec<Errand>,
    /// Functions given to `atexit`.
    pub(crate) at_exit: Vec<AtExit>,
    pub(crate) exit_code: Option<i32>,
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
            statements: None,
            agenda,
            at_exit: Vec::new(),
            exit_code: None,
            trampolines: HashMap::new(),
        };
        crate::library::start(&mut machine)?;
        Ok(machine)
    }

    /// Runs until control was transferred `budget` times, from one place of the program to another.
    pub fn run(&mut self, budget: u64) -> Stop {
        let mut left = budget;
        loop {
            match self.slice(&mut left) {
                Ok(None) => {}
                Ok(Some(stop)) => return stop,
                Err(fault) => return Stop::Fault(fault),
            }
            if self.memory.tombstones() >= self.sweep_at {
                self.sweep();
                self.sweep_at = self.memory.next_sweep();
            }
            left = left.saturating_sub(1);
            if left == 0 {
                return Stop::Budget;
            }
        }
    }

    /// Runs the current thread until it does something that needs the whole machine.
    fn slice(&mut self, left: &mut u64) -> Outcome<Option<Stop>> {
        let thread = &mut self.threads[self.current];
        if thread.frames.is_empty() {
            return self.idle();
        }
        let Machine { lowered, memory, sweep_at, .. } = self;
        let run =
            Run { codes: &lowered.codes, targets: &lowered.targets, thread, memory, sweep_at: *sweep_at };
        let exit = match &mut self.statements {
            Some(count) => run.run::<true>(left, count),
            None => run.run::<false>(left, &mut 0),
        };
        match exit {
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
    pub(crate) fn switch_thread(&mut self) -> Outcome<Option<Stop>> {
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

    /// Allocates, or says that there is no room.
    pub(crate) fn allocate(&mut self, size: u64, align: u64, kind: Storage, site: Site) -> Outcome<Pointer> {
        self.memory.alloc(Layout::new(size, align), kind, site).map_err(|error| {
            Fault::other(Kind::StackOverflow, format!("the program is out of memory: {error}"))
        })
    }

    fn rare(&mut self, rare: u32) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last_mut().expect("a frame at work");
        let code = &self.lowered.codes[frame.code as usize];
        match code.rare[rare as usize] {
            Rare::Goto { a } => {
                let target = thread.regs[frame.base + usize::from(a)];
                let own =
                    self.lowered.targets.get(target.meta.prov()) == Some(CodeTarget::Labels(frame.code));
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

    /// A function ends without a value: an error once its caller uses it. A scalar remembers where it is missing from; an
    /// aggregate that the caller wants is an error at once.
    fn no_value(&mut self) -> Outcome<()> {
        let thread = &mut self.threads[self.current];
        let [.., caller, callee] = &thread.frames[..] else { return Ok(()) };
        let code = &self.lowered.codes[callee.code as usize];
        if let Some((r, class)) = code.result {
            let first = callee.base + usize::from(r);
            thread.regs[first..first + usize::from(class.words())].fill(Reg::missing(callee.code));
            return Ok(());
        }
        let calling = &self.lowered.codes[caller.code as usize];
        let at = caller.pc.wrapping_sub(1) as usize;
        let Some(Op::Call { call }) = calling.ops.get(at) else { return Ok(()) };
        if !matches!(callee.then, Then::Caller) || calling.calls[*call as usize].result.is_none() {
            return Ok(());
        }
        let name = self.lowered.program.name(code.global);
        let caller = self.lowered.program.name(calling.global);
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
