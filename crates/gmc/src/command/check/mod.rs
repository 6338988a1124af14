//! `gmc check`: everything that the program can do.

mod environments;
mod findings;
mod inputs;
mod judge;
mod minimise;
mod partial;
mod progress;
mod reports;
mod search;
mod slice;
mod suite;
mod temporal;

use super::approximate::Approximate;
use super::externals;
use super::formulas;
use super::loaded::Loaded;
use super::svcomp::{self, Property, Task};
use super::{Error, printing, program};
use crate::cli::{self, AnswerFormat};
use crate::exit::Exit;
use crate::run::Run;
use crate::watchdog::{self, Bounds, Phase};
use gmc_model::{Coverage, Gap, Severity};
use gmc_observe::{Profiler, Reached};
use gmc_report::terminal::{self, Style};
use gmc_report::{Answer, Word, json};
use gmc_search::Searched;
use gmc_system::Checked;
use gmc_system::observer::{Both, Observer, Record};
use gmc_term::SecondSolver;
use gmc_vm::Compiled;
use judge::judge;
pub(super) use reports::write_capture;
use std::sync::{Arc, OnceLock};
use suite::{Follower, Suite};

/// Checks the program.
pub(super) fn run(options: &cli::Check) -> Result<Exit, Error> {
    let run = Run::of_check(options).with_others(&options.others).map_err(Error::System)?;
    let (mut run, mut search) = (run, search::of_check(options));
    let property = match task(options)? {
        Some(task) => {
            task.apply(&mut run, &mut search);
            Some(task.property)
        }
        None => None,
    };
    if property.as_ref().and_then(Property::coverage).is_some() && options.reports.tests.tests.is_none() {
        return Err(Error::NoTests);
    }
    let judge = judge(options, &mut run, &mut search)?;
    search.check()?;
    if options.approximations.abstraction.is_some() && !search.uses_abstract_states() {
        return Err(Error::IdleAbstraction);
    }
    // A solver that the user names and that cannot be used must not go unnoticed.
    if std::env::var_os(SecondSolver::VARIABLE).is_some()
        && let Err(why) = SecondSolver::open()
    {
        eprintln!("gmc: warning: {why}; gmc goes on without it");
    }
    if options.semantics.ask_twice {
        gmc_term::ask_twice().map_err(|why| Error::AskTwice { why })?;
    }
    let output = OutputStyle::new(&options.output);
    let bounds = Bounds { time: options.limits.time, memory: Some(search.budget.memory), signals: true };
    let at_limit = reports::AtLimit::new(options, &run);
    let on_memory = search.memory_advice();
    let suite = Arc::new(OnceLock::<Arc<Suite>>::new());
    let (on_memory_at_limit, property_at_limit) = (on_memory.clone(), property.clone());
    let (suite_at_limit, tests) = (suite.clone(), options.reports.tests.clone());
    watchdog::start(bounds, move |_, why| {
        let mut answer = partial::ended_by(why);
        answer.advise_on_memory(&on_memory_at_limit);
        answer.tests = suite_at_limit.get().map(|it| it.figures(&tests));
        // The answer first: it must not be lost with the reports.
        let printed = print(output, &answer, "", property_at_limit.as_ref());
        let lost = at_limit.write(&answer);
        printed.err().iter().chain(&lost).for_each(Error::report);
        exit_of(&answer)
    });
    let program = program::read_with_models(&run.compiled_files(), options.program.timings)?;
    if options.semantics.list_externals {
        return externals::list(&program);
    }
    formulas::collect(&mut run, &options.temporal, &program)?;
    search.asked.formulas = !run.properties.ltl.is_empty();
    search.check()?;
    let mut loaded = Loaded::new(run, program)?;
    let approximations = &options.approximations;
    let abstraction = approximations.abstraction.as_deref();
    loaded.approximate_by(Approximate::new(
        &approximations.ignore,
        abstraction,
        approximations.unwind,
        &loaded.program,
    )?);
    watchdog::enter(Phase::Working);
    let compiled = loaded.compiled()?.clone();
    search.asked.every_state |= loaded.may_name_invariants()?;
    search.asked.ignores |=
        compiled.uses.ignored_bytes || options.approximations.slice == Some(cli::Slice::Auto);
    let cover = property.as_ref().and_then(Property::coverage);
    let cover = cover.or_else(|| Property::CoverBranches.coverage()).unwrap_or_default();
    if let Some(new) = Suite::new(&options.reports.tests, &loaded, &cover)? {
        suite.get_or_init(|| Arc::new(new)).begin()?;
    }
    let observers = Observers::new(options, &compiled, suite.get().cloned());
    if let Some(how) = options.approximations.slice {
        slice::slice(&mut loaded, &search, how)?;
    }
    let searched = search::search(&loaded, &observers, search, property.as_ref())?;
    watchdog::enter(Phase::Reporting);
    let (mut answer, mut advice) =
        findings::answer(options, &loaded, &observers, searched, property.as_ref())?;
    answer.judge(loaded.formulas.properties().iter().map(|it| (it.name.as_str(), it.shown())));
    answer.advise_on_memory(&on_memory);
    answer.tests = suite.get().map(|it| it.figures(&options.reports.tests));
    advice.extend(suite.get().map(|it| it.advice(&options.reports.tests)));
    let mut lost = reports::write(options, &loaded, &answer, property.as_ref());
    lost.extend(suite.get().and_then(|it| it.failure()));
    match environments::told(&options.reports, &answer) {
        Ok(told) => advice += &told,
        Err(error) => lost.push(error),
    }
    watchdog::done();
    if options.program.timings {
        program::tell_counts(&loaded.program);
    }
    tell_second_opinions();
    lost.extend(print(output, &answer, &advice, property.as_ref()).err());
    lost.extend(judge::report(judge.as_ref(), options.output.format, &answer).err());
    lost.iter().for_each(Error::report);
    Ok(match exit_of(&answer) {
        // A user who looks at nothing but the exit code must not think that all reports are there.
        Exit::Success if !lost.is_empty() => Exit::FrontEnd,
        exit => exit,
    })
}

/// Says what Z3 was asked, too, if it was.
fn tell_second_opinions() {
    if let Some((confirmed, open)) = gmc_term::asked_twice() {
        eprintln!("gmc: Z3 confirms {confirmed} refutations of the solver, and gives up on {open}");
    }
}

/// The task of SV-COMP that is the input, where the options say so.
fn task(options: &cli::Check) -> Result<Option<Task>, Error> {
    match (options.task.svcomp, &options.program.inputs[..]) {
        (false, _) | (true, []) => Ok(None),
        (true, [task]) => Task::read(task, options.task.property.as_deref()).map(Some),
        (true, [_, other, ..]) => {
            let why = "a task names all files of its program, and is the only input".to_owned();
            Err(Error::Task { path: other.display().to_string(), why })
        }
    }
}

/// What watches a search for reports.
struct Observers {
    /// The operations that were executed, for coverage.
    reached: Option<Reached>,
    /// What states differ in.
    profiler: Option<Profiler>,
    /// Tests that are written.
    suite: Option<Arc<Suite>>,
}

impl Observers {
    fn new(options: &cli::Check, compiled: &Compiled, suite: Option<Arc<Suite>>) -> Observers {
        let reports = &options.reports;
        let covers = reports.coverage.is_some() || reports.html.is_some() || reports.environment.is_some();
        let covers = covers || !reports.coverage_of.is_empty();
        Observers {
            reached: covers.then(|| Reached::new(compiled)),
            profiler: options.output.profile.then(Profiler::default),
            suite,
        }
    }

    /// Has an execution watched.
    fn watch(&self, execution: &mut Checked) {
        let coverage = match (self.suite.clone(), self.reached.clone()) {
            (Some(suite), reached) => Some(Box::new(Follower::new(suite, reached)) as Box<dyn Observer>),
            (None, reached) => reached.map(|it| Box::new(it) as Box<dyn Observer>),
        };
        let profiler = self.profiler.clone().map(|it| Box::new(it) as Box<dyn Observer>);
        execution.observer = match (coverage, profiler) {
            (Some(coverage), Some(profiler)) => Some(Box::new(Both(coverage, profiler))),
            (one, other) => one.or(other),
        };
    }

    /// Whether they see each operation.
    fn see_operations(&self) -> bool {
        self.reached.is_some() || self.suite.is_some()
    }

    /// What a checkpoint must keep of what they have seen.
    fn record(&self) -> Option<Arc<dyn Record>> {
        self.reached.clone().map(|it| Arc::new(it) as Arc<dyn Record>)
    }

    /// What searches have executed.
    fn coverage(&self, compiled: &Compiled) -> Option<Coverage> {
        self.reached.as_ref().map(|it| it.coverage(compiled))
    }
}

/// What is said where no run comes past the assumptions of the program.
const NOTHING_CHECKED: &str = "every run ends at an assumption of the program that does not hold, so nothing behind these \
                               assumptions was checked: do they contradict each other?";

/// The answer that a search amounts to, without its findings.
fn bare_answer(
    options: &cli::Check,
    loaded: &Loaded,
    observers: &Observers,
    searched: &mut Searched,
    property: Option<&Property>,
) -> Result<Answer, Error> {
    searched.result.premises = loaded.premises();
    let mut answer = Answer::new(&searched.result);
    answer.assumptions = loaded.assumptions(searched.result.premises, property.map(|it| it.name(None)));
    answer.assumptions.extend(loaded.formulas.assumption());
    let warned = loaded.met.tolerated.met().into_iter().filter(|it| it.1 == Severity::Warned);
    answer.warnings = warned.map(|it| it.0).collect();
    let stats = &searched.result.stats;
    if stats.pruned > 0 && stats.ended == 0 && stats.revisited == 0 && searched.result.findings.is_empty() {
        answer.assumptions.push(NOTHING_CHECKED.to_owned());
    }
    answer.coverage = observers.coverage(loaded.compiled()?);
    answer.used = Some(searched.used.clone());
    answer.solver = loaded.met.solver.stats();
    answer.profile = observers.profiler.as_ref().map(Profiler::profile);
    loaded.approximate.gap().into_iter().for_each(|gap| answer.add_gap(gap));
    if let Some(what) = property.and_then(Property::unchecked_part) {
        answer.add_gap(Gap::Property { what: what.to_owned() });
    }
    if options.semantics.strict && searched.result.findings.is_empty() {
        answer.be_strict();
    }
    Ok(answer)
}

/// Prints the answer, and what to do with reproducers.
fn print(
    output: OutputStyle,
    answer: &Answer,
    advice: &str,
    property: Option<&Property>,
) -> Result<(), Error> {
    let mut printed = Ok(());
    if let (Some(property), AnswerFormat::Text) = (property, output.format) {
        printed = printing::print(&svcomp::answer(property, answer));
    }
    printed = printed.and(output.print(answer));
    if output.format == AnswerFormat::Text {
        printed = printed.and(printing::print(advice));
    }
    printed
}

fn exit_of(answer: &Answer) -> Exit {
    match answer.word() {
        Word::Holds => Exit::Success,
        Word::Violated => Exit::Violated,
        Word::Unknown => Exit::Unknown,
    }
}

/// How the answer is printed.
#[derive(Clone, Copy)]
struct OutputStyle {
    format: AnswerFormat,
    stats: bool,
    verbose: bool,
    chart: bool,
}

impl OutputStyle {
    fn new(options: &cli::Output) -> OutputStyle {
        let cli::Output { format, stats, verbose, chart, .. } = *options;
        OutputStyle { format, stats, verbose, chart }
    }

    fn print(self, answer: &Answer) -> Result<(), Error> {
        match self.format {
            AnswerFormat::Json => printing::print(&(json::answer(answer) + "\n")),
            AnswerFormat::Text => {
                let mut text = String::new();
                let (colour, width) = (printing::colour(), printing::width());
                let (verbose, chart) = (self.verbose, self.chart);
                let style = Style { colour, width, verbose, chart, details: self.stats };
                terminal::answer(&mut text, answer, &printing::sources(), style)?;
                printing::print(&text)
            }
        }
    }
}
