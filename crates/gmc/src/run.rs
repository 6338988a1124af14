//! A run: everything that an execution of a program depends on, except for its choices.
//!
//! Two executions of equal runs that take the same choices are the same. A check makes this value from its options, a
//! trace holds it, a checkpoint is refused where it differs; replay, debugger, reproducers and `gmc run` start from it.
//!
//! Invariant: the keys that serde makes of it are those of traces (docs/trace.md). Names of files and arguments that
//! are no text are written as far as they are text.

mod any;
mod beside;
mod events;
mod text;

pub(crate) use any::{ArgumentAny, FileAny};
pub(crate) use beside::{Beside, Host, Interface, Named, Other, Process, System, parse_given};
pub(crate) use events::{Clock, Crash, Events, Keeps, Network};

use crate::cli::{self, Unset, Volatile};
use crate::gcc::split;
use gmc_libc::failures;
use gmc_ltl::{Listed, list};
use gmc_model::{ErrorKind, Exemption};
use gmc_script::JudgeText;
use gmc_search::{Engine, Fairness};
use gmc_system::Checks;
use gmc_vm::{Allow, FaultBudget, NondetInputs};
use gmc_world::{Environment, FileAccess};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::num::NonZeroU32;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;

/// What stands for all variables of the environment that were not given.
pub(crate) const ANY: &str = "any";

/// A run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    /// The program.
    #[serde(flatten)]
    pub(crate) source: Source,
    /// The program's name and arguments.
    #[serde(with = "text::all")]
    pub(crate) arguments: Vec<Vec<u8>>,
    /// Whether waits on conditions can end by a spurious wakeup.
    pub(crate) spurious: bool,
    /// How nondeterministic values are dealt with.
    #[serde(flatten)]
    pub(crate) values: Values,
    /// What must hold beyond what every operation checks.
    #[serde(flatten)]
    pub(crate) properties: Properties,
    /// Errors that do not count.
    #[serde(flatten)]
    pub(crate) exceptions: Exceptions,
    /// The program's files.
    #[serde(flatten)]
    pub(crate) files: Files,
    /// What is assumed of functions that gmc does not model.
    #[serde(flatten)]
    pub(crate) externals: Externals,
    /// Calls that may fail.
    #[serde(with = "text::all", default)]
    pub(crate) fail: Vec<Fail>,
    /// Variables of the environment, `NAME=VALUE`; [`ANY`] makes all others unknown.
    #[serde(default)]
    pub(crate) environment: Vec<String>,
    /// What can be anything.
    #[serde(default)]
    pub(crate) any: Any,
    /// What happens without the program's doing.
    #[serde(default, skip_serializing_if = "Events::is_none")]
    pub(crate) events: Events,
    /// Where objects are made that are shared at once, as a search has learnt.
    #[serde(default)]
    pub(crate) shared: Vec<String>,
    /// Other programs, and a system of hosts and processes.
    #[serde(flatten)]
    pub(crate) beside: Beside,
    /// The program sees this machine's files and environment instead (`gmc run`). Such runs are not recorded.
    #[serde(skip)]
    pub(crate) host: Option<OfHost>,
}

/// What the program of a single run has of this machine.
#[derive(Clone, Debug)]
pub(crate) struct OfHost {
    /// Its files.
    pub(crate) files: FileAccess,
    /// Its network.
    pub(crate) network: bool,
}

/// What must hold beyond what every operation checks.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Properties {
    /// Functions that must not return 0, by name.
    pub(crate) invariants: Vec<String>,
    /// The function whose call is the error, where one was named.
    #[serde(default)]
    pub(crate) error: Option<String>,
    /// Temporal properties. Writes to what they look at are steps of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ltl: Vec<Formula>,
    /// The script that judges states and steps, with its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) script: Option<JudgeScript>,
    /// A thread may go round in circles for ever: temporal properties say whether that is wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) endless: bool,
    /// Which runs temporal properties are about, by name; weak fairness where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fairness: Option<String>,
}

/// A script that judges states and steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JudgeScript {
    /// Its name, for errors.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// Its parameters, `NAME=VALUE`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parameters: Vec<String>,
}

impl JudgeScript {
    /// The same, to be loaded.
    pub(crate) fn text(&self) -> JudgeText {
        JudgeText { name: self.name.clone(), text: self.text.clone(), parameters: self.parameters.clone() }
    }
}

impl Properties {
    /// Which runs temporal properties are about.
    pub(crate) fn fairness(&self) -> Fairness {
        let named = |it: &Fairness| Some(it.name()) == self.fairness.as_deref();
        Fairness::ALL.into_iter().find(named).unwrap_or_default()
    }
}

/// A temporal property.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Formula {
    /// Its name; empty as long as it has none.
    pub(crate) name: String,
    /// The formula.
    pub(crate) formula: String,
}

impl Formula {
    /// A property of the command line, with or without a name in front. A formula of several lines has no name.
    pub(crate) fn of_option(text: &str) -> Formula {
        match &list(text)[..] {
            [one] => Formula::listed(one),
            _ => Formula { name: String::new(), formula: text.trim().to_owned() },
        }
    }

    /// A property of a file.
    pub(crate) fn listed(it: &Listed<'_>) -> Formula {
        Formula { name: it.name.unwrap_or_default().to_owned(), formula: it.text.to_owned() }
    }
}

/// Errors that do not count.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Exceptions {
    /// Those that are allowed.
    #[serde(with = "text::all")]
    pub(crate) allow: Vec<Exemption>,
    /// Those that users are warned of.
    #[serde(with = "text::all", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) warn: Vec<Exemption>,
    /// Kinds that nobody asks about: runs end with them.
    #[serde(with = "text::all", default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) unasked: Vec<ErrorKind>,
}

impl Exceptions {
    fn new(given: &cli::Exceptions) -> Exceptions {
        Exceptions { allow: given.allowed(), warn: given.warned(), unasked: Vec::new() }
    }

    /// Whether no error of a kind counts, so that it need not be looked for.
    pub(crate) fn ignore(&self, kind: ErrorKind) -> bool {
        self.allow.contains(&kind.into()) || self.unasked.contains(&kind)
    }
}

/// A program, and how it is compiled.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Source {
    /// Its files, as the user names them.
    #[serde(with = "text::all")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The compiler, where the user names one.
    #[serde(with = "text::optional", default)]
    pub(crate) gcc: Option<PathBuf>,
    /// The user's flags for it.
    #[serde(with = "text::all")]
    pub(crate) flags: Vec<OsString>,
    /// The function that is checked by itself.
    #[serde(default)]
    pub(crate) function: Option<String>,
}

/// The files and the standard input of a program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Files {
    /// Files that it finds, as `--file` names them.
    #[serde(default)]
    pub(crate) files: Vec<String>,
    /// Directories that it finds, as `--dir` names them.
    #[serde(default)]
    pub(crate) directories: Vec<String>,
    /// The file that is standard input.
    #[serde(with = "text::optional", default)]
    pub(crate) stdin: Option<PathBuf>,
    /// How many bytes standard input can have, where it can be anything.
    #[serde(default)]
    pub(crate) stdin_any: Option<u32>,
    /// Files that can be anything, as `--file-any` names them.
    #[serde(with = "text::all", default)]
    pub(crate) files_any: Vec<FileAny>,
    /// Arguments that can be anything, as `--arg-any` names them.
    #[serde(with = "text::all", default)]
    pub(crate) arguments_any: Vec<ArgumentAny>,
}

/// What is assumed of functions that gmc does not model.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Externals {
    /// The file that says what functions of another thread library mean.
    #[serde(with = "text::optional", default)]
    pub(crate) threads: Option<PathBuf>,
    /// They return any value.
    #[serde(default)]
    pub(crate) havoc: Vec<String>,
    /// They return a number.
    #[serde(default)]
    pub(crate) stub: Vec<(String, i64)>,
    /// Functions of the program that are called instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) replace: Vec<(String, String)>,
    /// Sources that define them.
    #[serde(with = "text::all", default)]
    pub(crate) models: Vec<PathBuf>,
}

impl Externals {
    fn new(given: &cli::Externals, threads: Option<PathBuf>) -> Externals {
        let cli::Externals { havoc, stub, replace, model } = given.clone();
        Externals { threads, havoc, stub, replace, models: model }
    }
}

/// How nondeterministic values are dealt with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Values {
    /// As many numbers are tried, each by itself, where the program needs one.
    #[serde(rename = "most_choices", default = "default_choices")]
    pub(crate) choices: u32,
    /// Those of so few numbers are chosen where they are made.
    #[serde(default)]
    pub(crate) early_choices: bool,
    /// What is computed from them stays a term.
    #[serde(default)]
    pub(crate) symbolic: bool,
    /// Conflicts after which the solver gives up on a question.
    #[serde(default = "default_effort")]
    pub(crate) solver_effort: u64,
    /// How C is read.
    #[serde(flatten)]
    pub(crate) dialect: Dialect,
    /// What they are, in the order in which the run makes them, where that is known.
    #[serde(default)]
    pub(crate) numbers: Option<Vec<u64>>,
    /// One in so many of the program's numbers is disguised as one (`gmc run`, for tests). Such runs are not recorded.
    #[serde(skip)]
    pub(crate) disguise: Option<u32>,
}

/// How C is read where readers differ. SV-COMP reads it otherwise than compilers do.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Dialect {
    /// What was never set is a nondeterministic value, instead of an error to use.
    #[serde(default)]
    pub(crate) undecided: bool,
    /// Shifting bits of a signed integer out to the left is an overflow, as in C11.
    #[serde(default)]
    pub(crate) strict_shifts: bool,
    /// Every allocation succeeds, however large it is.
    #[serde(default)]
    pub(crate) endless_memory: bool,
    /// What C leaves undefined and processors do not mind counts, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) pedantic: bool,
    /// Accesses to volatile scalars are atomic.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) volatile_atomic: bool,
}

impl Dialect {
    fn new(given: &cli::Exceptions) -> Dialect {
        let volatile_atomic = given.volatile == Volatile::Atomic;
        Dialect { pedantic: given.pedantic, volatile_atomic, ..Dialect::default() }
    }
}

impl Values {
    /// Those of a run that chooses nothing.
    fn of_run() -> Values {
        Values {
            choices: Checks::CHOICES,
            early_choices: false,
            symbolic: false,
            solver_effort: default_effort(),
            dialect: Dialect::default(),
            numbers: None,
            disguise: None,
        }
    }
}

/// What can be anything.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Any {
    /// Random numbers.
    pub(crate) random: bool,
    /// What the clock shows.
    pub(crate) clock: bool,
    /// Numbers of processes, users and groups.
    pub(crate) ids: bool,
    /// Where objects lie.
    pub(crate) addresses: bool,
}

/// Calls that may fail: as the user writes them, and as they are meant.
#[derive(Clone, Debug)]
pub(crate) struct Fail {
    /// As `--fail` has it.
    pub(crate) text: String,
    /// Which calls, and how many of them.
    pub(crate) budget: FaultBudget,
}

impl Fail {
    /// Reads names of calls, and how many of them may fail.
    pub(crate) fn parse(text: &str) -> Result<Fail, String> {
        let (names, most) = text.split_once('=').unwrap_or((text, "1"));
        let most = most.parse().map_err(|_| format!("`{most}` is no number of calls"))?;
        let names = names.split(',').map(|name| name.trim().to_owned()).collect();
        let budget = failures::budget(names, most).map_err(|name| {
            format!(
                "gmc does not know how `{name}` could fail; there are {}, and functions",
                failures::groups().join(", ")
            )
        })?;
        Ok(Fail { text: text.to_owned(), budget })
    }
}

/// Traces of an earlier gmc do not say.
fn default_choices() -> u32 {
    Checks::CHOICES
}

/// Likewise.
fn default_effort() -> u64 {
    Checks::SOLVER_EFFORT
}

impl Source {
    /// What the options name.
    pub(crate) fn new(options: &cli::Program) -> Source {
        let mut flags = options.cflag.clone();
        flags.extend(options.cflags.iter().flat_map(|flags| split(flags.as_bytes())));
        Source { inputs: options.inputs.clone(), gcc: options.gcc.clone(), flags, function: None }
    }
}

impl Run {
    /// The run that a check is about.
    pub(crate) fn of_check(options: &cli::Check) -> Run {
        let (semantics, given) = (&options.semantics, &options.surroundings);
        let any = |given: cli::Given| given == cli::Given::Any;
        Run {
            source: Source { function: semantics.function.clone(), ..Source::new(&options.program) },
            arguments: arguments(&options.program, &options.arguments),
            spurious: semantics.spurious,
            values: Values {
                choices: semantics.choices,
                early_choices: options.engines.engine == Some(Engine::Paths),
                symbolic: semantics.nondet == cli::Inputs::Symbolic,
                solver_effort: semantics.solver_effort,
                dialect: Dialect {
                    undecided: semantics.unset == Unset::Any,
                    ..Dialect::new(&semantics.exceptions)
                },
                numbers: None,
                disguise: None,
            },
            properties: Properties {
                invariants: semantics.invariant.clone(),
                error: None,
                ltl: options.temporal.ltl.iter().map(|it| Formula::of_option(it)).collect(),
                script: None,
                endless: false,
                fairness: Some(options.temporal.fairness.name().to_owned()),
            },
            exceptions: Exceptions::new(&semantics.exceptions),
            files: Files {
                files: given.file.clone(),
                directories: given.dir.clone(),
                stdin: given.stdin.clone(),
                stdin_any: given.stdin_any,
                files_any: given.file_any.clone(),
                arguments_any: given.arg_any.clone(),
            },
            externals: Externals::new(&options.externals, semantics.threads.clone()),
            fail: given.fail.clone(),
            environment: given.env.clone(),
            any: Any {
                random: any(given.rand),
                clock: given.clock == cli::Clock::Any,
                ids: any(given.ids),
                addresses: any(given.addresses),
            },
            events: Events::new(given),
            shared: Vec::new(),
            beside: Beside::default(),
            host: None,
        }
    }

    /// The run of `gmc run`.
    pub(crate) fn of_run(options: &cli::Run) -> Run {
        Run {
            source: Source::new(&options.program),
            arguments: arguments(&options.program, &options.arguments),
            spurious: false,
            values: Values {
                disguise: options.disguise.map(NonZeroU32::get),
                dialect: Dialect::new(&options.exceptions),
                ..Values::of_run()
            },
            properties: Properties::default(),
            exceptions: Exceptions::new(&options.exceptions),
            files: Files::default(),
            externals: Externals::new(&options.externals, options.threads.clone()),
            fail: Vec::new(),
            environment: options.env.clone(),
            any: Any::default(),
            events: Events::default(),
            shared: Vec::new(),
            beside: Beside::default(),
            host: Some(OfHost { files: options.files.clone(), network: options.network == cli::Reach::Host }),
        }
    }

    /// The run that a script drives: that of `gmc check` without options.
    pub(crate) fn of_script(options: &cli::Script) -> Run {
        Run {
            source: Source::new(&options.program),
            arguments: arguments(&options.program, &options.arguments),
            spurious: false,
            values: Values { symbolic: true, ..Values::of_run() },
            properties: Properties::default(),
            exceptions: Exceptions::default(),
            files: Files { stdin: options.stdin.clone(), ..Files::default() },
            externals: Externals::new(&options.externals, None),
            fail: Vec::new(),
            environment: Vec::new(),
            any: Any::default(),
            events: Events::default(),
            shared: Vec::new(),
            beside: Beside::default(),
            host: None,
        }
    }

    /// Whether things happen without the program's doing.
    pub(crate) fn environment_acts(&self) -> bool {
        self.environment().acts()
    }

    /// What happens without the program's doing.
    pub(crate) fn environment(&self) -> Environment {
        self.events.environment(&self.beside)
    }

    /// The same, with the programs and the system that options name.
    ///
    /// # Errors
    /// What is wrong with the system's file.
    pub(crate) fn with_others(mut self, others: &cli::Others) -> Result<Run, String> {
        for (named, inputs) in &others.given {
            let source = Source { inputs: inputs.clone(), function: None, ..self.source.clone() };
            self.beside.programs.push(Other { named: named.clone(), source });
        }
        if let Some(path) = &others.system {
            let read = crate::system::read(path)?;
            let Source { gcc, flags, .. } = self.source.clone();
            let with = |source: Source| {
                let flags = flags.iter().cloned().chain(source.flags).collect();
                Source { gcc: gcc.clone(), flags, ..source }
            };
            self.source = with(read.source);
            self.arguments = read.arguments;
            self.events = self.events.or(read.events);
            self.properties.invariants.extend(read.invariants);
            let given = std::mem::take(&mut self.beside.programs);
            let own = read.beside.programs.into_iter().map(|it| Other { source: with(it.source), ..it });
            self.beside = Beside { programs: own.chain(given).collect(), system: read.beside.system };
        }
        self.refuse_beside()?;
        self.refuse_crashes()?;
        Ok(self)
    }

    /// Says so where options do not go together with other programs, or with a system.
    fn refuse_beside(&self) -> Result<(), String> {
        if self.beside.system.is_none() {
            return Ok(());
        }
        if self.host.as_ref().is_some_and(|it| it.network) {
            return Err(
                "--network host is not for a system: its hosts have a network of their own".to_owned()
            );
        }
        let files = &self.files;
        let asked = [
            ("--file", !files.files.is_empty(), "`files` of a [host.NAME]"),
            ("--dir", !files.directories.is_empty(), "`dirs` of a [host.NAME]"),
            ("--stdin", files.stdin.is_some(), "`stdin` of a [[process]]"),
            ("--stdin-any", files.stdin_any.is_some(), "`stdin` of a [[process]]"),
            ("--file-any", !files.files_any.is_empty(), "`files` of a [host.NAME]"),
            ("--arg-any", !files.arguments_any.is_empty(), "`args` of a [[process]]"),
            ("--env", !self.environment.is_empty(), "`env` of a [[process]]"),
            ("--function", self.source.function.is_some(), "a [program.NAME] with a `main`"),
        ];
        match asked.iter().find(|it| it.1) {
            Some((option, _, instead)) => {
                Err(format!("{option} is not for a system: its file says that, with {instead}"))
            }
            None => Ok(()),
        }
    }

    /// Says so where crashes do not go together with something else.
    fn refuse_crashes(&self) -> Result<(), String> {
        self.events.check(&self.beside)?;
        let files = &self.files;
        let is_any =
            files.stdin_any.is_some() || !files.files_any.is_empty() || !files.arguments_any.is_empty();
        if self.events.crashes() && is_any {
            return Err(
                "--restart and --crash are for programs whose files and input are given: not with --stdin-any, \
                 --file-any, --arg-any"
                    .to_owned(),
            );
        }
        Ok(())
    }

    /// All files that are read as programs.
    pub(crate) fn all_inputs(&self) -> impl Iterator<Item = &PathBuf> {
        let others = self.beside.programs.iter().flat_map(|it| &it.source.inputs);
        self.source.inputs.iter().chain(&self.externals.models).chain(others)
    }

    /// The files that are compiled: the program's, and models of functions that gmc does not model.
    pub(crate) fn compiled_files(&self) -> Source {
        let mut source = self.source.clone();
        source.inputs.extend(self.externals.models.iter().cloned());
        source
    }

    /// The errors that the machine does not look for: it goes on as a processor does. Where a search goes on otherwise,
    /// as after what was never set, or only some errors of a kind do not count, the policy says so.
    pub(crate) fn goes_on_from(&self) -> Allow {
        let natively = |kind| self.host.is_some() && self.exceptions.ignore(kind);
        Allow {
            wild_pointers: self.exceptions.ignore(ErrorKind::InvalidPointerOperation),
            stray_pointers: !self.values.dialect.pedantic,
            words_of_bits: false,
            uninitialized: natively(ErrorKind::UninitializedRead),
            overflow: natively(ErrorKind::SignedOverflow),
            float_conversion: natively(ErrorKind::FloatConversion),
            division: natively(ErrorKind::DivisionByZero),
            undecided: self.values.dialect.undecided,
            strict_shifts: self.values.dialect.strict_shifts,
            endless_memory: self.values.dialect.endless_memory,
        }
    }

    /// Which values that cannot be known can be anything.
    pub(crate) fn free(&self) -> NondetInputs {
        NondetInputs {
            random: self.any.random,
            clock: self.any.clock,
            ids: self.any.ids,
            addresses: self.any.addresses,
            environment: self.environment.iter().any(|it| it == ANY),
        }
    }
}

/// The program's name, which is that of its first file, and its arguments.
fn arguments(program: &cli::Program, given: &[OsString]) -> Vec<Vec<u8>> {
    let name = program.inputs.first().map_or(Vec::new(), |input| input.as_os_str().as_bytes().to_vec());
    std::iter::once(name).chain(given.iter().map(|it| it.clone().into_vec())).collect()
}
