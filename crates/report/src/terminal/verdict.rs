//! The answer of a check on a terminal: its findings, its verdict, and what the verdict does not cover.

use super::columns::Run;
use super::{BOLD, GREEN, PLAIN, Printer, Sources, YELLOW};
use crate::answer::{Answer, Replayed, Word};
use crate::chart::Chart;
use crate::environments::branching;
use crate::lcov;
use crate::reason::Reason;
use gmc_model::{ErrorKind, Stats};
use std::fmt::{self, Write};

/// How an answer is written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// With colours.
    pub colour: bool,
    /// Interleavings and wrapped texts take at most this many characters a line.
    pub width: usize,
    /// With every statement of a run.
    pub verbose: bool,
    /// With a chart of the messages of a run.
    pub chart: bool,
    /// With all figures of the search.
    pub details: bool,
}

/// Writes an answer.
///
/// # Errors
/// Those of `out`.
pub fn answer(out: &mut dyn Write, answer: &Answer, sources: &dyn Sources, style: Style) -> fmt::Result {
    let mut printer = Printer::new(out, sources, style.colour);
    printer.width = style.width;
    for (at, replayed) in answer.findings.iter().enumerate() {
        if at > 0 {
            writeln!(printer.out)?;
        }
        printer.finding(replayed, style)?;
    }
    for it in &answer.warnings {
        printer.warning(it)?;
    }
    match answer.word() {
        Word::Holds => printer.holds(answer)?,
        Word::Violated => printer.violated(answer)?,
        Word::Unknown => printer.unknown(answer)?,
    }
    for it in &answer.properties {
        writeln!(printer.out, "property `{}`: {}: {}", it.name, it.word.name(), it.formula)?;
    }
    if let Some(used) = &answer.used {
        writeln!(printer.out, "engine: {}, as {}", used.engine, used.why)?;
        for (function, threads) in &used.alike {
            writeln!(printer.out, "symmetry: nobody can tell {threads} threads of `{function}` apart")?;
        }
    }
    if let Some(tests) = &answer.tests {
        writeln!(printer.out, "{tests}")?;
    }
    writeln!(printer.out, "{}", Figures(&answer.stats))?;
    if style.details {
        printer.details(answer)?;
    }
    answer.profile.as_ref().map_or(Ok(()), |it| printer.profile(it))
}

impl Printer<'_> {
    fn finding(&mut self, it: &Replayed, style: Style) -> fmt::Result {
        let finding = &it.finding;
        self.violation(&finding.violation)?;
        let skipped = finding.trace.len() - it.events.len();
        let run = finding.lap.unwrap_or(finding.trace.len()).saturating_sub(skipped);
        let (run, lap) = it.events.split_at(run.min(it.events.len()));
        let violation = &finding.violation;
        let end = violation
            .location
            .as_ref()
            .filter(|_| finding.lap.is_none() && violation.kind != ErrorKind::MemoryLeak);
        let end = end.map(|at| (violation.thread, at));
        let run = Run { skipped, events: run, end, verbose: style.verbose };
        self.columns("how it comes about", run, style.width)?;
        let lap = Run { skipped: 0, events: lap, end: None, verbose: style.verbose };
        self.columns("what can then be repeated for ever", lap, style.width)?;
        if style.chart {
            let chart = Chart::new(&it.events, skipped + 1, Some(violation));
            self.chart(&chart, style.width)?;
        }
        if finding.count > 1 {
            writeln!(self.out, "met {} times; this is the shortest way to it that was met", finding.count)?;
        }
        let steps = plural(finding.trace.len() as u64, "step");
        let steps = match it.switches() {
            0 => steps,
            1 => format!("{steps}, 1 switch of threads"),
            many => format!("{steps}, {many} switches of threads"),
        };
        let steps = if it.minimal { format!("{steps}: no run to it has fewer") } else { steps };
        match &it.trace {
            Some(file) => {
                writeln!(self.out, "trace: {file} ({steps}); `gmc replay {file}` shows it step by step")
            }
            None => writeln!(self.out, "trace: {steps}, not written"),
        }
    }

    fn holds(&mut self, answer: &Answer) -> fmt::Result {
        let (green, plain) = (self.paint(GREEN), self.paint(PLAIN));
        write!(self.out, "{green}holds{plain}: {}, and nothing is wrong in any", covered(answer))?;
        if answer.omission > 0.0 {
            write!(self.out, "; the probability that one was missed is below {}", Bound(answer.omission))?;
        }
        writeln!(self.out)?;
        self.unreached(answer)?;
        self.assumed(answer)
    }

    /// Code that was never executed: nothing is known about it, although the answer is "holds".
    fn unreached(&mut self, answer: &Answer) -> fmt::Result {
        let Some(coverage) = &answer.coverage else { return Ok(()) };
        match &lcov::unreached(coverage)[..] {
            [] => writeln!(self.out, "executed: every line of the program"),
            missed => writeln!(self.out, "never executed: {}", missed.join(", ")),
        }
    }

    fn assumed(&mut self, answer: &Answer) -> fmt::Result {
        match answer.assumptions[..] {
            [] => Ok(()),
            _ => writeln!(self.out, "assumed: {}", answer.assumptions.join("; ")),
        }
    }

    fn violated(&mut self, answer: &Answer) -> fmt::Result {
        let (bold, plain) = (self.paint(BOLD), self.paint(PLAIN));
        let causes = plural(answer.findings.len() as u64, "cause");
        if answer.complete {
            writeln!(
                self.out,
                "{bold}violated{plain}: {causes}, and {}; what comes after an error was not examined",
                covered(answer)
            )?;
        } else if !answer.reasons.is_empty() {
            writeln!(self.out, "{bold}violated{plain}: {causes} so far; there may be others:")?;
            self.reasons(&answer.reasons)?;
        }
        let relied: Vec<String> =
            answer.premises.iter().filter(|it| it.is_arbitrary()).map(|it| it.to_string()).collect();
        if relied.is_empty() { Ok(()) } else { writeln!(self.out, "assumed: {}", relied.join("; ")) }
    }

    fn unknown(&mut self, answer: &Answer) -> fmt::Result {
        self.reasons(&answer.reasons)?;
        let stats = &answer.stats;
        write!(self.out, "nothing wrong was found in {}", plural(stats.states, "visited state"))?;
        match stats.frontier {
            0 => writeln!(self.out),
            1 => writeln!(self.out, "; one of them has choices that were not tried"),
            many => writeln!(self.out, "; {many} of them have choices that were not tried"),
        }
    }

    fn reasons(&mut self, reasons: &[Reason]) -> fmt::Result {
        for reason in reasons {
            self.head(reason.location.as_ref(), "unknown", YELLOW, &reason.message)?;
            if let Some(at) = &reason.location {
                self.excerpt(at, YELLOW)?;
            }
            if let Some(advice) = &reason.advice {
                writeln!(self.out, "next: {advice}")?;
            }
        }
        Ok(())
    }

    fn details(&mut self, answer: &Answer) -> fmt::Result {
        let it = &answer.stats;
        let rows = [
            ("steps to states visited before", it.revisited),
            ("steps ended by assumptions", it.pruned),
            ("states in which the program has ended", it.ended),
            ("states of which some choices sufficed", it.reduced),
            ("searches given up, as what they had left out mattered", it.restarts),
            ("states as deep as allowed", it.cut),
            ("states with choices that were not tried", it.frontier),
            ("bytes of the visited set", it.visited_bytes as u64),
        ];
        for (what, value) in rows {
            writeln!(self.out, "{value:>14} {what}")?;
        }
        if let Some((executions, redundant, blocked)) = answer.used.as_ref().and_then(|it| it.runs) {
            writeln!(self.out, "{executions:>14} runs that came to their end")?;
            writeln!(self.out, "{redundant:>14} runs that turned out to be equal to others")?;
            writeln!(self.out, "{blocked:>14} runs that ended where a thread waits in vain")?;
        }
        if answer.solver.queries > 0 {
            let solver = answer.solver;
            writeln!(self.out, "{:>14} questions to the solver", solver.queries)?;
            writeln!(self.out, "{:>14} of them answered from earlier answers", solver.known)?;
            writeln!(self.out, "{:>14} of them answered by the second solver", solver.second)?;
            writeln!(self.out, "{:>14} of them given up", solver.given_up)?;
            writeln!(self.out, "{:>14.2} seconds in the solver", solver.nanoseconds as f64 / 1e9)?;
            writeln!(self.out, "{:>14} terms in the largest question", solver.largest)?;
        }
        writeln!(self.out, "{:>14.2} choices a state, on average (branching factor)", branching(it))?;
        if it.states > 0 {
            writeln!(self.out, "{:>14.1} bytes a state", it.visited_bytes as f64 / it.states as f64)?;
        }
        match answer.omission {
            bound if bound == 0.0 || bound >= 1.0 => Ok(()),
            bound => writeln!(
                self.out,
                "{:>14} bounds the probability that a state was missed",
                Bound(bound).to_string()
            ),
        }
    }
}

/// `46 states, 72 transitions, depth 20, 0.03 s, 12.1 MiB`
struct Figures<'s>(&'s Stats);

impl fmt::Display for Figures<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let it = self.0;
        let seconds = it.elapsed.as_secs_f64();
        write!(f, "{}, {}, ", plural(it.states, "state"), plural(it.transitions, "transition"))?;
        write!(f, "depth {}, {seconds:.2} s, {:.1} MiB", it.depth, it.peak_bytes as f64 / f64::from(1 << 20))
    }
}

/// What a complete search covers.
fn covered(answer: &Answer) -> &'static str {
    match &answer.used {
        Some(used) if used.leaves_paths_out() => {
            "every run was followed, of those that are safe for the same reason one"
        }
        Some(used) if used.leaves_orders_out() => {
            "every run was followed, of those that differ in the order of independent steps one"
        }
        Some(used) if !used.alike.is_empty() => {
            "every reachable state was visited, of those that differ in which of several equal threads does what one"
        }
        _ => "every reachable state was visited",
    }
}

/// The smallest power of ten above a probability.
struct Bound(f64);

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1e{}", self.0.log10().floor() + 1.0)
    }
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
