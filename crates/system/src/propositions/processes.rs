//! Propositions of a system: each is about one process, whose number or program stands in front: `{2: state == READY}`,
//! `{client: asked}`, `{worker.3: ended(0)}`. Without that it is about the first process.
//!
//! Of a process that does not run, nothing holds: `{2: 1}` says whether process 2 runs. A number names a place in the
//! table of processes, as reports have it.

use super::{PropositionError, Propositions};
use gmc_expression::Refusal;
use gmc_model::PropositionId;
use gmc_vm::Compiled;
use gmc_vm::programs::ProgramId;
use gmc_world::ProcessId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The propositions of a system.
#[derive(Clone, Debug, Default)]
pub struct ProcessPropositions {
    places: Vec<Place>,
    programs: BTreeMap<ProgramId, Arc<Propositions>>,
}

/// The process that a proposition is about, and its number among those of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) process: ProcessId,
    pub(crate) program: ProgramId,
    pub(crate) own: PropositionId,
}

/// The process that stands in front of a proposition, if one does, and the rest.
pub fn process_of(text: &str) -> (Option<&str>, &str) {
    let is_name = |it: &str| {
        let it = it.trim();
        !it.is_empty() && it.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.'))
    };
    match text.split_once(':') {
        // Two colons stand behind the name of a file.
        Some((name, rest)) if !rest.starts_with(':') && is_name(name) => (Some(name.trim()), rest),
        _ => (None, text),
    }
}

/// A process that somebody names, and what it runs.
type Found = (ProcessId, ProgramId, Arc<Compiled>);

impl ProcessPropositions {
    /// Compiles propositions. `find` says which process a name means, the first one where there is none, and what it
    /// runs.
    ///
    /// # Errors
    /// The first one that makes no sense.
    pub fn compile(
        texts: &[String],
        find: &dyn Fn(Option<&str>) -> Result<Found, Refusal>,
    ) -> Result<ProcessPropositions, PropositionError> {
        let mut own: BTreeMap<ProgramId, (Arc<Compiled>, Vec<String>)> = BTreeMap::new();
        // For each of a program's propositions, which one it is.
        let mut numbers: BTreeMap<ProgramId, Vec<u32>> = BTreeMap::new();
        let mut places = Vec::new();
        for (at, text) in (0..).zip(texts) {
            let (name, rest) = process_of(text);
            let (process, program, compiled) =
                find(name).map_err(|why| PropositionError { proposition: PropositionId(at), why })?;
            let (_, list) = own.entry(program).or_insert_with(|| (compiled, Vec::new()));
            places.push(Place { process, program, own: PropositionId(list.len() as u32) });
            list.push(rest.to_owned());
            numbers.entry(program).or_default().push(at);
        }
        let mut programs = BTreeMap::new();
        for (program, (compiled, list)) in own {
            let compiled = Propositions::compile(&compiled, &list).map_err(|error| {
                let proposition = PropositionId(numbers[&program][error.proposition.0 as usize]);
                PropositionError { proposition, ..error }
            })?;
            programs.insert(program, Arc::new(compiled));
        }
        Ok(ProcessPropositions { places, programs })
    }

    /// The labels that they ask about and that are no text of the process's program.
    pub fn unknown_labels(&self) -> impl Iterator<Item = &String> {
        self.programs.values().flat_map(|it| it.unknown_labels())
    }

    /// Those that are about processes that run a program.
    pub(crate) fn of_program(&self, program: ProgramId) -> Option<Arc<Propositions>> {
        self.programs.get(&program).cloned()
    }

    /// Where a proposition is evaluated.
    pub(crate) fn place(&self, of: PropositionId) -> Place {
        self.places[of.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::process_of;

    #[test]
    fn a_process_stands_in_front() {
        assert_eq!(process_of("2: x == 1"), (Some("2"), " x == 1"));
        assert_eq!(process_of("client.1:x"), (Some("client.1"), "x"));
        assert_eq!(process_of("a.c::x == 1"), (None, "a.c::x == 1"));
        assert_eq!(process_of("x ? y : z"), (None, "x ? y : z"));
        assert_eq!(process_of("x"), (None, "x"));
    }
}
