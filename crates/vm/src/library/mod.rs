//! The functions of the machine, by header.

mod builtin;

use crate::code::Arg;
use crate::fault::Outcome;
use crate::lower::class::Class;
use crate::machine::Machine;
use crate::native::Native;
use crate::reg::Reg;
use gmc_mem::{Kind as Storage, Pointer, Site};

/// All tables.
pub(crate) const TABLES: &[&[Native]] = &[builtin::TABLE];

/// Before anything runs.
pub(crate) fn start(_machine: &mut Machine<'_>) {}

/// After everything has run: what is buffered is written.
pub(crate) fn finish(_machine: &mut Machine<'_>) -> Outcome<()> {
    Ok(())
}

/// `argc`, `argv` and `envp`, as far as `main` takes them.
pub(crate) fn main_arguments(machine: &mut Machine<'_>) -> Outcome<(Vec<Arg>, Vec<Reg>)> {
    let arguments = machine.world.arguments.clone();
    let environment = machine.world.environment.clone();
    let argv = strings(machine, &arguments)?;
    let envp = strings(machine, &environment)?;
    let int = Class::Int { bits: 32, signed: true, size: 4 };
    let regs = vec![Reg::number(arguments.len() as u64), Reg::pointer(argv), Reg::pointer(envp)];
    let args = vec![
        Arg { r: 0, class: int },
        Arg { r: 1, class: Class::Pointer },
        Arg { r: 2, class: Class::Pointer },
    ];
    Ok((args, regs))
}

/// A null-terminated array of strings.
fn strings(machine: &mut Machine<'_>, texts: &[Vec<u8>]) -> Outcome<Pointer> {
    let width = machine.memory.target().pointer_size() as u64;
    let array = machine.allocate((texts.len() as u64 + 1) * width, width, Storage::Global, Site(0))?;
    for (at, text) in texts.iter().enumerate() {
        let string = machine.allocate(text.len() as u64 + 1, 1, Storage::Global, Site(0))?;
        machine.memory.write_bytes(string, text)?;
        machine.memory.fill(string.wrapping_offset(text.len() as i64), 0, 1)?;
        machine.memory.store_pointer(array.wrapping_offset(at as i64 * width as i64), string)?;
    }
    machine.memory.store_pointer(array.wrapping_offset(texts.len() as i64 * width as i64), Pointer::NULL)?;
    Ok(array)
}
