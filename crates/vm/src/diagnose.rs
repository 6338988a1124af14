//! From a fault to a violation: the program's own names, where memory came from, and the calls that led there.

pub mod leaf;
mod returned;
mod source;
pub mod wait;

use crate::code::{Arg, CalleeRef, Op, Rare};
use crate::compiled::{Compiled, SiteInfo, StaticObject};
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
use gmc_mem::{AccessError, AccessFault, FreeFault, Life, ObjectInfo, PointerFault, Site, Storage};
use gmc_model::{Call, ErrorKind, Location, Note, ThreadId, Violation};
use source::SourceText;

/// The calls that are told at either end of a long stack: nobody reads hundreds of thousands.
const CALLS: usize = 128;

/// Frames from the innermost outwards, without the middle where they are many.
fn ends(frames: &[Frame]) -> impl Iterator<Item = &Frame> {
    let outer = if frames.len() > 2 * CALLS { CALLS } else { frames.len() };
    let inner = if frames.len() > 2 * CALLS { frames.len() - CALLS } else { frames.len() };
    frames[inner..].iter().rev().chain(frames[..outer].iter().rev())
}

/// Tells what happened at the operation that the current thread has just tried. In functions of the models, that is where the
/// program calls them: their source is none of the user's.
pub fn violation(machine: &Machine, fault: &InterpError, kind: ErrorKind) -> Violation {
    let compiled = &machine.compiled;
    let thread = &machine.threads[machine.current];
    let of_models = |frame: &&Frame| compiled.codes[frame.code].modelled;
    let modelled: Vec<&Frame> = thread.frames.iter().rev().take_while(of_models).collect();
    let own = thread.frames.len() - modelled.len();
    let mut stack: Vec<Call> = ends(&thread.frames[..own])
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
    if own > stack.len() {
        let message = format!("of {own} calls, the {CALLS} innermost and the {CALLS} outermost are told");
        notes.push(Note { message, location: None });
    }
    if let (Some(name), false) = (model, matches!(fault, InterpError::Access(_))) {
        message = format!("in `{name}`: {message}");
    }
    Violation {
        kind,
        message,
        location: stack.first().map(|call| call.location.clone()),
        thread: machine.current,
        stack,
        notes,
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

/// Two threads that access the same memory at the same time.
pub fn race(
    machine: &Machine,
    (thread, mine): (ThreadId, gmc_mem::MemoryAccess),
    (other, theirs): (ThreadId, gmc_mem::MemoryAccess),
) -> Violation {
    let teller = Teller { machine, frame: None, model: None };
    let verb = |touch: gmc_mem::MemoryAccess| if touch.write { "writes" } else { "reads" };
    let object = machine.memory.object(mine.object);
    let what = object.as_ref().map_or("memory".to_owned(), |object| teller.describe(object));
    let message = format!(
        "thread {thread} {} {what} while thread {other} {} it, and nothing orders the two",
        verb(mine),
        verb(theirs)
    );
    let mut notes = vec![Note {
        message: format!("thread {other} {} it here", verb(theirs)),
        location: before(machine, other),
    }];
    for call in standing(machine, other).into_iter().skip(1) {
        let message = format!("thread {other} was called here, in `{}`", call.location.function);
        notes.push(Note { message, location: Some(call.location) });
    }
    notes.extend(object.iter().flat_map(|object| teller.origin(object)));
    let location = before(machine, thread);
    let stack = standing(machine, thread);
    Violation { kind: ErrorKind::DataRace, message, location, thread, stack, notes }
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
            InterpError::Nondet(_) => ("a value is not decided yet".to_owned(), Vec::new()),
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
        let Some(local) = returned.or_else(|| self.local_in(self.unset()?)) else { return unknown() };
        let Some(text) = self.source().and_then(|source| source.local(local)) else { return unknown() };
        let Some(function) = code.body(&self.machine.compiled.program) else { return unknown() };
        let record = &function.locals[local.index()];
        let notes = if record.kind == LocalKind::Variable {
            let at = place(&self.machine.compiled, code.global, record.place);
            vec![Note { message: "it is declared here, without a value".to_owned(), location: Some(at) }]
        } else {
            Vec::new()
        };
        (format!("`{text}` is used but was never set"), notes)
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
        if reg.is_nondet() {
            return "not decided yet".to_owned();
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

    /// An object in few words.
    fn name(&self, object: &ObjectInfo) -> String {
        let compiled = &self.machine.compiled;
        match compiled.statics.get(&object.id) {
            Some(StaticObject::Variable(global)) => return compiled.program.name(*global).to_owned(),
            Some(StaticObject::Literal) => return "literal".to_owned(),
            Some(StaticObject::Function(name) | StaticObject::Section(name)) => return name.clone(),
            None => {}
        }
        match (object.kind, self.site(object.alloc_site)) {
            (Storage::Frame, SiteInfo::Local { code, local }) => {
                let code = &compiled.codes[code];
                let unit = compiled.program.unit(code.global.unit);
                let name = code.body(&compiled.program).map(|body| unit.str(body.locals[local.index()].name));
                name.filter(|name| !name.is_empty()).unwrap_or("local").to_owned()
            }
            (Storage::Heap, _) => "heap".to_owned(),
            _ => "memory".to_owned(),
        }
    }

    fn access(&self, error: &AccessError) -> (String, Vec<Note>) {
        let (op, text) = match self.operation() {
            Some((op, text)) => (Some(op), text),
            None => (None, None),
        };
        let writes = self.writes(op);
        let verb = match op {
            Some(Op::Call { .. }) => "accesses",
            _ if writes => "writes",
            _ => "reads",
        };
        let subject = match (op, text) {
            _ if self.model.is_some() => self.model.map(|name| format!("`{name}`")),
            (Some(Op::Call { call }), _) => self.callee(call).map(|name| format!("`{name}`")),
            (_, text) => text.map(|text| format!("`{text}`")),
        };
        let subject = subject.unwrap_or_else(|| "the statement".to_owned());
        let bytes = plural(error.size, "byte");
        let mapped = error
            .object
            .as_ref()
            .is_some_and(|it| self.machine.compiled.library.mapped_files.is_mapped(self.machine, it.id));
        let what = match (&error.object, error.fault) {
            (_, AccessFault::Null) => format!("{subject} {verb} {bytes} through a null pointer"),
            (Some(object), AccessFault::Uninitialised { first }) => {
                format!(
                    "{subject} reads {bytes} of {}, but byte {first} was never set",
                    self.describe(object)
                )
            }
            (Some(object), AccessFault::Misaligned { required }) => format!(
                "{subject} {verb} {bytes} at offset {} of {}, which is not aligned to {required} bytes",
                error.offset,
                self.describe(object)
            ),
            (Some(object), AccessFault::ReadOnly) if mapped => {
                format!("{subject} writes to {}, which is protected (`PROT_READ`)", self.describe(object))
            }
            (Some(object), AccessFault::ReadOnly) => {
                format!("{subject} writes to {}, a constant", self.describe(object))
            }
            (Some(object), AccessFault::Barred) => {
                format!(
                    "{subject} {verb} {bytes} of {}, which is protected (`PROT_NONE`)",
                    self.describe(object)
                )
            }
            (Some(object), AccessFault::Overlap) => {
                format!("{subject} copies {bytes} within {}, over what it copies", self.describe(object))
            }
            (Some(object), AccessFault::Function) => {
                format!("{subject} {verb} {bytes} of {}", self.describe(object))
            }
            (Some(object), _) => {
                format!("{subject} {verb} {bytes} at offset {} of {}", error.offset, self.describe(object))
            }
            (None, _) => format!("{subject} {verb} {bytes} at address {:#x}, where nothing is", error.addr),
        };
        (what, error.object.iter().flat_map(|object| self.origin(object)).collect())
    }

    /// The function of the machine that is called.
    fn callee(&self, call: u32) -> Option<&'static str> {
        let code = &self.machine.compiled.codes[self.frame?.code];
        match code.tables.calls.get(call as usize)?.callee {
            CalleeRef::Native(id) => Some(self.machine.compiled.library.get(id).name),
            _ => None,
        }
    }

    fn writes(&self, op: Option<Op>) -> bool {
        match op {
            Some(Op::Store8 { .. } | Op::Store16 { .. } | Op::Store32 { .. } | Op::Store64 { .. }) => true,
            Some(Op::Rare { rare }) => self.frame.is_some_and(|frame| {
                let code = &self.machine.compiled.codes[frame.code];
                matches!(
                    code.tables.rare[rare as usize],
                    Rare::StoreWide { .. } | Rare::StoreBits { .. } | Rare::Zero { .. } | Rare::Uninit { .. }
                )
            }),
            _ => false,
        }
    }

    /// An object as the user knows it.
    fn describe(&self, object: &ObjectInfo) -> String {
        let compiled = &self.machine.compiled;
        if object.id == self.machine.library_record.prov {
            return "what the library remembers".to_owned();
        }
        let size = plural(object.size, "byte");
        let gone = match object.life {
            Life::Freed => ", freed",
            Life::OutOfScope => ", whose scope has ended",
            Life::Live | Life::Unused => "",
        };
        match compiled.statics.get(&object.id) {
            Some(StaticObject::Variable(global)) => {
                return format!("`{}` ({size})", compiled.program.name(*global));
            }
            Some(StaticObject::Literal) => return format!("a string literal ({size})"),
            Some(StaticObject::Function(name)) => return format!("function `{name}`"),
            Some(StaticObject::Section(name)) => {
                return format!("the variables of section `{name}` ({size})");
            }
            None => {}
        }
        match (object.kind, self.site(object.alloc_site)) {
            (Storage::Frame, SiteInfo::Local { code, local }) => {
                let code = &compiled.codes[code];
                let unit = compiled.program.unit(code.global.unit);
                match code.body(&compiled.program).map(|body| &body.locals[local.index()]) {
                    Some(record) if record.kind != LocalKind::Temporary => {
                        format!("local variable `{}` ({size}{gone})", unit.str(record.name))
                    }
                    _ => format!("an object without a name ({size}{gone})"),
                }
            }
            (Storage::Frame, _) => format!("memory from alloca ({size}{gone})"),
            (Storage::Heap, _) => format!("heap memory ({size}{gone})"),
            (Storage::ThreadLocal, _) => format!("a thread-local variable ({size})"),
            _ => format!("an object ({size}{gone})"),
        }
    }

    fn site(&self, site: Site) -> SiteInfo {
        self.machine.compiled.sites.get(site.0 as usize).copied().unwrap_or(SiteInfo::Start)
    }

    /// Where an object was made and where it went.
    fn origin(&self, object: &ObjectInfo) -> Vec<Note> {
        let compiled = &self.machine.compiled;
        let at = |site: Site| match self.site(site) {
            SiteInfo::Start => None,
            SiteInfo::Local { code, local } => {
                let code = &compiled.codes[code];
                let body = code.body(&compiled.program)?;
                Some(place(compiled, code.global, body.locals[local.index()].place))
            }
            SiteInfo::Call { code, op } => {
                let code = &compiled.codes[code];
                Some(place(compiled, code.global, code.place(op as usize)))
            }
        };
        let mut notes = Vec::new();
        let mut note = |message: &str, location: Option<Location>| {
            if location.is_some() {
                notes.push(Note { message: message.to_owned(), location });
            }
        };
        match object.kind {
            Storage::Heap => note("it was allocated here", at(object.alloc_site)),
            Storage::Frame => note("it is declared here", at(object.alloc_site)),
            _ => {}
        }
        if let (Life::Freed, Some(site)) = (object.life, object.free_site) {
            note("it was freed here", at(site));
        }
        if let Some(StaticObject::Variable(global)) = compiled.statics.get(&object.id) {
            let symbol = compiled.program.symbol(*global);
            note("it is declared here", Some(place(compiled, *global, symbol.place)));
        }
        notes
    }
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
