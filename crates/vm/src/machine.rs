//! The machine: memory, threads, and the outside world.
//!
//! The interpreter's loop (`exec`) runs one frame; calls, returns and everything that concerns more than a frame is
//! here. Nothing here decides what the program leaves open: `schedule` does so for a single run, a search for all.

use crate::code::{Op, Rare};
use crate::compiled::{CodeTarget, Compiled};
use crate::exec::{Exit, Run, Window, Witness};
use crate::exit::Errand;
use crate::failures::FaultBudget;
use crate::holdings::Holdings;
use crate::id::{CodeId, IdVec};
use crate::interp_error::{InterpError, InterpResult};
use crate::library::{self, LibraryState};
use crate::lower::LABEL_STRIDE;
use crate::monitored::Monitored;
use crate::nondet::{self, NondetValues, Split};
use crate::observations::Observations;
use crate::pending_call::PendingCall;
use crate::reg::Reg;
use crate::reuse::Reuse;
use crate::run_rules::RunRules;
pub use crate::schedule::Stop;
use crate::schedule::Turns;
use crate::step_effects::StepEffects;
use crate::symmetry::ThreadClasses;
use crate::thread::{Phase, Then, Thread, own, owner};
use gmc_ir::types::TypeFlags;
use gmc_ir::unit::SymbolValue;
use gmc_mem::{AccessError, AccessFault, Memory, ObjId, Pointer, Site, Storage};
use gmc_model::{ErrorKind, Input, ThreadId};
use gmc_world::World;
use gmc_world::state::CopyOnWrite;
use std::rc::Rc;
use std::sync::Arc;

/// A program at work.
pub struct Machine {
    /// The program.
    pub compiled: Arc<Compiled>,
    /// Its memory.
    pub memory: Memory,
    /// Its threads, in order of creation.
    pub threads: IdVec<ThreadId, Thread>,
    /// The thread that runs.
    pub current: ThreadId,
    /// Files, clock, environment.
    pub world: CopyOnWrite<World>,
    /// What functions of the library remember.
    pub library: CopyOnWrite<LibraryState>,
    /// What of that points into memory: an object of the machine's, see `record`.
    pub library_record: Pointer,
    /// What concerns all threads and is not in memory.
    pub process: CopyOnWrite<Process>,
    /// Who drives, and where threads stop for it.
    pub mode: Mode,
    /// What the run may do beyond what the program says.
    pub rules: RunRules,
    /// The operation under way.
    pub step: StepEffects,
    /// What is recorded about the run.
    pub observed: Observations,
    /// Who waits for what, when the machine itself decides which thread runs.
    pub turns: Turns,
    /// Classes of threads that a search takes for each other, if it does so.
    pub thread_classes: Option<Box<ThreadClasses>>,
    /// What can be used again, and is no part of a state.
    pub reuse: Reuse,
}

/// Who drives the machine, and where threads stop for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One run: threads stop where they synchronise.
    Run,
    /// A search, while no other thread runs: likewise, and before they access the outside world.
    Alone,
    /// Among several threads whose order is decided from outside: they stop before everything that others can notice.
    Interleaved,
}

/// How the current thread goes on.
pub enum SliceEnd {
    /// It goes on.
    Went,
    /// It stands before something that others can notice.
    VisibleOp(VisibleOp),
    /// It has finished.
    Finished,
    /// The program has ended.
    Ended,
}

/// What a thread stands before.
#[derive(Clone)]
pub enum VisibleOp {
    /// A call of a function of the machine.
    Call(Rc<PendingCall>),
    /// A load or store of memory that others can reach.
    Access(Box<AccessError>),
    /// Any other operation on such memory.
    Operation,
    /// An operation that needs a nondeterministic value split first.
    Split(Rc<Split>),
}

/// What concerns all threads and is not in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Process {
    /// What is to be called yet, last first.
    pub agenda: Vec<Errand>,
    /// What the program told `exit`.
    pub exit_code: Option<i32>,
    /// The thread that ends the program: it runs what is to run at the end, while the others go on.
    pub ending: Option<ThreadId>,
    /// Functions that must return something else than 0 in every state.
    pub invariants: Vec<Pointer>,
    /// Functions that are called with each message that passes.
    pub message_handlers: Vec<Pointer>,
    /// What the process had when it said that it starts (`gmc_start`).
    pub holdings_at_start: Option<Holdings>,
    /// The function that tells the abstract state.
    pub abstraction: Option<Pointer>,
    /// The thread in an atomic section, and how many sections it is in.
    pub atomic: Option<(ThreadId, u32)>,
    /// Nothing runs any more.
    pub ended: bool,
    /// Variables are marked as shared.
    variables_shared: bool,
    /// Nondeterministic values.
    pub nondet: NondetValues,
    /// How many nondeterministic values were given as numbers.
    pub given: usize,
    /// The operation (code and number) that accessed another mapping of a file than the one before it, last.
    pub viewed_at: Option<(CodeId, u32)>,
    /// How many calls may fail yet, of each kind that may.
    pub faults_left: Vec<u32>,
    /// What a monitor from outside remembers of the run.
    pub monitored: Monitored,
}

impl Machine {
    /// A run of a compiled program that is about to start.
    ///
    /// # Errors
    /// When the variables of the library do not fit into memory.
    pub fn load(compiled: &Arc<Compiled>, world: World) -> InterpResult<Machine> {
        let agenda = crate::exit::at_start(compiled);
        let mut machine = Machine {
            memory: compiled.initial_memory(),
            compiled: compiled.clone(),
            threads: IdVec::default(),
            current: ThreadId::FIRST,
            world: CopyOnWrite::new(world),
            library: CopyOnWrite::new(compiled.library.program.new_state()),
            library_record: Pointer::NULL,
            process: CopyOnWrite::new(Process { agenda, ..Process::default() }),
            mode: Mode::Run,
            rules: RunRules::default(),
            step: StepEffects::default(),
            observed: Observations::default(),
            turns: Turns::default(),
            thread_classes: None,
            reuse: Reuse::new(256),
        };
        machine.new_thread()?;
        machine.make_record()?;
        compiled.library.program.start(&mut machine)?;
        if compiled.image.disguise.is_some() {
            machine.make_hidden_inputs();
        }
        Ok(machine)
    }

    /// Lets calls fail.
    pub fn let_fail(&mut self, fault_budgets: Vec<FaultBudget>) {
        self.process.faults_left = fault_budgets.iter().map(|it| it.most).collect();
        self.rules.fault_budgets = fault_budgets;
    }

    /// Writes what the program's streams have buffered.
    pub fn flush(&mut self) {
        // There is no one to report an error to.
        let _ = self.world.flush();
    }

    /// Runs the current thread until it does something that concerns more than a frame.
    pub fn slice(&mut self, left: &mut u64) -> InterpResult<SliceEnd> {
        self.slice_with(left, &mut ())
    }

    /// The same, before the eyes of a witness.
    pub fn slice_with(&mut self, left: &mut u64, witness: &mut impl Witness) -> InterpResult<SliceEnd> {
        self.acting(|machine| machine.go_on(left, witness))
    }

    /// Does something as the current thread, which owns what it makes.
    #[inline]
    pub fn acting<T>(&mut self, act: impl FnOnce(&mut Self) -> InterpResult<T>) -> InterpResult<T> {
        if !self.begin_acting() {
            self.memory.count_all_exposures();
            let done = act(self).map_err(|fault| library::excuse(self, fault));
            self.memory.apply_exposures();
            return done;
        }
        let done = act(self).map_err(|fault| library::excuse(self, fault));
        self.memory.act_as_nobody();
        // What it has learnt of objects is no access.
        if self.memory.apply_exposures() | self.memory.share_foreign() {
            self.invalidate_read_write_set();
        }
        done
    }

    /// From now on the current thread is the owner of what is made. False in a plain run, where ownership does not
    /// matter.
    #[inline]
    pub fn begin_acting(&mut self) -> bool {
        let acts = self.mode != Mode::Run || self.turns.random.asked_for;
        if acts {
            self.memory.act_as(owner(self.current));
        }
        acts
    }

    fn go_on<W: Witness>(&mut self, left: &mut u64, witness: &mut W) -> InterpResult<SliceEnd> {
        match self.go_on_in_certain(left, witness) {
            Err(fault) if self.wants_more(&fault).is_some() => self.reach(fault),
            Err(fault) if !self.rules.policy.is_strict() => self.tolerate(fault).map(|()| SliceEnd::Went),
            end => end,
        }
    }

    /// Likewise, where no object has more bytes than it certainly has.
    #[inline]
    fn go_on_in_certain<W: Witness>(&mut self, left: &mut u64, witness: &mut W) -> InterpResult<SliceEnd> {
        let thread = &mut self.threads[self.current];
        if thread.frames.is_empty() {
            return self.idle();
        }
        let Machine { compiled, memory, reuse, observed, .. } = self;
        let compiled = &**compiled;
        let (codes, targets, sweep_at) = (&compiled.codes, &compiled.targets, reuse.sweep_at);
        let run = Run { codes, targets, thread, memory, sweep_at };
        let exit = match (&mut observed.statements, &mut observed.read_write_set) {
            // Whoever asks for boundaries caches no steps and counts nothing.
            _ if observed.boundaries.is_some() => {
                let boundaries = observed.boundaries.as_deref_mut().expect("seen above");
                run.run(left, &mut (boundaries, witness))
            }
            (Some(count), _) => run.run(left, &mut (witness, count)),
            // A step from the cache is not seen again, so its first execution must be.
            (None, Some(set)) => run.run(left, &mut (witness, &mut **set)),
            (None, None) => run.run(left, witness),
        };
        match exit {
            Exit::Call(call) => {
                let turn = match self.call(call) {
                    Err(fault) if self.turn_to_view(&fault)? => SliceEnd::Went,
                    Err(fault) => match *fault {
                        // The caller's own accesses, and those of functions that have done nothing yet.
                        InterpError::Access(error) if self.decides_unset(&error) => {
                            self.set_unset(&error)?;
                            self.again()
                        }
                        other => self.met_nondet(Box::new(other), left)?,
                    },
                    Ok(turn) => turn,
                };
                if !matches!(turn, SliceEnd::VisibleOp(_)) {
                    self.invalidate_read_write_set();
                }
                return Ok(turn);
            }
            Exit::Return => {
                if let Some(status) = self.open_status() {
                    return self.do_nondet(status, left);
                }
                if self.mode == Mode::Interleaved && (self.returns_shared() || self.ends_program()) {
                    return Ok(self.held_before(VisibleOp::Operation));
                }
                if !self.returns_simply() {
                    self.invalidate_read_write_set();
                }
                self.return_from()?;
                return Ok(SliceEnd::Went);
            }
            Exit::Rare(rare) => {
                if let Err(fault) = self.rare(rare) {
                    self.invalidate_read_write_set();
                    return self.met_nondet(fault, left);
                }
            }
            Exit::Error(fault) if self.turn_to_view(&fault)? => {}
            Exit::Error(fault) => return self.refused(*fault, left),
            Exit::Pause => {}
        }
        self.invalidate_read_write_set();
        Ok(SliceEnd::Went)
    }

    /// Whether an operation was refused because it accesses a file by another mapping than the last one did: now it
    /// can, and is made again.
    fn turn_to_view(&mut self, fault: &InterpError) -> InterpResult<bool> {
        let InterpError::Access(error) = fault else { return Ok(false) };
        let Some(object) = error.object.as_ref().filter(|_| error.fault == AccessFault::Barred) else {
            return Ok(false);
        };
        let frame = self.threads[self.current].frames.last().expect("a frame at work");
        let here = (frame.code, frame.pc);
        if !self.compiled.library.mapped_files.turn_to(self, object.id)? {
            return Ok(false);
        }
        if self.process.viewed_at.replace(here) == Some(here) {
            return Err(InterpError::unsupported("an operation on two mappings that share one file"));
        }
        self.threads[self.current].frames.last_mut().expect("a frame at work").pc -= 1;
        Ok(true)
    }

    /// The step does something that a read-write set cannot describe: it is not cached.
    pub fn invalidate_read_write_set(&mut self) {
        if let Some(set) = &mut self.observed.read_write_set {
            set.invalidate();
        }
    }

    /// Whether the current call returns to its caller, and nothing of it is in memory.
    fn returns_simply(&self) -> bool {
        let frame = self.threads[self.current].frames.last();
        frame.is_some_and(|it| it.then == Then::Caller && it.is_bare(&self.compiled.codes[it.code]))
    }

    /// Does the operation that the current thread stands before, one that is neither a simple access nor a call.
    pub fn operation(&mut self) -> InterpResult<()> {
        self.acting(|machine| match machine.operate() {
            Err(fault) if !machine.rules.policy.is_strict() => machine.tolerate(fault),
            done => done,
        })
    }

    fn operate(&mut self) -> InterpResult<()> {
        let thread = &mut self.threads[self.current];
        // Without any, what others can notice is its end.
        let Some(frame) = thread.frames.last_mut() else { return self.idle_on().map(|_| ()) };
        let code = &self.compiled.codes[frame.code];
        let op = code.ops[frame.pc as usize];
        frame.pc += 1;
        let mut window = Window { code, regs: thread.regs.window(frame.base), memory: &mut self.memory };
        match op {
            Op::Return => self.return_from(),
            Op::Rare { rare } => match window.rare(&code.tables.rare[rare as usize])? {
                true => Ok(()),
                false => self.rare(rare),
            },
            Op::Blank { a } => window.blank(a),
            Op::Bury { a } => window.bury(a),
            Op::Born { a } => window.revive(a).map(|_| ()),
            _ => Err(InterpError::unsupported("an operation that others can notice")),
        }
    }

    /// An operation was not done: because it is wrong, or because others could notice it.
    fn refused(&mut self, fault: InterpError, left: &mut u64) -> InterpResult<SliceEnd> {
        let held = match fault {
            InterpError::Nondet(_) | InterpError::Undecided(_) | InterpError::Placement(_) => {
                return match self.met_nondet(Box::new(fault), left) {
                    // What it does with terms is an access like others.
                    Err(fault) if fault.is_refused() => self.refused(*fault, left),
                    Err(fault) if matches!(*fault, InterpError::DivisionByZero) => self.refused(*fault, left),
                    other => other,
                };
            }
            // Bytes of several values that are not decided.
            InterpError::Access(error) if error.fault == AccessFault::Mixed && self.rules.symbolic => {
                return self.do_nondet(Reg::ZERO, left);
            }
            InterpError::Access(error) if matches!(error.fault, AccessFault::Shared { .. }) => {
                let frame = self.threads[self.current].frames.last().expect("a frame at work");
                let op = self.compiled.codes[frame.code].ops[frame.pc as usize - 1];
                if op.is_access() { VisibleOp::Access(error) } else { VisibleOp::Operation }
            }
            fault if fault.is_refused_end() => VisibleOp::Operation,
            InterpError::Access(error) if self.decides_unset(&error) => {
                self.set_unset(&error)?;
                return Ok(self.again());
            }
            InterpError::DivisionByZero if self.compiled.allow.division => return self.trap_division(),
            other => return Err(Box::new(other)),
        };
        Ok(self.held_before(held))
    }

    /// The operation that the current thread has just tried is tried again.
    pub(crate) fn again(&mut self) -> SliceEnd {
        self.threads[self.current].frames.last_mut().expect("a frame at work").pc -= 1;
        SliceEnd::Went
    }

    /// The current thread stands before the operation that it has just tried.
    pub fn held_before(&mut self, held: VisibleOp) -> SliceEnd {
        let frame = self.threads[self.current].frames.last_mut().expect("a frame at work");
        frame.pc -= 1;
        SliceEnd::VisibleOp(held)
    }

    /// Whether the access that a thread stands before is one to a `volatile` scalar.
    pub fn is_volatile(&self, thread: ThreadId) -> bool {
        let Some(frame) = self.threads[thread].frames.last() else { return false };
        let (program, code) = (&self.compiled.program, &self.compiled.codes[frame.code]);
        let expr = code.source.origins.get(frame.pc as usize).and_then(|it| it.expr);
        let unit = program.unit(code.global.unit);
        let ty = expr.zip(code.body(program)).and_then(|(expr, body)| unit.type_of(body, expr));
        ty.is_some_and(|ty| unit.types[ty.index()].flags.contains(TypeFlags::VOLATILE))
    }

    /// Whether the end of the current call is the end of `main`, and with it of the program.
    pub(crate) fn ends_program(&self) -> bool {
        self.current == ThreadId::FIRST && self.threads[ThreadId::FIRST].frames.len() == 1
    }

    /// Whether the end of the current call ends the life of a variable that others can reach.
    fn returns_shared(&self) -> bool {
        let thread = &self.threads[self.current];
        let Some(frame) = thread.frames.last() else { return false };
        let objects = self.compiled.codes[frame.code].objects.len();
        let mut ends = frame.objects(&thread.regs[frame.base..][..objects]);
        ends.any(|object| self.memory.is_shared(object))
    }

    /// Recycles dead objects that nothing points to, registers included.
    pub fn sweep(&mut self) {
        let threads = &self.threads;
        self.memory.sweep(|held| {
            for thread in threads {
                thread.regs.iter().for_each(|reg| held(reg.meta.prov()));
                for frame in &thread.frames {
                    held(frame.varargs.prov);
                }
            }
        });
    }

    /// The current thread has nothing left to do. Without any other the program ends.
    pub fn finish_thread(&mut self) -> InterpResult<SliceEnd> {
        if self.is_over(self.current) {
            return Ok(SliceEnd::Finished);
        }
        if self.compiled.library.threads.run_destructor(self)? {
            return Ok(SliceEnd::Went);
        }
        let library = self.compiled.library.threads;
        let noticed = self.owns_shared() || self.compiled.uses.end_queries || library.notices_end(self);
        if self.mode == Mode::Interleaved && noticed {
            return Ok(SliceEnd::VisibleOp(VisibleOp::Operation));
        }
        let others_over = |it: ThreadId| it == self.current || self.is_over(it);
        if self.threads.ids().all(others_over) {
            self.exit(0)?;
            return Ok(SliceEnd::Went);
        }
        library.end(self)?;
        self.keep_locks()?;
        let phase = if self.is_detached(self.current) { Phase::Free } else { Phase::Finished };
        if phase == Phase::Free {
            self.end_detached(self.current)?;
            self.memory.transfer_ownership(owner(self.current), None);
        }
        self.set_phase(self.current, phase)?;
        self.bury_own()?;
        Ok(SliceEnd::Finished)
    }

    /// From now on there are several threads: all that variables reach is shared.
    pub fn share_variables(&mut self) -> InterpResult<()> {
        if self.process.variables_shared {
            return Ok(());
        }
        self.process.variables_shared = true;
        self.compiled.library.program.make_statics(self)?;
        let mut variables: Vec<ObjId> = self.compiled.statics.keys().copied().collect();
        // The library's own as well: the environment, the arguments of the program.
        variables.extend(self.memory.objects().filter(|it| it.kind == Storage::Global).map(|it| it.id));
        variables.sort_unstable();
        for object in variables {
            if self.memory.is_live(object) {
                self.memory.share(object);
            }
        }
        Ok(())
    }

    fn rare(&mut self, rare: u32) -> InterpResult<()> {
        let thread = &mut self.threads[self.current];
        let frame = thread.frames.last_mut().expect("a frame at work");
        let code = &self.compiled.codes[frame.code];
        match code.tables.rare[rare as usize] {
            Rare::Goto { a } => {
                let target = thread.regs[frame.base + usize::from(a)];
                if target.is_open() {
                    return Err(nondet::matters(target));
                }
                let own =
                    self.compiled.targets.get(target.meta.prov()) == Some(CodeTarget::Labels(frame.code));
                let base = self.memory.object(target.meta.prov()).map_or(0, |info| info.base);
                let label = target.bits.wrapping_sub(base) / LABEL_STRIDE;
                let to = code.tables.labels.get(label as usize).copied().flatten();
                match to.filter(|_| own && target.bits.wrapping_sub(base).is_multiple_of(LABEL_STRIDE)) {
                    Some(pc) => frame.pc = pc,
                    None => {
                        return Err(InterpError::other(
                            ErrorKind::BadCall,
                            "a jump to something that is no label here",
                        ));
                    }
                }
            }
            Rare::ThreadLocal { d, index } => {
                let at = frame.base + usize::from(d);
                let pointer = self.thread_local(index)?;
                self.threads[self.current].regs[at] = Reg::pointer(pointer);
            }
            Rare::Object { d, size, align } => {
                let at = frame.base + usize::from(d);
                let pointer = self.allocate(size, align.into(), Storage::Heap, Site(0))?;
                self.keep_argument(pointer)?;
                self.threads[self.current].regs[at] = Reg::pointer(pointer);
            }
            Rare::Any { d, class } => {
                let at = frame.base + usize::from(d);
                let is_harness = self.compiled.codes[frame.code].modelled;
                let origin = self.called(if is_harness { Input::ARGUMENT } else { Input::UNSET });
                let value = self.new_value(origin, class, None)?;
                self.threads[self.current].regs[at] = value;
            }
            Rare::Depth { most } => {
                let code = frame.code;
                let calls = self.threads[self.current].frames.iter().filter(|it| it.code == code).count();
                if calls > most as usize + 1 {
                    let what = format!("a function that calls itself more than {most} times deep (--unwind)");
                    return Err(InterpError::unsupported(what));
                }
            }
            Rare::NoValue => return self.no_value(),
            _ => return Err(InterpError::unsupported("an operation that the machine does not know")),
        }
        Ok(())
    }

    /// A function ends without a value: an error once its caller uses it. A scalar remembers where it is missing from;
    /// an aggregate that the caller wants is an error at once.
    fn no_value(&mut self) -> InterpResult<()> {
        if self.compiled.allow.uninitialized {
            return Ok(());
        }
        let thread = &mut self.threads[self.current];
        let Some(callee) = thread.frames.last() else { return Ok(()) };
        let code = &self.compiled.codes[callee.code];
        if let Some((r, class)) = code.signature.result {
            let first = callee.base + usize::from(r);
            thread.regs[first..first + usize::from(class.words())].fill(Reg::missing(callee.code));
            return Ok(());
        }
        let [.., caller, _] = &thread.frames[..] else { return Ok(()) };
        let calling = &self.compiled.codes[caller.code];
        let at = caller.pc.wrapping_sub(1) as usize;
        let Some(Op::Call { call }) = calling.ops.get(at) else { return Ok(()) };
        if !matches!(callee.then, Then::Caller) || calling.tables.calls[*call as usize].result.is_none() {
            return Ok(());
        }
        let name = self.compiled.program.name(code.global);
        let caller = self.compiled.program.name(calling.global);
        Err(InterpError::other(
            ErrorKind::MissingReturn,
            format!("`{name}` ends without a value, but `{caller}` uses its result"),
        ))
    }

    /// The current thread's copy of a thread-local variable.
    pub fn thread_local(&mut self, index: u32) -> InterpResult<Pointer> {
        let slot = self.own_slot(own::VARIABLES + index as usize);
        let known = self.memory.load_pointer(slot)?;
        if !known.is_null() {
            return Ok(known);
        }
        let variable = self.compiled.thread_locals[index as usize].clone();
        if !matches!(self.compiled.program.symbol(variable.global).value, SymbolValue::Variable(_)) {
            return Err(library::undefined_variable(self.compiled.program.name(variable.global)));
        }
        let pointer =
            self.allocate(variable.size, variable.align.min(4096), Storage::ThreadLocal, Site(0))?;
        if let SymbolValue::Variable(image) = &self.compiled.program.symbol(variable.global).value {
            self.memory.fill(pointer, 0, variable.size)?;
            self.memory
                .write_bytes(pointer, &image.bytes[..image.bytes.len().min(variable.size as usize)])?;
            for relocation in &image.relocations {
                let at = pointer.wrapping_offset(relocation.offset as i64);
                if let Some(value) = self.compiled.address_in(variable.global.unit, &relocation.to) {
                    self.memory.store_sized(
                        at,
                        value.wrapping_offset(relocation.addend),
                        relocation.size.into(),
                    )?;
                }
            }
        }
        self.memory.store_pointer(slot, pointer)?;
        self.memory.share_new_objects();
        Ok(pointer)
    }
}
