//! Everything that a run of a program under check depends on but its choices. A check and a replay that are set up equally
//! do the same.

use super::externals::Externals;
use super::outside::Outside;
use super::{Error, read, select};
use crate::watchdog;
use gmc_ir::program::{Global, Program};
use gmc_ir::types::Size;
use gmc_ir::unit::SymbolValue;
use gmc_model::{Coverage, ErrorKind, Premise, Premises};
use gmc_observe::{Profiler, Reached};
use gmc_system::observer::{Both, Observer};
use gmc_system::{Checked, Checks};
use gmc_vm::lower::{self, Mapping};
use gmc_vm::{Allow, Compiled, Machine, Relied, Sharing};
use gmc_world::{Config, World};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The most memory that the program may use. Fixed, so that a run does not depend on what gmc itself may use.
pub(super) const MEMORY: u64 = 4 << 30;

/// Bytes of the host that a byte of the program's variables takes, roughly.
const SHARE: u64 = 2;

/// Ends the command if gmc has no room for the program's variables.
pub(super) fn demand_room(program: &Program) {
    watchdog::demand(variables(program).saturating_mul(SHARE));
}

/// Bytes of the program's variables.
fn variables(program: &Program) -> u64 {
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

/// How a program is to be executed.
pub(super) struct Setup {
    pub(super) program: Arc<Program>,
    /// The program compiled, once it was needed.
    pub(super) compiled: OnceLock<Arc<Compiled>>,
    /// The program's name and arguments.
    pub(super) arguments: Vec<Vec<u8>>,
    pub(super) spurious: bool,
    /// As many values of what the program leaves open are tried, each by itself.
    pub(super) choices: u32,
    pub(super) invariants: Vec<Global>,
    /// The kinds of errors that are allowed.
    pub(super) allow: Vec<ErrorKind>,
    pub(super) threads: Threads,
    /// What searches reach, if somebody wants to know.
    pub(super) reached: Option<OnceLock<Reached>>,
    /// Looks at states, if somebody wants to know what they differ in.
    pub(super) profiler: Option<Profiler>,
    pub(super) outside: Outside,
    pub(super) externals: Externals,
    /// What searches rely on that nobody can know.
    pub(super) relied: Relied,
    /// What is known of sharing.
    pub(super) sharing: Arc<Sharing>,
    /// The one property that is asked for, where it is one, as it is called.
    pub(super) property: Option<&'static str>,
}

/// What functions of another thread library mean.
#[derive(Default)]
pub(super) struct Threads {
    pub(super) mapping: Mapping,
    /// The file that says so.
    pub(super) text: String,
}

impl Threads {
    /// Reads the file, if there is one. A call of the function `error` is an error, whatever its body does.
    pub(super) fn read(path: Option<&Path>, error: Option<&str>) -> Result<Threads, Error> {
        let name = || path.map_or(String::new(), |path| path.display().to_string());
        let mut text = match path {
            Some(path) => read::text(path).map_err(|error| Error::Unreadable { path: name(), error })?,
            None => String::new(),
        };
        if let Some(function) = error {
            text += &format!("\n{function} = {}()\n", gmc_libc::assumed::error_function(function));
        }
        let mapping = Mapping::parse(gmc_libc::library(), &text)
            .map_err(|error| Error::Mapping { path: name(), error })?;
        Ok(Threads { mapping, text })
    }
}

impl Setup {
    /// The program compiled: once for all runs.
    pub(super) fn compiled(&self) -> Result<&Arc<Compiled>, Error> {
        if let Some(compiled) = self.compiled.get() {
            return Ok(compiled);
        }
        demand_room(&self.program);
        let options = lower::Options {
            library: gmc_libc::library(),
            wanted: self.invariants.clone(),
            mapping: self.externals.mapping.clone(),
            allow: Allow {
                wild_pointers: self.allow.contains(&ErrorKind::InvalidPointerOperation),
                ..Allow::default()
            },
            limit: MEMORY,
        };
        let compiled = lower::compile(&self.program, &options)?;
        Ok(self.compiled.get_or_init(|| compiled))
    }

    /// The program about to start.
    pub(super) fn subject(&self) -> Result<Checked, Error> {
        let world = World::new(Config {
            arguments: self.arguments.clone(),
            environment: self.outside.environment.clone(),
            surroundings: self.outside.surroundings(),
        });
        let mut machine = Machine::load(self.compiled()?, world).map_err(|_| Error::SmallMemory)?;
        machine.let_fail(self.outside.fault_budgets.clone());
        machine.heed(watchdog::halt());
        let counts = |kind| !self.allow.contains(&kind);
        let mut subject = Checked::new(
            machine,
            &Checks {
                races: counts(ErrorKind::DataRace),
                leaks: counts(ErrorKind::MemoryLeak),
                deadlocks: counts(ErrorKind::Deadlock),
                spurious: self.spurious,
                choices: self.choices,
                free: self.outside.free,
                invariants: self.invariants.clone(),
            },
        );
        subject.know_sharing(&self.sharing);
        Ok(subject)
    }

    /// The program about to start, for a search.
    pub(super) fn explored(&self) -> Result<Checked, Error> {
        let mut subject = self.subject()?;
        subject.rely(&self.relied);
        let coverage: Option<Box<dyn Observer>> = match &self.reached {
            Some(reached) => {
                let compiled = self.compiled()?;
                Some(Box::new(reached.get_or_init(|| Reached::new(compiled)).clone()))
            }
            None => None,
        };
        let profiler = self.profiler.as_ref().map(|it| Box::new(it.clone()) as Box<dyn Observer>);
        subject.observer = match (coverage, profiler) {
            (Some(coverage), Some(profiler)) => Some(Box::new(Both(coverage, profiler))),
            (one, other) => one.or(other),
        };
        Ok(subject)
    }

    /// What the searches have reached.
    pub(super) fn coverage(&self) -> Result<Option<Coverage>, Error> {
        let Some(reached) = self.reached.as_ref().and_then(OnceLock::get) else { return Ok(None) };
        Ok(Some(reached.coverage(self.compiled()?)))
    }

    /// What searches have relied on so far that nobody can know.
    pub(super) fn premises(&self) -> Premises {
        let mut premises = self.relied.premises();
        if self.outside.lets_allocation_fail() {
            premises.remove(Premise::Allocation);
        }
        premises
    }

    /// What an answer about the program takes for granted whose runs rely on these.
    pub(super) fn assumptions(&self, premises: Premises) -> Vec<String> {
        let mut out: Vec<String> = premises.iter().map(|it| it.to_string()).collect();
        out.extend(self.outside.assumptions().cloned());
        out.extend(self.externals.assumptions.iter().cloned());
        match self.property {
            Some(property) => out.push(format!("nothing is asked for but {property}")),
            None => out.extend(self.allow.iter().map(|kind| format!("{kind} is allowed (--allow)"))),
        }
        out
    }
}

/// The functions of these names, which must not need arguments.
pub(super) fn invariants(program: &Program, names: &[String]) -> Result<Vec<Global>, Error> {
    let find = |name: &String| {
        let found = select::function(program, name)?;
        match found.function.params[..] {
            [] => Ok(found.global),
            _ => Err(Error::Parameters(name.clone())),
        }
    };
    names.iter().map(find).collect()
}
