//! From a fault to a violation: the program's own names, where memory came from, and the calls that led there.

mod access;
pub mod leaf;
mod object;
mod own_call;
mod returned;
mod source;
mod unset;
pub mod wait;

use crate::code::{Arg, Op};
use crate::compiled::{Compiled, SiteInfo};
use crate::id::CodeId;
use crate::interp_error::InterpError;
use crate::liveness::each_read;
use crate::lower::class::Class;
use crate::lower::slots;
use crate::machine::Machine;
use crate::thread::Frame;
use gmc_ir::body::LocalKind;
use gmc_ir::id::{LocalId, SourcePosId};
use gmc_ir::program::Global;
use gmc_mem::{FreeFault, ObjectInfo, PointerFault};
use gmc_model::{Call, ErrorKind, Location, Note, ThreadId, Violation};
use own_call::own_call;
use source::SourceText;

/// The calls that are listed at either end of a long stack.
const CALLS: usize = 128;

/// Frames from the innermost outwards, without the middle where they are many.
fn ends(frames: &[Frame]) -> impl Iterator<Item = &Frame> {
    let outer = if frames.len() > 2 * CALLS { CALLS } else { frames.len() };
    let inner = if frames.len() > 2 * CALLS { frames.len() - CALLS } else { frames.len() };
    frames[inner..].iter().rev().chain(frames[..outer].iter().rev())
}

/// Tells what happened at the operation that the current thread has just tried. In functions of the models, that is
/// where the program calls them: their source is none of the user's.
pub fn violation(machine: &Machine, fault: &InterpError, kind: ErrorKind) -> Violation {
    let compiled = &machine.compiled;
    let thread = &machine.threads[machine.current];
    let of_models = |frame: &&Frame| compiled.codes[frame.code].modelled;
    let modelled: Vec<&Frame> = thread.frames.iter().rev().take_while(of_models).collect();
    let own = thread.frames.len() - modelled.len();
    // A harness that calls the function is none of the user's either.
    let harness = usize::from(own > 0 && thread.frames.first().is_some_and(|it| of_models(&it)));
    let mut stack: Vec<Call> = ends(&thread.frames[harness..own])
        .map(|frame| Call {
            location: location(&machine.compiled, frame),
            arguments: Teller { machine, frame: Some(frame), model: None }.arguments(),
        })
        .collect();
    let model = modelled.last().map(|it| compiled.program.name(compiled.codes[it.code].global));
    let teller = Teller { machine, frame: thread.frames.last(), model };
    if let (InterpError::Undefined, Some(frame), Some(call)) = (fault, teller.frame, stack.first_mut())
        && let Some((at, _)) = teller.returned().filter(|_| modelled.is_empty())
    {
        call.location = place(compiled, compiled.codes[frame.code].global, at);
    }
    let (kind, mut message, mut notes) = match (fault, teller.missing_return()) {
        (InterpError::Undefined, Some((message, note))) => (ErrorKind::MissingReturn, message, vec![note]),
        _ => {
            let (message, notes) = teller.tell(fault);
            (kind, message, notes)
        }
    };
    let told = own - harness;
    if told > stack.len() {
        let message = format!("of {told} calls, the {CALLS} innermost and the {CALLS} outermost are told");
        notes.push(Note { message, location: None });
    }
    let own_call = own_call(machine, &thread.frames[harness..own]);
    if let Some(inner) = stack.first().filter(|_| own_call > 0) {
        let message = format!("it is here, in `{}`", inner.location.function);
        notes.insert(0, Note { message, location: Some(inner.location.clone()) });
    }
    // What throws an exception is the program, whichever function does it in the library.
    let by_itself = matches!(fault, InterpError::Access(_)) || kind == ErrorKind::UncaughtException;
    if let (Some(name), false) = (model, by_itself) {
        message = format!("in `{name}`: {message}");
    }
    Violation {
        kind,
        message,
        location: stack.get(own_call).map(|call| call.location.clone()),
        thread: machine.current,
        stack,
        notes,
        about: teller.about(fault.object().and_then(|it| machine.memory.object(it)).as_ref()),
    }
}

/// Memory that nothing points to any more: told where it was allocated, wherever the last pointer went.
pub fn leak(machine: &Machine, leak: &gmc_mem::Leak) -> Violation {
    let thread = &machine.threads[machine.current];
    let teller = Teller { machine, frame: thread.frames.last(), model: None };
    let allocated = match teller.site(leak.site) {
        SiteInfo::Call { code, op } => {
            let code = &machine.compiled.codes[code];
            Some(place(&machine.compiled, code.global, code.place(op as usize)))
        }
        _ => None,
    };
    let message = format!(
        "heap memory ({}) was not freed, and nothing points to it any more",
        plural(leak.size, "byte")
    );
    let mut it = violation(
        machine,
        &InterpError::Other { kind: ErrorKind::MemoryLeak, message },
        ErrorKind::MemoryLeak,
    );
    let noticed = match before(machine, machine.current) {
        Some(at) => {
            Note { message: format!("noticed when thread {} was here", machine.current), location: Some(at) }
        }
        None => Note { message: "noticed when the program had ended".to_owned(), location: None },
    };
    it.notes = vec![noticed];
    it.stack.clear();
    it.location = allocated.or(it.location);
    it
}

/// The name of a function.
pub fn function(machine: &Machine, function: gmc_mem::Pointer) -> String {
    let object = machine.memory.object(function.prov);
    object.map_or(String::new(), |object| Teller { machine, frame: None, model: None }.name(&object))
}

/// An invariant that does not hold, named by its function.
pub fn invariant(machine: &Machine, function: gmc_mem::Pointer) -> Violation {
    let name = self::function(machine, function);
    let message = format!("the invariant `{name}` does not hold");
    violation(machine, &InterpError::Other { kind: ErrorKind::Invariant, message }, ErrorKind::Invariant)
}

/// Where a thread stands that is about to do something.
pub fn before(machine: &Machine, thread: ThreadId) -> Option<Location> {
    let frame = machine.threads[thread].frames.last()?;
    let code = &machine.compiled.codes[frame.code];
    Some(place(&machine.compiled, code.global, code.place(frame.pc as usize)))
}

/// A thread that is about to access memory.
#[derive(Clone, Copy)]
pub struct Racer<'m> {
    /// Its process.
    pub machine: &'m Machine,
    /// Which it is in there.
    pub thread: ThreadId,
    /// What it accesses.
    pub access: gmc_mem::MemoryAccess,
}

impl Racer<'_> {
    fn name(&self) -> String {
        self.machine.actor(self.thread).unwrap_or_else(|| format!("thread {}", self.thread))
    }

    fn verb(&self) -> &'static str {
        if self.access.write { "writes" } else { "reads" }
    }
}

/// Two threads that access the same memory at the same time.
pub fn race(one: &Racer<'_>, other: &Racer<'_>) -> Violation {
    let teller = Teller { machine: one.machine, frame: None, model: None };
    let object = one.machine.memory.object(one.access.object);
    let what = object.as_ref().map_or("memory".to_owned(), |object| teller.describe(object));
    let (name, verb) = (other.name(), other.verb());
    let message =
        format!("{} {} {what} while {name} {verb} it, and nothing orders the two", one.name(), one.verb());
    let place = |it: &Racer| {
        let calls = standing(it.machine, it.thread);
        (own_call(it.machine, &it.machine.threads[it.thread].frames), calls)
    };
    let (own, calls) = place(other);
    let location = calls.get(own).map(|call| call.location.clone());
    let mut notes = vec![Note { message: format!("{name} {verb} it here"), location }];
    for (_, call) in calls.into_iter().enumerate().filter(|&(at, _)| at != own) {
        let message = format!("{name} was called here, in `{}`", call.location.function);
        notes.push(Note { message, location: Some(call.location) });
    }
    let (own, stack) = place(one);
    if let Some(inner) = stack.first().filter(|_| own > 0) {
        let message = format!("it is here, in `{}`", inner.location.function);
        notes.push(Note { message, location: Some(inner.location.clone()) });
    }
    notes.extend(object.iter().flat_map(|object| teller.origin(object)));
    let location = stack.get(own).map(|call| call.location.clone());
    let about = teller.about(object.as_ref());
    Violation { kind: ErrorKind::DataRace, message, location, thread: one.thread, stack, notes, about }
}

/// The calls of a thread that is about to do something, the last one first.
pub fn standing(machine: &Machine, thread: ThreadId) -> Vec<Call> {
    let frames = ends(&machine.threads[thread].frames).enumerate();
    let location = |at: usize, frame: &Frame| match at {
        0 => before(machine, thread).expect("it has a frame"),
        _ => location(&machine.compiled, frame),
    };
    frames.map(|(at, frame)| Call { location: location(at, frame), arguments: Vec::new() }).collect()
}

/// Where an operation of the program stands.
pub fn at(machine: &Machine, code: CodeId, pc: u32) -> Option<Location> {
    let code = machine.compiled.codes.get(code)?;
    Some(place(&machine.compiled, code.global, code.place(pc as usize)))
}

/// Where heap memory was allocated.
pub fn allocated(machine: &Machine, object: &ObjectInfo) -> Option<Location> {
    match (Teller { machine, frame: None, model: None }).site(object.alloc_site) {
        SiteInfo::Call { code, op } => at(machine, code, op),
        _ => None,
    }
}

/// An expression of a function as the source has it.
pub fn text_of(machine: &Machine, function: Global, expr: gmc_ir::id::ExprId) -> Option<String> {
    let (program, library) = (&machine.compiled.program, machine.compiled.library);
    SourceText::new(program.unit(function.unit), program.function(function)?, library).expr(expr)
}

/// Where the program starts.
pub fn start(machine: &Machine) -> Location {
    let compiled = &machine.compiled;
    let global = compiled.codes[compiled.entry.main].global;
    place(compiled, global, compiled.program.symbol(global).place)
}

/// An object in few words.
pub fn name_of(machine: &Machine, object: &ObjectInfo) -> String {
    Teller { machine, frame: None, model: None }.name(object)
}

/// Where the thread is, for faults that are not the program's.
pub fn here(machine: &Machine) -> Option<Location> {
    machine.threads[machine.current].frames.last().map(|frame| location(&machine.compiled, frame))
}

/// The line of the operation before `pc`; 0 when the compiler did not say.
pub fn line(compiled: &Compiled, code: CodeId, pc: u32) -> u32 {
    let code = &compiled.codes[code];
    place(compiled, code.global, code.place(pc.saturating_sub(1) as usize)).line
}

fn location(compiled: &Compiled, frame: &Frame) -> Location {
    let code = &compiled.codes[frame.code];
    place(compiled, code.global, code.place(frame.pc.saturating_sub(1) as usize))
}

fn place(compiled: &Compiled, function: Global, at: SourcePosId) -> Location {
    let unit = compiled.program.unit(function.unit);
    let record = unit.places[at.index()];
    Location {
        file: unit.str(record.file).to_owned(),
        line: record.line,
        column: record.column,
        function: compiled.program.name(function).to_owned(),
    }
}

struct Teller<'m> {
    machine: &'m Machine,
    frame: Option<&'m Frame>,
    /// The function of the models that the program has called, where that is what happens.
    model: Option<&'m str>,
}

impl<'p> Teller<'p> {
    fn tell(&self, fault: &InterpError) -> (String, Vec<Note>) {
        match fault {
            InterpError::Access(error) => self.access(error),
            InterpError::Pointer(error) => {
                let notes = error.object.iter().flat_map(|o| self.origin(o)).collect();
                let message = match (error.fault, &error.object, &error.other) {
                    (PointerFault::OutOfBounds, Some(object), _) => {
                        format!("the result points to offset {} of {}", error.offset, self.describe(object))
                    }
                    (_, Some(a), Some(b)) => format!(
                        "the pointers belong to different objects: {} and {}",
                        self.describe(a),
                        self.describe(b)
                    ),
                    _ => "a pointer operation with a number that points into no object".to_owned(),
                };
                (message, notes)
            }
            InterpError::Free(error) => {
                let notes = error.object.iter().flat_map(|o| self.origin(o)).collect();
                let message = match (error.fault, &error.object) {
                    (FreeFault::DoubleFree, Some(object)) => {
                        format!("{} was freed before", self.describe(object))
                    }
                    (FreeFault::NotStart, Some(object)) => {
                        format!(
                            "the pointer is {} bytes into {}, not at its start",
                            error.offset,
                            self.describe(object)
                        )
                    }
                    (FreeFault::WrongKind, Some(object)) => {
                        format!("{} is no heap memory", self.describe(object))
                    }
                    _ => "the pointer does not point to any memory".to_owned(),
                };
                (message, notes)
            }
            InterpError::Undefined => self.undefined(),
            InterpError::Overflow { operation, left, right, bits } => {
                let text = match right {
                    Some(right) => format!("{left} {operation} {right}"),
                    None => format!("{operation}({left})"),
                };
                (format!("{text} does not fit into a signed integer of {bits} bits"), Vec::new())
            }
            InterpError::DivisionByZero => (self.divisor(), Vec::new()),
            InterpError::Shift { count, bits } => {
                (format!("a value of {bits} bits is shifted by {count}"), Vec::new())
            }
            InterpError::FloatConversion { value, bits } => {
                (format!("{value} does not fit into an integer of {bits} bits"), Vec::new())
            }
            InterpError::NotBool { value } => {
                (format!("a bool holds {value}, which is neither 0 nor 1"), Vec::new())
            }
            InterpError::Index { index, count } => {
                let of = self.operation().and_then(|(_, text)| text);
                let of = of.map_or(String::new(), |text| format!(" of `{text}`"));
                (format!("index {index}{of} is outside of an array of {count} elements"), Vec::new())
            }
            InterpError::Other { message, .. } => (message.clone(), Vec::new()),
            InterpError::Race(violation) => (violation.message.clone(), violation.notes.clone()),
            InterpError::Assumption => ("an assumption of the program does not hold".to_owned(), Vec::new()),
            InterpError::Nondet(_) | InterpError::Undecided(_) => {
                ("a value is not decided yet".to_owned(), Vec::new())
            }
            InterpError::Placement(_) => ("where objects lie is not decided yet".to_owned(), Vec::new()),
            InterpError::Stopped(_) => ("a limit came first".to_owned(), Vec::new()),
            InterpError::Breakpoint => ("a debugger stops here".to_owned(), Vec::new()),
            InterpError::Unsupported(what) => (what.clone(), Vec::new()),
        }
    }

    fn source(&self) -> Option<SourceText<'p>> {
        let program = &self.machine.compiled.program;
        let code = &self.machine.compiled.codes[self.frame?.code];
        let library = self.machine.compiled.library;
        Some(SourceText::new(program.unit(code.global.unit), code.body(program)?, library))
    }

    /// The operation that was tried, and the text of what it reads or writes.
    fn operation(&self) -> Option<(Op, Option<String>)> {
        let frame = self.frame?;
        let code = &self.machine.compiled.codes[frame.code];
        let at = frame.pc.checked_sub(1)? as usize;
        let text = code.source.origins.get(at)?.expr.and_then(|expr| self.source()?.expr(expr));
        Some((*code.ops.get(at)?, text))
    }

    /// The local that a register holds, if it is one.
    fn local_in(&self, register: usize) -> Option<LocalId> {
        let program = &self.machine.compiled.program;
        let code = &self.machine.compiled.codes[self.frame?.code];
        let function = code.body(program)?;
        let homes = slots::assign(program.unit(code.global.unit), function).homes;
        // Temporaries share registers: the variable goes first, then the one that the statement mentions last.
        let held = homes
            .iter()
            .enumerate()
            .filter(|(_, home)| matches!(home, slots::Home::Register(r) if usize::from(*r) == register));
        let locals: Vec<LocalId> = held.map(|(at, _)| LocalId(at as u32)).collect();
        match locals[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn divisor(&self) -> String {
        let divisor = self.operation().and_then(|(op, _)| match op {
            Op::DivS { b, .. } | Op::DivU { b, .. } | Op::ModS { b, .. } | Op::ModU { b, .. } => {
                self.source()?.local(self.local_in(b.into())?)
            }
            _ => None,
        });
        divisor
            .map_or("a division by zero".to_owned(), |text| format!("a division by `{text}`, which is zero"))
    }

    /// The first register without a value that the operation reads.
    fn unset(&self) -> Option<usize> {
        let frame = self.frame?;
        let (op, _) = self.operation()?;
        let code = &self.machine.compiled.codes[frame.code];
        let regs = &self.machine.threads[self.machine.current].regs[frame.base..];
        let mut guilty = None;
        each_read(code, &op, |first, words| {
            let unset = (first..first + words).any(|r| regs.get(r).is_some_and(|reg| reg.is_undef()));
            if unset && guilty.is_none() {
                guilty = Some(first);
            }
        });
        guilty
    }

    /// The value that is used is that of a function that ended without one.
    fn missing_return(&self) -> Option<(String, Note)> {
        let register = self.frame?.base + self.unset()?;
        let reg = self.machine.threads[self.machine.current].regs[register];
        let compiled = &self.machine.compiled;
        let global = compiled.codes.get(reg.missing_from()?)?.global;
        let name = compiled.program.name(global);
        let location = Some(place(compiled, global, compiled.program.symbol(global).place));
        let note = Note { message: "it is defined here".to_owned(), location };
        Some((format!("the result of `{name}` is used, but it ended without a value"), note))
    }

    /// Which of the values that the operation reads was never set.
    fn undefined(&self) -> (String, Vec<Note>) {
        let unknown = || ("a value is used that was never set".to_owned(), Vec::new());
        let Some(frame) = self.frame else { return unknown() };
        let code = &self.machine.compiled.codes[frame.code];
        let returned = self.returned().map(|(_, local)| local);
        let read = self.unset().and_then(|register| self.read_unset(register));
        let Some(local) = returned.or_else(|| self.local_in(self.unset()?)) else {
            return read.map_or_else(unknown, |it| (it.message, it.notes));
        };
        let Some(function) = code.body(&self.machine.compiled.program) else { return unknown() };
        let record = &function.locals[local.index()];
        let text = self.source().and_then(|source| source.local(local));
        let Some(text) = text.filter(|_| record.kind != LocalKind::Temporary || read.is_none()) else {
            return read.map_or_else(unknown, |it| (it.message, it.notes));
        };
        if let Some(read) = read.filter(|_| record.kind == LocalKind::Variable) {
            let message = format!("it was copied here: {}", read.message);
            let at = Note { message, location: Some(read.location) };
            let notes = std::iter::once(at).chain(read.notes).collect();
            return (format!("`{text}` is used but was never set"), notes);
        }
        let notes = if record.kind == LocalKind::Variable {
            let at = place(&self.machine.compiled, code.global, record.place);
            vec![Note { message: "it is declared here, without a value".to_owned(), location: Some(at) }]
        } else {
            Vec::new()
        };
        (format!("`{text}` is used but was never set"), notes)
    }

    /// The variable without a value that the operation reads.
    fn unset_local(&self) -> Option<String> {
        self.source()?.local(self.local_in(self.unset()?)?)
    }

    /// The frame's parameters with their values.
    fn arguments(&self) -> Vec<(String, String)> {
        let compiled = &self.machine.compiled;
        let Some(frame) = self.frame else { return Vec::new() };
        let code = &compiled.codes[frame.code];
        let Some(function) = code.body(&compiled.program) else { return Vec::new() };
        let unit = compiled.program.unit(code.global.unit);
        let named = function.params.iter().zip(&code.signature.params).filter_map(|(&param, &arg)| {
            let name = unit.str(function.locals[param.index()].name);
            (!name.is_empty()).then(|| (name.to_owned(), self.value(frame, arg)))
        });
        named.collect()
    }

    /// A value as the user would write it.
    fn value(&self, frame: &Frame, arg: Arg) -> String {
        let regs = &self.machine.threads[self.machine.current].regs;
        let Some(&reg) = regs.get(frame.base + usize::from(arg.r)) else { return "…".to_owned() };
        if reg.is_undef() {
            return "not set".to_owned();
        }
        if reg.is_open() {
            return self.machine.tell_open(reg).unwrap_or_else(|| "not decided yet".to_owned());
        }
        match arg.class {
            Class::Int { signed: true, .. } => (reg.bits as i64).to_string(),
            Class::Int { .. } => reg.bits.to_string(),
            Class::Single => f32::from_bits(reg.bits as u32).to_string(),
            Class::Double => f64::from_bits(reg.bits).to_string(),
            Class::Pointer => leaf::pointer(self.machine, reg.as_pointer()),
            Class::Void | Class::Wide { .. } | Class::Aggregate { .. } => "…".to_owned(),
        }
    }
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
