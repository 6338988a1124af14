//! Exceptions of C++: raising one, choosing a handler, unwinding. What needs none of the machine's calls (counting,
//! `exception_ptr`, `std::terminate`) is in C++, in `models/cxx/exceptions.cc`.
//!
//! What landing pads get and hand on is a pointer to the exception's *header*, which `models/cxx/exceptions.cc` lays
//! out. Four of its words matter here: the type that was thrown, what the handler gets, where the object is, and what
//! is called where nothing is left to unwind. Only forced unwinding has that, as of a thread that calls
//! `pthread_exit`: it asks for no handler first, and passes exception specifications.

use super::typeinfo::{self, catches};
use gmc_mem::Pointer;
use gmc_model::ErrorKind;
use gmc_vm::code::Arg;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::library::ExceptionFunctions;
use gmc_vm::lower::class::Class;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory};
use gmc_vm::reg::Reg;
use gmc_vm::thread::Then;
use gmc_vm::unwind::Handled;

pub(super) const FUNCTIONS: ExceptionFunctions =
    ExceptionFunctions { landed: "__gmc_landed", chooses: "__gmc_choose_handler", resume: "_Unwind_Resume" };

pub(super) const TABLE: &[Native] = &[
    memory("__gmc_raise", raise),
    memory("__gmc_unwind", unwind),
    memory("__gmc_landed", landed),
    memory("__gmc_choose_handler", choose),
    memory("_Unwind_Resume", resume),
];

const TYPE: i64 = 0;
const ADJUSTED: i64 = 1;
const OBJECT: i64 = 2;
const FINISH: i64 = 8;

fn at(m: &Machine, header: Pointer, word: i64) -> Pointer {
    header.wrapping_offset(word * m.memory.target().pointer_size() as i64)
}

fn part(m: &Machine, header: Pointer, word: i64) -> InterpResult<Pointer> {
    Ok(m.memory.load_pointer(at(m, header, word))?)
}

/// Finds who handles an exception, and goes to the first landing pad. Where nothing handles it, that is an error,
/// unless the program has a handler of its own for that: then it returns. The second argument says which ones it has, 1
/// for `std::terminate` and 2 for `std::unexpected`.
fn raise(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let header = call.pointer(0)?;
    let (thrown, object) = (part(m, header, TYPE)?, part(m, header, OBJECT)?);
    let (terminates, unexpected) = (call.number(m, 1)? & 1 != 0, call.number(m, 1)? & 2 != 0);
    let handled = m.handler(object, terminates || unexpected, |ty| catches(m, ty, thrown, object))?;
    match handled {
        Handled::By(adjusted) if m.unwind_to_pad(header)? => {
            m.memory.store_pointer(at(m, header, ADJUSTED), adjusted)?;
            Ok(Flow::Arranged)
        }
        _ if terminates => Ok(Flow::Void),
        Handled::Terminates(depth) => {
            let frames = &m.threads[m.current].frames;
            let code = &m.compiled.codes[frames[depth].code];
            let function = m.compiled.program.name(code.global).to_owned();
            let what = describe(m, thrown, object)?;
            let function = gmc_ir::demangle::name(&function);
            let message = format!(
                "{what} is thrown, and `{function}` lets none out there: it is `noexcept`, or another exception is on \
                 its way"
            );
            Err(InterpError::other(ErrorKind::UncaughtException, message))
        }
        _ => {
            let what = describe(m, thrown, object)?;
            Err(InterpError::other(
                ErrorKind::UncaughtException,
                format!("{what} is thrown, and nothing catches it"),
            ))
        }
    }
}

/// The exception, for people.
fn describe(m: &Machine, thrown: Pointer, object: Pointer) -> InterpResult<String> {
    let name = typeinfo::name(m, thrown)?;
    let shown = gmc_ir::demangle::type_name(&String::from_utf8_lossy(&name));
    let number = |size| m.memory.load_sized(object, size).ok().and_then(|it| it.bits(m.memory.target()));
    let value = match &name[..] {
        b"i" => number(4).map(|it| (it as i32).to_string()),
        b"j" => number(4).map(|it| it.to_string()),
        b"l" | b"x" => number(8).map(|it| (it as i64).to_string()),
        b"c" => number(1).map(|it| format!("{:?}", it as u8 as char)),
        b"PKc" | b"Pc" => m.memory.load_pointer(object).ok().and_then(|it| text(m, it)),
        _ => message_of(m, thrown, object)?,
    };
    Ok(match value {
        Some(value) => format!("an exception of type `{shown}` ({value})"),
        None => format!("an exception of type `{shown}`"),
    })
}

fn text(m: &Machine, at: Pointer) -> Option<String> {
    let bytes = super::guest::string(m, at).ok()?;
    Some(format!("\"{}\"", String::from_utf8_lossy(&bytes).escape_debug()))
}

/// What `what()` says of the standard's exceptions that keep a message: a pointer to it follows the virtual table's.
fn message_of(m: &Machine, thrown: Pointer, object: Pointer) -> InterpResult<Option<String>> {
    for class in [&b"St13runtime_error"[..], b"St11logic_error"] {
        if let Ok(Some(base)) = typeinfo::as_base_named(m, thrown, object, class) {
            return Ok(text(m, part(m, base, 1)?));
        }
    }
    Ok(None)
}

/// The exception that has arrived at a landing pad.
fn landed(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    Flow::pointer(m.take_exception()?)
}

/// Which of some types an exception is of, from 1; 0 for none. What the handler gets is noted again: since it was
/// raised, a handler in a function that has been called meanwhile may have changed it.
fn choose(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let header = call.pointer(0)?;
    let (thrown, object) = (part(m, header, TYPE)?, part(m, header, OBJECT)?);
    for index in 1..call.count() {
        if let Some(adjusted) = catches(m, call.pointer(index)?, thrown, object)? {
            m.memory.store_pointer(at(m, header, ADJUSTED), adjusted)?;
            return Flow::number(index as u64);
        }
    }
    m.memory.store_pointer(at(m, header, ADJUSTED), object)?;
    let none = if part(m, header, FINISH)?.is_null() { 0 } else { call.count() };
    Flow::number(none as u64)
}

/// Goes to the first landing pad. Returns 0 if there is none, and 1 if a function on the way lets nothing out.
fn unwind(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    if let Handled::Terminates(_) = m.handler((), true, |_| Ok(None))? {
        return Flow::number(1);
    }
    match m.unwind_to_pad(call.pointer(0)?)? {
        true => Ok(Flow::Arranged),
        false => Flow::number(0),
    }
}

/// The exception goes on to the caller.
fn resume(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let header = call.pointer(0)?;
    if m.unwind_to_pad(header)? {
        return Ok(Flow::Arranged);
    }
    let finish = part(m, header, FINISH)?;
    if finish.is_null() {
        return Err(InterpError::unsupported("an exception that goes on where nothing handles it"));
    }
    let argument = Arg { r: 0, class: Class::Pointer };
    m.call_pointer(finish, &[argument], &[Reg::pointer(header)], Then::Caller)?;
    Ok(Flow::Arranged)
}
