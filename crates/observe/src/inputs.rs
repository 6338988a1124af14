//! What a run got from outside, where that can be anything: standard input, arguments, files.

use gmc_model::{GivenInput, InputSource, Note, Violation};
use gmc_vm::machine::Machine;
use gmc_vm::nondet::Source;

/// So many bytes of an input are shown.
const SHOWN: usize = 64;

/// The inputs of a run whose values are numbers, as far as it has got. One that is not decided is left out.
pub fn given_inputs(machine: &Machine) -> Vec<GivenInput> {
    let inputs = machine.observed.given.iter().filter_map(|(&source, bytes)| {
        let source = match source {
            Source::Stdin => InputSource::Stdin,
            Source::Argument(number) => InputSource::Argument(number),
            Source::File(number) => {
                InputSource::File(machine.world.any.0.files.get(number as usize)?.name.clone())
            }
        };
        let bytes = bytes.iter().map(|it| it.byte).collect::<Option<Vec<u8>>>()?;
        Some(GivenInput { source, bytes })
    });
    inputs.collect()
}

/// Adds to a violation what inputs lead there.
pub(crate) fn tell_inputs(machine: &Machine, violation: &mut Violation) {
    for GivenInput { source, bytes } in given_inputs(machine) {
        let name = match source {
            InputSource::Stdin => "standard input".to_owned(),
            InputSource::Argument(number) => format!("argument {number}"),
            InputSource::File(name) => format!("the file {name}"),
        };
        let shown = bytes[..bytes.len().min(SHOWN)].escape_ascii();
        let more = if bytes.len() > SHOWN { format!(" … ({} bytes)", bytes.len()) } else { String::new() };
        violation.notes.push(Note { message: format!("{name} is \"{shown}\"{more}"), location: None });
    }
}
