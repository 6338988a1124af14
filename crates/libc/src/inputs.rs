//! Arguments and files that can be anything (`--arg-any`, `--file-any`), made before anything else runs.
//!
//! How many arguments there are and how long each is are choices, so that each of them ends where a real one does. What
//! is in them, and in files, is not decided.

use super::guest;
use crate::state::{state, state_mut};
use gmc_mem::{Pointer, Site, Storage};
use gmc_vm::effects::{Commutes, Traits};
use gmc_vm::interp_error::InterpResult;
use gmc_vm::machine::Machine;
use gmc_vm::native::{Call, Flow, Native, sync};
use gmc_vm::nondet::{IntervalSet, Source};
use gmc_vm::record::Slot;
use gmc_world::AnyArguments;

pub(super) const TABLE: &[Native] = &[sync("__gmc_make_inputs", alternatives, make, &[])
    .noted()
    .commutes(Commutes::Always)
    .is(Traits::MAKES_INPUTS)];

/// How far the inputs are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Progress {
    /// Groups of arguments that are made.
    groups: usize,
    /// How many arguments of the next group are still to be made, once that is decided.
    left: Option<u32>,
}

/// What is decided next.
enum Next {
    /// How many arguments a group has.
    Count(AnyArguments),
    /// How long an argument is.
    Length(AnyArguments),
    /// Nothing is left.
    Done,
}

fn next(m: &Machine) -> Next {
    let Progress { groups, left } = state(m).inputs;
    match (m.world.any.0.arguments.get(groups), left) {
        (None, _) => Next::Done,
        (Some(&group), None) => Next::Count(group),
        (Some(&group), Some(_)) => Next::Length(group),
    }
}

fn alternatives(m: &Machine, _: &Call) -> InterpResult<u32> {
    Ok(match next(m) {
        Next::Count(group) => group.most - group.least + 1,
        Next::Length(group) => group.length + 1,
        Next::Done => 1,
    })
}

fn make(m: &mut Machine, _: &Call) -> InterpResult<Flow> {
    let chosen = m.step.alternative;
    let mut progress = state(m).inputs;
    match next(m) {
        Next::Count(group) => progress.left = Some(group.least + chosen),
        Next::Length(_) => {
            make_argument(m, chosen)?;
            progress.left = progress.left.map(|left| left - 1);
        }
        Next::Done => {
            make_files(m)?;
            return Ok(Flow::Void);
        }
    }
    if progress.left == Some(0) {
        progress = Progress { groups: progress.groups + 1, left: None };
    }
    state_mut(m).inputs = progress;
    Ok(Flow::Again)
}

fn make_argument(m: &mut Machine, length: u32) -> InterpResult<()> {
    let number = (m.world.arguments.len() + made(m).len()) as u32;
    let string = m.allocate(u64::from(length) + 1, 1, Storage::Global, Site(0))?;
    m.memory.fill(string, 0, u64::from(length) + 1)?;
    m.keep_argument(string)?;
    m.begin_input(Source::Argument(number)).clear();
    for at in 0..length {
        let byte = m.new_byte(Source::Argument(number), at, Some(&IntervalSet::range(1, 255)))?;
        // What is nowhere when the next one is made is forgotten.
        m.write_data(string.wrapping_offset(at.into()), &byte.into())?;
    }
    Ok(())
}

fn make_files(m: &mut Machine) -> InterpResult<()> {
    let any = m.world.any.0.clone();
    for (number, file) in (0..).zip(&any.files) {
        m.world.files.add_file(file.name.as_bytes(), vec![0; file.size as usize].into());
        m.begin_input(Source::File(number));
        for at in 0..file.size {
            let byte = m.new_byte(Source::File(number), at, None)?;
            m.world.files.set_byte(file.name.as_bytes(), at as usize, byte);
        }
    }
    Ok(())
}

/// The arguments that were made.
fn made(m: &Machine) -> Vec<Pointer> {
    let kept = (0..).map(|at| m.kept_at(Slot::Arguments, at).as_pointer());
    kept.take_while(|it| !it.is_null()).collect()
}

/// `argv`: the arguments that are given, and those that were made; and how many there are.
pub(super) fn arguments(m: &mut Machine) -> InterpResult<(Pointer, usize)> {
    let mut strings = Vec::new();
    for text in m.world.arguments.clone().iter() {
        let string = m.allocate(text.len() as u64 + 1, 1, Storage::Global, Site(0))?;
        guest::put_string(m, string, text)?;
        strings.push(string);
    }
    strings.extend(made(m));
    Ok((super::environment::array_of(m, &strings)?, strings.len()))
}
