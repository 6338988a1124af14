//! A run whose files are read: the program, what it finds, and what is known of it. Executions start from here.
//!
//! Invariant: the program is compiled at most once, however many executions there are.

use super::approximate::Approximate;
use super::exceptions::Exceptions;
use super::externals::Externals;
use super::formulas::Formulas;
use super::others::Others;
use super::sealed::SealedWorld;
use super::{Error, read, select};
use crate::run::{self, Run};
use crate::watchdog;
use gmc_ir::body::Function;
use gmc_ir::id::TypeId;
use gmc_ir::program::{Global, Program};
use gmc_ir::types::{Size, TypeKind};
use gmc_ir::unit::SymbolValue;
use gmc_libc::assumed::error_function;
use gmc_libc::failures;
use gmc_model::{ErrorKind, Premise, Premises};
use gmc_script::Judging;
use gmc_search::LoadError;
use gmc_system::propositions::is_predicate;
use gmc_system::{Checked, Checks, Circles};
use gmc_vm::lower::{self, Mapping};
use gmc_vm::programs::Programs;
use gmc_vm::symbolic::{Disguise, SolverTotals};
use gmc_vm::{Compiled, FaultBudget, Machine, Relied, Sharing, Tolerated};
use gmc_world::{Config, Surroundings, World};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The most memory that the program may use. Fixed, so that a run does not depend on what gmc itself may use.
const MEMORY: u64 = Loaded::MEMORY;

/// Bytes of the host that a byte of the program's variables takes, roughly.
const SHARE: u64 = 2;

/// A run whose files are read.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) run: Run,
    pub(super) program: Arc<Program>,
    compiled: OnceLock<Arc<Compiled>>,
    invariants: Vec<Global>,
    /// Functions that are compiled although nothing calls them.
    wanted: Vec<Global>,
    /// The function that is checked by itself.
    function: Option<Global>,
    /// The file that says what functions of another thread library mean, with the function whose call is an error.
    pub(super) mapping_text: String,
    /// What is assumed of functions.
    externals: Externals,
    /// What the program finds outside of itself.
    pub(super) world: SealedWorld,
    /// What there is beside the program.
    pub(super) others: Others,
    /// Errors that do not count.
    pub(super) exceptions: Exceptions,
    /// What searches have met.
    pub(super) met: Met,
    /// What is known of sharing between threads.
    pub(super) sharing: Arc<Sharing>,
    /// Temporal properties.
    pub(super) formulas: Formulas,
    /// What searches ask beyond what every run does.
    pub(super) approximate: Approximate,
}

/// What searches have met.
#[derive(Clone, Default)]
pub(super) struct Met {
    /// What they have relied on that cannot be known: clock, random numbers, addresses.
    pub(super) relied: Relied,
    /// Errors that do not count.
    pub(super) tolerated: Tolerated,
    /// What solvers were asked.
    pub(super) solver: SolverTotals,
}

impl Loaded {
    /// The most memory that a program may use.
    pub(super) const MEMORY: u64 = 4 << 30;

    /// Reads the files that a run of the program depends on.
    pub(super) fn new(run: Run, program: Program) -> Result<Loaded, Error> {
        let (mapping, mapping_text) =
            read_mapping(run.externals.threads.as_deref(), run.properties.error.as_deref())?;
        if let Some(script) = &run.properties.script {
            script.text().load().map_err(Error::Script)?;
        }
        let formulas = Formulas::new(&run)?;
        let called = formulas.functions();
        let mut wanted = invariants(&program, &run.properties.invariants)?;
        wanted.extend(called.iter().filter_map(|it| select::function(&program, it).ok()).map(|it| it.global));
        Ok(Loaded {
            formulas,
            wanted,
            invariants: invariants(&program, &run.properties.invariants)?,
            function: run
                .source
                .function
                .as_deref()
                .map(|it| select::function(&program, it))
                .transpose()?
                .map(|it| it.global),
            externals: Externals::new(&run.externals, &program, mapping)?,
            mapping_text,
            world: SealedWorld::read(&run)?,
            others: Others::read(&run)?,
            met: Met::default(),
            exceptions: Exceptions::new(&run, &program),
            approximate: Approximate::default(),
            sharing: Arc::new(Sharing::known(run.shared.iter().map(String::as_str))),
            program: Arc::new(program),
            compiled: OnceLock::new(),
            run,
        })
    }

    /// The same, where nondeterministic values are these numbers, in order.
    pub(super) fn with_numbers(&self, numbers: Vec<u64>) -> Loaded {
        let mut loaded = self.clone();
        loaded.run.values.numbers = Some(numbers);
        loaded
    }

    /// The same, with executions that are about one temporal property, or about none.
    pub(super) fn about(&self, property: Option<usize>) -> Loaded {
        let mut loaded = self.clone();
        loaded.formulas = self.formulas.about(property);
        loaded.run.properties.ltl = loaded.formulas.formula();
        loaded
    }

    /// Has searches ask this. To be said before the program is compiled.
    pub(super) fn approximate_by(&mut self, approximate: Approximate) {
        self.wanted.extend(approximate.wanted());
        self.approximate = approximate;
    }

    /// The program compiled: once for all executions.
    pub(super) fn compiled(&self) -> Result<&Arc<Compiled>, Error> {
        if let Some(compiled) = self.compiled.get() {
            return Ok(compiled);
        }
        // Ends the command if gmc has no room for the program's variables.
        watchdog::demand(variable_bytes(&self.program).saturating_mul(SHARE));
        let options = lower::Options {
            library: gmc_libc::library(),
            wanted: self.wanted.clone(),
            function: self.function,
            makes_inputs: !self.world.any.is_empty(),
            mapping: self.externals.mapping.clone(),
            allow: self.run.goes_on_from(),
            limit: MEMORY,
            disguise: self.run.values.disguise.map(|one_in| Disguise { one_in }),
            events: self.run.environment_acts(),
            // Whoever runs after a crash sees what was written to mapped files before it.
            beside_others: !self.run.beside.is_empty() || self.run.events.crashes(),
            unwind: self.approximate.unwind(),
        };
        let compiled = lower::compile(&self.program, &options)?;
        let programs = self.others.compiled(&self.run, &compiled, options.unwind)?;
        if self.run.properties.script.is_some() && compiled.uses.system {
            return Err(Error::JudgesOneProcess);
        }
        self.formulas.resolve(&compiled, &programs, self.run.beside.system.as_ref())?;
        Ok(self.compiled.get_or_init(|| compiled))
    }

    /// Machines with the programs of all processes, about to start.
    pub(super) fn machines(&self) -> Result<Vec<Machine>, Error> {
        Ok(self.load(self.compiled()?)?)
    }

    /// Whether a program that a process runs may name functions that look at every state.
    pub(super) fn may_name_invariants(&self) -> Result<bool, Error> {
        let compiled = self.compiled()?;
        let programs = self.others.compiled(&self.run, compiled, self.approximate.unwind())?;
        let others = programs.list.iter().any(|it| it.compiled.uses.invariants);
        Ok(compiled.uses.invariants || others)
    }

    /// The program as a system, about to start.
    pub(super) fn execution(&self) -> Result<Checked, Error> {
        Ok(self.execution_of(self.compiled()?)?)
    }

    /// The program as a system that a script drives: endless loops are not looked for.
    pub(super) fn driven(&self) -> Result<Checked, Error> {
        let checks = Checks { circles: Circles::Unsought, ..self.checks() };
        Ok(Checked::new(self.load(self.compiled()?)?, &checks))
    }

    /// The same as [`Loaded::execution`], of a program that is compiled already.
    pub(super) fn execution_of(&self, compiled: &Arc<Compiled>) -> Result<Checked, LoadError> {
        let mut execution = Checked::new(self.load(compiled)?, &self.checks());
        execution.share_early(&self.sharing);
        if let Some(script) = &self.run.properties.script {
            // It was loaded before.
            let judge = Judging::new(&script.text(), &execution).map_err(|_| LoadError)?;
            execution.judge_by(Box::new(judge));
        }
        Ok(execution)
    }

    fn checks(&self) -> Checks {
        let counts = |kind| !self.run.exceptions.ignore(kind);
        Checks {
            races: counts(ErrorKind::DataRace),
            leaks: counts(ErrorKind::MemoryLeak),
            deadlocks: counts(ErrorKind::Deadlock),
            spurious: self.run.spurious,
            choices: self.run.values.choices,
            early_choices: self.run.values.early_choices,
            symbolic: self.run.values.symbolic,
            solver_effort: self.run.values.solver_effort,
            numbers: self.run.values.numbers.as_deref().map(Arc::from),
            free: self.run.free(),
            invariants: self.invariants.clone(),
            circles: if self.run.properties.endless { Circles::Allowed } else { Circles::Error },
            propositions: self.formulas.propositions(),
            of_processes: self.formulas.of_processes(),
        }
    }

    fn load(&self, compiled: &Arc<Compiled>) -> Result<Vec<Machine>, LoadError> {
        let programs =
            self.others.compiled(&self.run, compiled, self.approximate.unwind()).map_err(|_| LoadError)?;
        let Some(system) = &self.run.beside.system else {
            return Ok(vec![self.machine_of(compiled, self.own_world(), &programs)?]);
        };
        let worlds = self.others.worlds(&self.run, system);
        let machine = |(process, world): (&run::Process, World)| {
            let mut machine = self.machine_of(&programs.list[process.program].compiled, world, &programs)?;
            machine.rules.goes_first = process.monitor;
            Ok(machine)
        };
        system.processes.iter().zip(worlds).map(machine).collect()
    }

    /// The world of a program that is not one of a system.
    fn own_world(&self) -> World {
        let (environment, surroundings) = match &self.run.host {
            Some(host) => {
                let variable = |(key, value): (std::ffi::OsString, std::ffi::OsString)| {
                    [key.as_bytes(), b"=", value.as_bytes()].concat()
                };
                let given = &self.run.environment;
                let is_given = |own: &Vec<u8>| {
                    let name = own.split(|&it| it == b'=').next();
                    given.iter().any(|it| it.as_bytes().split(|&it| it == b'=').next() == name)
                };
                let own = std::env::vars_os().map(variable).filter(|it| !is_given(it));
                let all = own.chain(given.iter().map(|it| it.clone().into_bytes())).collect();
                (all, Surroundings::Host(host.files.clone()))
            }
            None => (self.world.environment.clone(), self.world.surroundings()),
        };
        let mut world = World::new(Config {
            arguments: self.run.arguments.clone(),
            environment,
            surroundings,
            any: self.world.any.clone(),
            events: self.run.environment(),
        });
        if self.run.host.as_ref().is_some_and(|it| it.network) {
            world.open_gateway();
        }
        world
    }

    fn machine_of(
        &self,
        compiled: &Arc<Compiled>,
        world: World,
        programs: &Arc<Programs>,
    ) -> Result<Machine, LoadError> {
        let mut machine = Machine::load(compiled, world).map_err(|_| LoadError)?;
        machine.let_fail(self.fault_budgets());
        machine.heed(watchdog::halt());
        machine.rules.programs = programs.clone();
        machine.rules.volatile_atomic = self.run.values.dialect.volatile_atomic;
        machine.rules.policy = self.exceptions.policy.clone();
        Ok(machine)
    }

    fn fault_budgets(&self) -> Vec<FaultBudget> {
        self.run.fail.iter().map(|it| it.budget.clone()).collect()
    }

    /// What searches have relied on so far that cannot be known.
    pub(super) fn premises(&self) -> Premises {
        let mut premises = self.met.relied.premises();
        if failures::let_allocation_fail(&self.fault_budgets()) {
            premises.remove(Premise::Allocation);
        }
        premises
    }

    /// What an answer about the program takes for granted whose runs rely on these premises. Where it is about one
    /// property, that is said instead of what is allowed.
    pub(super) fn assumptions(&self, premises: Premises, property: Option<&str>) -> Vec<String> {
        let events = &self.run.events;
        let links = self.run.beside.system.as_ref().map_or(&[][..], |it| &it.links);
        let clause = |it: Premise| match it {
            Premise::Network => events.of_network(links).unwrap_or_else(|| it.to_string()),
            other => other.to_string(),
        };
        let mut out: Vec<String> = premises.iter().map(clause).collect();
        out.extend(events.of_hosts());
        out.extend(self.world.assumptions.iter().cloned());
        out.extend(self.externals.assumptions.iter().cloned());
        out.extend(self.function.iter().flat_map(|&it| of_harness(&self.program, it)));
        match property {
            Some(property) => out.push(format!("nothing is asked for but {property}")),
            None => out.extend(self.exceptions.clauses()),
        }
        out
    }
}

/// What is assumed where a function is checked by itself (`--function`).
fn of_harness(program: &Program, function: Global) -> Vec<String> {
    let name = program.name(function);
    let mut out = vec![format!("variables have their initial values when `{name}` is called (--function)")];
    let unit = program.unit(function.unit);
    let is_number = |ty: TypeId| {
        use TypeKind::{Bool, Enum, Float, Integer};
        matches!(unit.types[ty.index()].kind, Bool { .. } | Integer { .. } | Enum { .. } | Float { .. })
    };
    let leads_on = |it: &Function| it.params.iter().any(|at| !is_number(it.locals[at.index()].ty));
    if program.function(function).is_some_and(leads_on) {
        out.push(format!(
            "pointers in arguments of `{name}` are null or point to one element that nothing else points to, two levels \
             deep; those to functions are null; strings have up to 7 characters, in \
             8 bytes; arrays are zero behind 64 elements"
        ));
    }
    out
}

/// Bytes of the program's variables.
fn variable_bytes(program: &Program) -> u64 {
    let units = program.units().map(|(_, unit)| &unit.linked.unit);
    let sizes = units.flat_map(|unit| {
        let variables = unit.symbols.iter().filter(|it| matches!(it.value, SymbolValue::Variable(_)));
        variables.map(|it| match unit.types[it.ty.index()].size {
            Size::Bytes(bytes) => bytes,
            _ => 0,
        })
    });
    sizes.fold(0, u64::saturating_add)
}

/// Reads what functions of another thread library mean, if there is a file that says so. A call of the function `error`
/// is an error, whatever its body does.
fn read_mapping(path: Option<&Path>, error: Option<&str>) -> Result<(Mapping, String), Error> {
    let name = || path.map_or(String::new(), |path| path.display().to_string());
    let mut text = match path {
        Some(path) => read::text(path).map_err(|error| Error::Unreadable { path: name(), error })?,
        None => String::new(),
    };
    if let Some(function) = error {
        text += &format!("\n{function} = {}()\n", error_function(function));
    }
    let mapping =
        Mapping::parse(gmc_libc::library(), &text).map_err(|error| Error::Mapping { path: name(), error })?;
    Ok((mapping, text))
}

/// The functions of these names, which must not need arguments.
fn invariants(program: &Program, names: &[String]) -> Result<Vec<Global>, Error> {
    let find = |name: &String| {
        let found = select::function(program, name)?;
        match found.function.params[..] {
            [] if is_predicate(program, found.global) => Ok(found.global),
            [] => Err(Error::NoPredicate(name.clone())),
            _ => Err(Error::Parameters(name.clone())),
        }
    };
    names.iter().map(find).collect()
}
