//! `exec`: another program that was given takes the process over. Models write the whole family in terms of `execve`
//! and `fexecve` (`models/exec.c`).
//!
//! The machine ends without an end of the process: files that are to be closed are closed, and whoever runs the
//! processes puts a machine of the other program in its place ([`gmc_vm::programs`]).

use super::guest;
use crate::mman;
use crate::signal;
use gmc_mem::Pointer;
use gmc_model::Premise;
use gmc_vm::effects::Traits;
use gmc_vm::interp_error::{InterpError, InterpResult};
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, memory, outside};
use gmc_vm::programs::{Exec, ProgramId};
use gmc_vm::thread::Phase;
use gmc_world::Given;
use gmc_world::errno::{self, Errno};

pub(super) const TABLE: &[Native] = &[
    outside("execve", execve).is(Traits::EXECUTES),
    outside("fexecve", fexecve).is(Traits::EXECUTES),
    outside("__gmc_executable", executable),
    memory("__gmc_has_programs", has_programs),
];

/// The most arguments, and variables of the environment.
const MOST: usize = 4096;

/// The program that a file is; an error where there is no such file, or it is not to be executed.
fn find(m: &mut Machine, name: &[u8]) -> InterpResult<Result<ProgramId, Errno>> {
    let path = m.world.files.absolute(name);
    if path == b"/proc/self/exe" {
        return Ok(Ok(m.rules.programs.number_of(&m.compiled)));
    }
    if let Some(program) = m.rules.programs.find(&path) {
        return Ok(Ok(program));
    }
    let found = m.world.files.stat(name, true);
    m.rely_on(Premise::Programs);
    Ok(match found {
        Err(error) => Err(error),
        Ok(it) if it.mode & 0o170_000 != 0o100_000 || it.mode & 0o111 == 0 => Err(errno::EACCES),
        Ok(_) => {
            let name = String::from_utf8_lossy(name);
            return Err(InterpError::unsupported(format!(
                "`exec` of {name}, which was not given: say what it is with --program {name}=SOURCES"
            )));
        }
    })
}

/// An array of strings that ends with a null pointer.
fn strings(m: &Machine, array: Pointer) -> InterpResult<Result<Vec<Vec<u8>>, Errno>> {
    let width = m.memory.target().pointer_size() as i64;
    let mut found = Vec::new();
    if array.is_null() {
        return Ok(Ok(found));
    }
    loop {
        let string = m.memory.load_pointer(array.wrapping_offset(found.len() as i64 * width))?;
        if string.is_null() {
            return Ok(Ok(found));
        }
        if found.len() == MOST {
            return Ok(Err(errno::E2BIG));
        }
        found.push(guest::string(m, string)?);
    }
}

fn execve(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    execute(m, call, &name)
}

fn fexecve(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let file = guest::int(m, call, 0)?;
    match m.world.files.name_of(file) {
        // As glibc has it, before anybody asks for the file.
        _ if file < 0 => guest::status(m, Err(errno::EINVAL)),
        Ok(Some(name)) => execute(m, call, &name),
        Ok(None) => Err(InterpError::unsupported("`fexecve` of a file that is not one of the program's own")),
        Err(error) => guest::status(m, Err(error)),
    }
}

fn execute(m: &mut Machine, call: &Call, name: &[u8]) -> InterpResult<Flow> {
    let (arguments, environment) = (strings(m, call.pointer(1)?)?, strings(m, call.pointer(2)?)?);
    let program = match find(m, name)? {
        Ok(program) => program,
        Err(error) => return guest::status(m, Err(error)),
    };
    let (arguments, environment) = match (arguments, environment) {
        (Ok(arguments), Ok(environment)) => (arguments, environment),
        (Err(error), _) | (_, Err(error)) => return guest::status(m, Err(error)),
    };
    check(m, call)?;
    // As Linux has it since 5.18.
    let arguments = if arguments.is_empty() { vec![Vec::new()] } else { arguments };
    let given = Given { arguments, environment, any: Default::default() };
    let kept = signal::kept(m);
    m.world.files.close_for_exec();
    if m.world.processes().are_several() {
        let own = m.world.process;
        m.world.processes_mut().set_borrows(own, false);
        m.world.processes_mut().set_ignores_children(own, kept.ignored & 1 << (signal::CHILD - 1) != 0);
    }
    m.step.exec = Some(Box::new(Exec { program, given, kept }));
    m.end_at_once();
    Ok(Flow::Arranged)
}

/// What the program that follows would not find as it should.
fn check(m: &Machine, call: &Call) -> InterpResult<()> {
    let current = m.current;
    let lives = |it| !matches!(m.phase(it), Phase::Finished | Phase::Free | Phase::Outrun);
    let what = if m.threads.ids().any(|it| it != current && lives(it)) {
        "while other threads run"
    } else if current.index() != 0 {
        "by a thread that is not the first one"
    } else if m.process.atomic.is_some() {
        "in an atomic section"
    } else if !m.process.nondet.is_empty() {
        "while values of the program are not decided yet"
    } else if mman::shares(m) {
        "while memory is mapped that shares a file, or that processes share"
    } else {
        return Ok(());
    };
    Err(InterpError::unsupported(format!("`{}` {what}", call.name)))
}

/// `int __gmc_executable(const char *name)`: 0 if `execve` finds a program by the name, or the error that it meets.
fn executable(m: &mut Machine, call: &Call) -> InterpResult<Flow> {
    let name = guest::text(m, call, 0)?;
    let found = find(m, &name)?;
    Flow::int(found.err().unwrap_or(0).into())
}

/// `int __gmc_has_programs(void)`: whether processes can run other programs.
fn has_programs(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let some = m.rules.programs.list.len() > 1;
    if !some {
        m.rely_on(Premise::Programs);
    }
    Flow::int(some.into())
}
