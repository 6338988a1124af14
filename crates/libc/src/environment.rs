//! The environment: `getenv` and the like, of `stdlib.h`, and the variable `environ`.
//!
//! As natively, what the program sees is an array of strings in its own memory, which it may change itself. A thread
//! that asks for a variable races with one that changes any.

use super::guest;
use crate::state::{state, state_mut};
use gmc_mem::{Pointer, Site, Storage};
use gmc_model::Premise;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, shared};
use gmc_vm::record::Slot;
use gmc_world::errno;

pub(super) const TABLE: &[Native] = &[
    shared("getenv", getenv),
    shared("secure_getenv", getenv),
    shared("setenv", setenv),
    shared("putenv", putenv).keeps(0),
    shared("unsetenv", unsetenv),
    shared("clearenv", clearenv),
];

/// Names of the variable.
const NAMES: &[&str] = &["environ", "__environ", "_environ"];

/// Puts the environment into memory.
pub(super) fn start(m: &mut Machine) -> InterpResult<()> {
    let texts = m.world.environment.clone();
    let array = strings(m, &texts)?;
    let variables = m.compiled.undefined.variables.iter();
    let variables: Vec<Pointer> =
        variables.filter(|(name, _)| NAMES.contains(&name.as_str())).map(|&(_, at)| at).collect();
    state_mut(m).environment = variables;
    set_array(m, array)?;
    name_program(m)
}

/// Before `main` runs: whether it can read the whole environment itself, without a call that tells which variables.
pub(super) fn look_at_main(m: &Machine) -> InterpResult<()> {
    let has_argument = m.compiled.codes[m.compiled.entry.main].signature.params.len() > 2;
    if !has_argument && state(m).environment.is_empty() {
        return Ok(());
    }
    if m.rules.nondet_inputs.environment {
        let what = if has_argument { "the third argument of `main`" } else { "the variable `environ`" };
        return Err(InterpError::unsupported(format!(
            "{what}: say what the environment is with --env NAME=VALUE"
        )));
    }
    m.rely_on(Premise::Environment);
    Ok(())
}

/// Variables of glibc's that hold the program's name: whole, and without directories.
const WHOLE: &[&str] = &["program_invocation_name", "__progname_full"];
const SHORT: &[&str] = &["program_invocation_short_name", "__progname"];

fn name_program(m: &mut Machine) -> InterpResult<()> {
    for (name, variable) in m.compiled.undefined.variables.clone() {
        if !WHOLE.contains(&name.as_str()) && !SHORT.contains(&name.as_str()) {
            continue;
        }
        let whole = m.world.arguments.first().cloned().unwrap_or_default();
        let last = whole.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let text = if SHORT.contains(&name.as_str()) { last.to_vec() } else { whole.clone() };
        let string = guest::object(m, &[&text[..], b"\0"].concat(), 1)?;
        m.memory.store_pointer(variable, string)?;
    }
    Ok(())
}

/// The array as it is now.
pub(super) fn array(m: &mut Machine) -> InterpResult<Pointer> {
    match state(m).environment.first() {
        Some(&variable) => Ok(m.memory.load_pointer(variable)?),
        None => Ok(m.kept(Slot::Environment)),
    }
}

fn set_array(m: &mut Machine, array: Pointer) -> InterpResult<()> {
    if state(m).environment.is_empty() {
        return m.keep(Slot::Environment, array);
    }
    for variable in state(m).environment.clone() {
        m.memory.store_pointer(variable, array)?;
    }
    Ok(())
}

/// The strings.
fn entries(m: &mut Machine) -> InterpResult<Vec<Pointer>> {
    let array = array(m)?;
    let width = m.memory.target().pointer_size() as i64;
    let mut entries = Vec::new();
    if array.is_null() {
        return Ok(entries);
    }
    loop {
        let entry = m.memory.load_pointer(array.wrapping_offset(entries.len() as i64 * width))?;
        if entry.is_null() {
            return Ok(entries);
        }
        entries.push(entry);
    }
}

fn put_entries(m: &mut Machine, entries: &[Pointer]) -> InterpResult<()> {
    m.note_use(Slot::Environment, true);
    let width = m.memory.target().pointer_size() as u64;
    let array = m.allocate((entries.len() as u64 + 1) * width, width, Storage::Global, Site(0))?;
    for (at, &entry) in entries.iter().chain([&Pointer::NULL]).enumerate() {
        m.memory.store_pointer(array.wrapping_offset(at as i64 * width as i64), entry)?;
    }
    set_array(m, array)
}

/// Whether an entry is for a name.
fn names(m: &Machine, entry: Pointer, name: &[u8]) -> InterpResult<bool> {
    let entry = guest::string(m, entry)?;
    Ok(entry.strip_prefix(name).is_some_and(|rest| rest.first() == Some(&b'=')))
}

fn position(m: &Machine, entries: &[Pointer], name: &[u8]) -> InterpResult<Option<usize>> {
    for (at, &entry) in entries.iter().enumerate() {
        if names(m, entry, name)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

fn getenv(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    m.note_use(Slot::Environment, false);
    let name = guest::text(m, call, 0)?;
    let entries = entries(m)?;
    match position(m, &entries, &name)? {
        Some(at) => Flow::pointer(entries[at].wrapping_offset(name.len() as i64 + 1)),
        None if m.rules.nondet_inputs.environment => Err(InterpError::unsupported(format!(
            "the environment variable `{0}`: say what it is with --env {0}=VALUE",
            String::from_utf8_lossy(&name)
        ))),
        None => {
            m.rely_on(Premise::Environment);
            Flow::number(0)
        }
    }
}

fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&b'=')
}

fn setenv(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let (name, value, replace) =
        (guest::text(m, call, 0)?, guest::text(m, call, 1)?, guest::int(m, call, 2)? != 0);
    if !is_name(&name) {
        return guest::status(m, Err(errno::EINVAL));
    }
    let mut entries = entries(m)?;
    let known = position(m, &entries, &name)?;
    if known.is_some() && !replace {
        return Flow::int(0);
    }
    let entry = guest::object(m, &[&name[..], b"=", &value, b"\0"].concat(), 1)?;
    match known {
        Some(at) => entries[at] = entry,
        None => entries.push(entry),
    }
    put_entries(m, &entries)?;
    Flow::int(0)
}

/// The string itself becomes part of the environment.
fn putenv(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let entry = call.pointer(0)?;
    let text = guest::string(m, entry)?;
    let Some(end) = text.iter().position(|&byte| byte == b'=') else { return remove(m, &text) };
    let mut entries = entries(m)?;
    match position(m, &entries, &text[..end])? {
        Some(at) => entries[at] = entry,
        None => entries.push(entry),
    }
    put_entries(m, &entries)?;
    Flow::int(0)
}

fn unsetenv(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    if !is_name(&name) {
        return guest::status(m, Err(errno::EINVAL));
    }
    remove(m, &name)
}

fn remove(m: &mut Machine, name: &[u8]) -> InterpResult<Flow> {
    let mut entries = entries(m)?;
    while let Some(at) = position(m, &entries, name)? {
        entries.remove(at);
    }
    put_entries(m, &entries)?;
    Flow::int(0)
}

fn clearenv(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    put_entries(m, &[])?;
    Flow::int(0)
}

/// A null-terminated array of strings.
pub(crate) fn strings(machine: &mut Machine, texts: &[Vec<u8>]) -> InterpResult<Pointer> {
    let mut strings = Vec::new();
    for text in texts {
        let string = machine.allocate(text.len() as u64 + 1, 1, Storage::Global, Site(0))?;
        guest::put_string(machine, string, text)?;
        strings.push(string);
    }
    array_of(machine, &strings)
}

/// A null-terminated array of pointers.
pub(crate) fn array_of(machine: &mut Machine, strings: &[Pointer]) -> InterpResult<Pointer> {
    let width = machine.memory.target().pointer_size() as u64;
    let array = machine.allocate((strings.len() as u64 + 1) * width, width, Storage::Global, Site(0))?;
    for (at, &string) in strings.iter().chain([&Pointer::NULL]).enumerate() {
        machine.memory.store_pointer(array.wrapping_offset(at as i64 * width as i64), string)?;
    }
    Ok(array)
}
