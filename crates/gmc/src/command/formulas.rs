//! The temporal properties of a run: where they come from, and what they look at in the program.
//!
//! Each property is checked by itself, on executions that stop where its own propositions can change. So a trace holds
//! the one property that it violates.

use super::Error;
use super::read;
use crate::cli;
use crate::run::{Formula, Process, Run, System};
use gmc_ir::program::{Global, Program};
use gmc_ir::unit::SymbolValue;
use gmc_ltl::{ParseError, list};
use gmc_search::{Fairness, Property, PropertyError, Temporal};
use gmc_system::propositions::{ProcessPropositions, Propositions, called_functions};
use gmc_vm::Compiled;
use gmc_vm::programs::{ProgramId, Programs};
use gmc_world::ProcessId;
use gmc_world::process::MOST;
use std::sync::{Arc, OnceLock};

/// The temporal properties of a run.
#[derive(Clone, Default)]
pub(super) struct Formulas {
    properties: Vec<Arc<Property>>,
    fairness: Fairness,
    /// What each of them looks at.
    propositions: OnceLock<Vec<Looks>>,
    /// The property that executions are about.
    about: Option<usize>,
}

/// What a property looks at.
#[derive(Clone)]
enum Looks {
    /// At the only process.
    Alone(Arc<Propositions>),
    /// At several.
    Processes(Arc<ProcessPropositions>),
}

impl Looks {
    /// The labels that it asks about and that no program has.
    fn unknown_labels(&self) -> Vec<&String> {
        match self {
            Looks::Alone(it) => it.unknown_labels().iter().collect(),
            Looks::Processes(it) => it.unknown_labels().collect(),
        }
    }
}

/// What begins the name of a variable that holds a property (`gmc_ltl` in gmc.h).
const IN_SOURCE: &str = "gmc_ltl_property_";

/// Adds the properties that options, files and the program name to those of the run.
pub(super) fn collect(run: &mut Run, options: &cli::Temporal, program: &Program) -> Result<(), Error> {
    if let Some(path) = &options.ltl_file {
        let text = read::text(path)
            .map_err(|error| Error::Unreadable { path: path.display().to_string(), error })?;
        let listed = list(&text);
        if listed.is_empty() {
            return Err(Error::Formula(format!("{} has no formula", path.display())));
        }
        run.properties.ltl.extend(listed.iter().map(Formula::listed));
    }
    for path in &options.never {
        let name = path.display().to_string();
        let text = read::text(path).map_err(|error| Error::Unreadable { path: name.clone(), error })?;
        if !text.trim_start().starts_with("HOA:") {
            return Err(Error::Formula(format!(
                "{name} is no automaton in the Hanoi format, which begins with HOA:"
            )));
        }
        run.properties.ltl.push(Formula { name, formula: text });
    }
    run.properties.ltl.extend(in_source(program));
    if !run.properties.ltl.is_empty() && run.events.has_optional() {
        let why = "temporal properties do not go together with what need not happen however long anybody waits: \
                   crashes, cut links, connections that are reset";
        return Err(Error::Formula(why.to_owned()));
    }
    run.properties.endless = !run.properties.ltl.is_empty();
    if run.properties.ltl.is_empty() {
        run.properties.fairness = None;
    }
    let mut names = 0;
    for formula in &mut run.properties.ltl {
        if formula.name.is_empty() {
            names += 1;
            formula.name = format!("ltl{names}");
        }
    }
    Ok(())
}

/// The properties that the program itself names.
pub(super) fn in_source(program: &Program) -> Vec<Formula> {
    let mut out = Vec::new();
    for definition in program.definitions() {
        let global = definition.global;
        if let Some(number) = program.name(global).strip_prefix(IN_SOURCE)
            && let Some(text) = text_of(program, global)
            && let Some((name, formula)) = text.split_once('\0')
        {
            let formula = formula.trim_end_matches('\0').to_owned();
            let place = (global.unit.0, number.parse::<u32>().unwrap_or(0));
            out.push((place, Formula { name: name.to_owned(), formula }));
        }
    }
    // As they stand in the files.
    out.sort_by_key(|it| it.0);
    out.into_iter().map(|it| it.1).collect()
}

/// The text that a variable is initialised with.
fn text_of(program: &Program, global: Global) -> Option<String> {
    let SymbolValue::Variable(initial) = &program.symbol(global).value else { return None };
    let bytes: Vec<u8> = initial.bytes.to_vec();
    String::from_utf8(bytes).ok()
}

impl Formulas {
    /// The properties of a run.
    pub(super) fn new(run: &Run) -> Result<Formulas, Error> {
        let property = |it: &Formula| {
            Property::new(&it.name, &it.formula).map(Arc::new).map_err(|error| match error {
                PropertyError::Parse(error) => wrong(it, &error),
                PropertyError::TooLarge(error) => Error::Formula(format!("`{}`: {error}", it.name)),
                PropertyError::Automaton(error) => {
                    Error::Formula(format!("`{}` is no automaton that gmc can read: {error}", it.name))
                }
            })
        };
        Ok(Formulas {
            properties: run.properties.ltl.iter().map(property).collect::<Result<_, _>>()?,
            fairness: run.properties.fairness(),
            ..Formulas::default()
        })
    }

    /// Functions of the program that properties call, by name.
    pub(super) fn functions(&self) -> Vec<String> {
        let atoms = self.properties.iter().flat_map(|it| it.atoms());
        atoms.flat_map(|it| called_functions(&it.text)).collect()
    }

    /// Finds what the properties talk about in the programs.
    pub(super) fn resolve(
        &self,
        compiled: &Arc<Compiled>,
        programs: &Programs,
        system: Option<&System>,
    ) -> Result<(), Error> {
        if self.propositions.get().is_some() {
            return Ok(());
        }
        let mut all = Vec::new();
        for property in &self.properties {
            let texts: Vec<String> = property.atoms().iter().map(|it| it.text.clone()).collect();
            let looks = if compiled.uses.system {
                let find = |name: Option<&str>| process(name, compiled, programs, system);
                ProcessPropositions::compile(&texts, &find).map(|it| Looks::Processes(Arc::new(it)))
            } else {
                Propositions::compile(compiled, &texts).map(|it| Looks::Alone(Arc::new(it)))
            };
            let looks = looks.map_err(|error| {
                let text = &texts[error.proposition.0 as usize];
                let start = property.text.find(text.as_str()).unwrap_or(0);
                let at = start..(start + text.len()).min(property.text.len());
                let formula = Formula { name: property.name.clone(), formula: property.text.clone() };
                wrong(&formula, &ParseError { message: error.why, advice: None, at })
            })?;
            for label in looks.unknown_labels() {
                eprintln!(
                    "gmc: warning: `{}`: the program has no text \"{label}\" to label anything",
                    property.name
                );
            }
            all.push(looks);
        }
        let _ = self.propositions.set(all);
        Ok(())
    }

    /// How many properties there are.
    pub(super) fn len(&self) -> usize {
        self.properties.len()
    }

    /// The properties.
    pub(super) fn properties(&self) -> &[Arc<Property>] {
        &self.properties
    }

    /// Which runs count.
    pub(super) fn fairness(&self) -> Fairness {
        self.fairness
    }

    /// What an answer takes for granted about the scheduler, if a property needs it.
    pub(super) fn assumption(&self) -> Option<String> {
        let is_needed = self.properties.iter().any(|it| !it.is_monitored());
        let what = match self.fairness {
            Fairness::None => return None,
            Fairness::Weak => {
                "a thread that could go on all the time does so at some time (--fairness none does without)"
            }
            Fairness::Strong => {
                "a thread that could go on again and again does so at some time (--fairness weak or none assumes less)"
            }
        };
        is_needed.then(|| format!("threads are scheduled fairly: {what}"))
    }

    /// The same, with executions that are about one property, or about none.
    pub(super) fn about(&self, property: Option<usize>) -> Formulas {
        Formulas { about: property, ..self.clone() }
    }

    /// What executions look at, where there is one process.
    pub(super) fn propositions(&self) -> Option<Arc<Propositions>> {
        match self.propositions.get()?.get(self.about?)? {
            Looks::Alone(own) => Some(own.clone()),
            Looks::Processes(_) => None,
        }
    }

    /// The same where there are several.
    pub(super) fn of_processes(&self) -> Option<Arc<ProcessPropositions>> {
        match self.propositions.get()?.get(self.about?)? {
            Looks::Alone(_) => None,
            Looks::Processes(all) => Some(all.clone()),
        }
    }

    /// What executions are searched for, if they are about a property.
    pub(super) fn temporal(&self) -> Option<Temporal> {
        let property = self.properties.get(self.about?).cloned();
        Some(Temporal { property, fairness: self.fairness })
    }

    /// The formula that executions are about.
    pub(super) fn formula(&self) -> Vec<Formula> {
        let property = self.about.and_then(|it| self.properties.get(it));
        let text = |it: &Arc<Property>| Formula { name: it.name.clone(), formula: it.text.clone() };
        property.map(text).into_iter().collect()
    }
}

/// The process that a name in front of a proposition means, and what it runs: a number, or a program of the system with
/// a number if several processes run it.
fn process(
    name: Option<&str>,
    compiled: &Arc<Compiled>,
    programs: &Programs,
    system: Option<&System>,
) -> Result<(ProcessId, ProgramId, Arc<Compiled>), String> {
    let found = |process: usize| {
        let program = system.and_then(|it| it.processes.get(process)).map_or(0, |it| it.program);
        let id = ProgramId(program as u32);
        (ProcessId(process as u32), id, programs.compiled(id, compiled).clone())
    };
    let Some(name) = name else { return Ok(found(0)) };
    let started = system.map_or(MOST, |it| it.processes.len());
    if let Ok(number) = name.parse::<usize>() {
        return match number {
            1.. if number <= started => Ok(found(number - 1)),
            _ => Err(format!("`{number}` is no process: they are numbered from 1 to {started}")),
        };
    }
    let (own, place) = match name.rsplit_once('.') {
        Some((own, place)) if place.parse::<usize>().is_ok() => (own, place.parse().unwrap_or(1)),
        _ => (name, 1),
    };
    let processes = system.map_or(&[][..], |it| &it.processes);
    let runs = |it: &(usize, &Process)| programs.list.get(it.1.program).is_some_and(|it| it.name == own);
    let mut all = processes.iter().enumerate().filter(runs);
    match all.nth(place.max(1) - 1) {
        Some((process, _)) => Ok(found(process)),
        None => {
            Err(format!("no process runs a program `{name}`: name it by its number, as in {{2: x == 1}}"))
        }
    }
}

/// What is wrong with a formula, and where.
fn wrong(formula: &Formula, error: &ParseError) -> Error {
    Error::Formula(format!("`{}`: {}\n{}", formula.name, error.message, error.shown(&formula.formula)))
}
