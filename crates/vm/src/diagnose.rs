//! From a fault to a violation: the program's own names, where memory came from, and the calls that led there.

use crate::code::Op;
use crate::fault::Fault;
use crate::lower::{Lowered, SiteInfo, StaticObject};
use crate::machine::Machine;
use crate::thread::Frame;
use gmc_ir::id::PlaceId;
use gmc_ir::program::Global;
use gmc_ir::text::{BodyText, Names};
use gmc_mem::{
    AccessError, Fault as AccessFault, FreeFault, Kind as Storage, Life, ObjectInfo, PointerFault, Site,
};
use gmc_model::{Kind, Location, Note, Violation};

/// Tells what happened at the operation that the current thread has just tried.
pub fn violation(machine: &Machine<'_>, fault: &Fault, kind: Kind) -> Violation {
    let thread = &machine.threads[machine.current];
    let stack: Vec<Location> =
        thread.frames.iter().rev().map(|frame| location(&machine.lowered, frame)).collect();
    let teller = Teller { machine, frame: thread.frames.last() };
    let (message, notes) = teller.tell(fault);
    Violation {
        kind,
        message,
        location: stack.first().cloned(),
        thread: machine.current as u32,
        stack,
        notes,
    }
}

/// Where the thread is, for faults that are not the program's.
pub fn here(machine: &Machine<'_>) -> Option<Location> {
    machine.threads[machine.current].frames.last().map(|frame| location(&machine.lowered, frame))
}

fn location(lowered: &Lowered<'_>, frame: &Frame) -> Location {
    let code = &lowered.codes[frame.code as usize];
    place(lowered, code.global, code.place(frame.pc.saturating_sub(1) as usize))
}

fn place(lowered: &Lowered<'_>, function: Global, at: PlaceId) -> Location {
    let unit = lowered.program.unit(function.unit);
    let record = unit.places[at.index()];
    Location {
        file: unit.str(record.file).to_owned(),
        line: record.line,
        column: record.column,
        function: lowered.program.name(function).to_owned(),
    }
}

struct Teller<'m, 'p> {
    machine: &'m Machine<'p>,
    frame: Option<&'m Frame>,
}

impl Teller<'_, '_> {
    fn tell(&self, fault: &Fault) -> (String, Vec<Note>) {
        match fault {
            Fault::Access(error) => self.access(error),
            Fault::Pointer(error) => {
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
            Fault::Free(error) => {
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
            Fault::Undefined => {
                (self.subject("a value is used that was never set", "is used but was never set"), Vec::new())
            }
            Fault::Overflow { operation, left, right, bits } => {
                let text = match right {
                    Some(right) => format!("{left} {operation} {right}"),
                    None => format!("{operation}({left})"),
                };
                (format!("{text} does not fit into a signed integer of {bits} bits"), Vec::new())
            }
            Fault::DivisionByZero => ("a division by zero".to_owned(), Vec::new()),
            Fault::Shift { count, bits } => {
                (format!("a value of {bits} bits is shifted by {count}"), Vec::new())
            }
            Fault::FloatConversion { value, bits } => {
                (format!("{value} does not fit into an integer of {bits} bits"), Vec::new())
            }
            Fault::NotBool { value } => {
                (format!("a bool holds {value}, which is neither 0 nor 1"), Vec::new())
            }
            Fault::Index { index, count } => {
                (format!("index {index} is outside of an array of {count} elements"), Vec::new())
            }
            Fault::Other { message, .. } => (message.clone(), Vec::new()),
            Fault::Unsupported(what) => (what.clone(), Vec::new()),
        }
    }

    fn operation(&self) -> Option<(Op, Option<String>)> {
        let frame = self.frame?;
        let code = &self.machine.lowered.codes[frame.code as usize];
        let at = frame.pc.checked_sub(1)? as usize;
        let program = self.machine.lowered.program;
        let text = code.origins.get(at)?.expr.and_then(|expr| {
            let names = Names::new(program.unit(code.global.unit));
            Some(BodyText::new(&names, program.function(code.global)?).expr(expr))
        });
        Some((*code.ops.get(at)?, text))
    }

    fn subject(&self, without: &str, with: &str) -> String {
        match self.operation() {
            Some((_, Some(text))) => format!("`{text}` {with}"),
            _ => without.to_owned(),
        }
    }

    fn access(&self, error: &AccessError) -> (String, Vec<Note>) {
        let (op, text) = match self.operation() {
            Some((op, text)) => (Some(op), text),
            None => (None, None),
        };
        let writes = matches!(
            op,
            Some(Op::Store8 { .. } | Op::Store16 { .. } | Op::Store32 { .. } | Op::Store64 { .. })
        );
        let verb = match op {
            Some(Op::Call { .. }) => "accesses",
            _ if writes => "writes",
            _ => "reads",
        };
        let subject = text.map_or_else(|| "the statement".to_owned(), |text| format!("`{text}`"));
        let bytes = plural(error.size, "byte");
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
            (Some(object), AccessFault::ReadOnly) => {
                format!("{subject} writes to {}, a constant", self.describe(object))
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

    /// An object as the user knows it.
    fn describe(&self, object: &ObjectInfo) -> String {
        let lowered = &self.machine.lowered;
        let size = plural(object.size, "byte");
        let gone = match object.life {
            Life::Freed => ", freed",
            Life::OutOfScope => ", whose scope has ended",
            Life::Live | Life::Unused => "",
        };
        match lowered.statics.get(&object.id) {
            Some(StaticObject::Variable(global)) => {
                return format!("`{}` ({size})", lowered.program.name(*global));
            }
            Some(StaticObject::Literal) => return format!("a string literal ({size})"),
            Some(StaticObject::Function(name)) => return format!("function `{name}`"),
            None => {}
        }
        match (object.kind, self.site(object.alloc_site)) {
            (Storage::Frame, SiteInfo::Local { code, local }) => {
                let code = &lowered.codes[code as usize];
                let unit = lowered.program.unit(code.global.unit);
                let name =
                    code.body(lowered.program).map_or("", |body| unit.str(body.locals[local.index()].name));
                format!("local variable `{name}` ({size}{gone})")
            }
            (Storage::Frame, _) => format!("memory from alloca ({size}{gone})"),
            (Storage::Heap, _) => format!("heap memory ({size}{gone})"),
            (Storage::ThreadLocal, _) => format!("a thread-local variable ({size})"),
            _ => format!("an object ({size}{gone})"),
        }
    }

    fn site(&self, site: Site) -> SiteInfo {
        self.machine.lowered.sites.get(site.0 as usize).copied().unwrap_or(SiteInfo::Start)
    }

    /// Where an object was made and where it went.
    fn origin(&self, object: &ObjectInfo) -> Vec<Note> {
        let lowered = &self.machine.lowered;
        let at = |site: Site| match self.site(site) {
            SiteInfo::Start => None,
            SiteInfo::Local { code, local } => {
                let code = &lowered.codes[code as usize];
                let body = code.body(lowered.program)?;
                Some(place(lowered, code.global, body.locals[local.index()].place))
            }
            SiteInfo::Call { code, op } => {
                let code = &lowered.codes[code as usize];
                Some(place(lowered, code.global, code.place(op as usize)))
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
        if let Some(StaticObject::Variable(global)) = lowered.statics.get(&object.id) {
            let symbol = lowered.program.symbol(*global);
            note("it is declared here", Some(place(lowered, *global, symbol.place)));
        }
        notes
    }
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
