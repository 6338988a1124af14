//! A run as an interleaving: one column for each thread, time runs downwards.
//!
//! ```text
//! how it comes about:
//!      thread 0                      thread 1                 thread 2
//!  37  pthread_create(&taker, 0, …
//!  14                                pthread_mutex_lock(&fr…
//!  16                                                         from->balance -= amount;
//!                                                               mine.balance: 100 → 90
//! ```
//!
//! Consecutive steps of one thread in one source line are one row, with their effects on memory below it. Long turns of
//! one thread, and long runs, lose their middle, unless every statement is asked for.

use super::escape::escaped_name;
use super::{BLUE, BOLD, DIM, PLAIN, Printer, RED};
use gmc_model::{Effect, Event, Location, ThreadId};
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

/// Rows shown of one thread's turn: at its start, and at its end.
const TURN_ROWS: (usize, usize) = (4, 4);

/// Rows shown of a run: at its start, and at its end.
const RUN_ROWS: (usize, usize) = (16, 40);

/// Effects on memory shown below a row.
const MAX_EFFECTS: usize = 3;

/// Columns are not narrower than this; without room for that, threads are named in each row instead.
const NARROWEST: usize = 18;

/// Blanks between columns.
const GAP: usize = 2;

/// What a thread does in one source line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    thread: ThreadId,
    file: String,
    line: u32,
    text: String,
    /// The alternative that was chosen, where there are several: ` → 2`.
    alternative: String,
    /// Its effects on memory.
    effects: Vec<String>,
    /// The violation happens here.
    wrong: bool,
    steps: usize,
}

/// A run to be shown.
#[derive(Clone, Copy)]
pub(super) struct Run<'e> {
    /// How many steps come before `events`.
    pub(super) skipped: usize,
    pub(super) events: &'e [Event],
    /// The thread and the source location of the violation.
    pub(super) end: Option<(ThreadId, &'e Location)>,
    /// Show every statement.
    pub(super) verbose: bool,
}

/// A row, or how many steps are not shown.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    Row(Row),
    /// Steps of one thread that are not shown.
    Turn(ThreadId, usize),
    /// Steps of several threads that are not shown.
    Run(usize),
}

impl Printer<'_> {
    /// The run in columns, in at most `width` characters.
    pub(super) fn columns(&mut self, title: &str, run: Run<'_>, width: usize) -> fmt::Result {
        let mut rows = if run.verbose { self.statements(run.events) } else { self.rows(run.events) };
        if run.events.is_empty() {
            return Ok(());
        }
        if let Some((thread, at)) = run.end {
            self.finish(&mut rows, thread, at);
        }
        let threads: Vec<ThreadId> =
            rows.iter().map(|it| it.thread).collect::<BTreeSet<_>>().into_iter().collect();
        if threads.is_empty() || rows.iter().all(|row| row.text.is_empty()) {
            return Ok(());
        }
        let shown = if run.verbose {
            rows.into_iter().map(Shown::Row).collect()
        } else {
            shorten(&rows, run.skipped)
        };
        let margin = shown.iter().map(|it| it.line().to_string().len()).max().unwrap_or(1) + 2;
        let widths = widths(&shown, &threads, width.saturating_sub(margin + 1));
        let (bold, plain) = (self.paint(BOLD), self.paint(PLAIN));
        let one_file = shown.iter().filter_map(Shown::file).collect::<BTreeSet<_>>().len() < 2;
        let place = if let (true, Some(file)) = (one_file, shown.iter().find_map(Shown::file)) {
            format!(" (lines of {file})")
        } else {
            String::new()
        };
        writeln!(self.out, "{bold}{title}{place}:{plain}")?;
        if let Some(widths) = &widths {
            let mut head = String::new();
            for (thread, width) in threads.iter().zip(widths) {
                head += &fit(&Event::name_of(*thread, run.events), "", *width);
            }
            writeln!(self.out, "{:margin$}{bold}{}{plain}", "", head.trim_end())?;
        }
        let mut file = None;
        for it in &shown {
            if !one_file && it.file().is_some() && it.file() != file {
                file = it.file();
                writeln!(self.out, "{:margin$}{}:", "", escaped_name(file.unwrap_or_default()))?;
            }
            let name = |thread| Event::name_of(thread, run.events);
            self.row(it, (&threads, &name), widths.as_deref(), margin)?;
        }
        Ok(())
    }

    fn row(
        &mut self,
        it: &Shown,
        (threads, name): (&[ThreadId], &dyn Fn(ThreadId) -> String),
        widths: Option<&[usize]>,
        margin: usize,
    ) -> fmt::Result {
        let (frame, plain) = (self.paint(BLUE), self.paint(PLAIN));
        let number = match it {
            Shown::Row(row) if row.line > 0 => row.line.to_string(),
            _ => String::new(),
        };
        let (thread, text, alternative) = match it {
            Shown::Row(row) => (Some(row.thread), row.text.clone(), row.alternative.as_str()),
            Shown::Turn(thread, steps) => (Some(*thread), format!("… {}", plural(*steps)), ""),
            Shown::Run(steps) => (None, format!("… {}", plural(*steps)), ""),
        };
        write!(self.out, "{frame}{number:>0$}{plain}  ", margin - 2)?;
        let Some(widths) = widths else {
            // There is no room for columns.
            return match thread {
                Some(thread) => writeln!(self.out, "{}: {text}{alternative}", name(thread)),
                None => writeln!(self.out, "{text}"),
            };
        };
        let at = thread.and_then(|thread| threads.iter().position(|it| *it == thread)).unwrap_or(0);
        let before: usize = widths[..at].iter().sum();
        let wrong = matches!(it, Shown::Row(Row { wrong: true, .. }));
        let style = self.paint(if wrong { RED } else { "" });
        let end = if wrong { plain } else { "" };
        writeln!(self.out, "{:before$}{style}{}{end}", "", fit(&text, alternative, widths[at]).trim_end())?;
        let Shown::Row(row) = it else { return Ok(()) };
        let dim = self.paint(DIM);
        for effect in &row.effects {
            let text = fit(&format!("  {effect}"), "", widths[at]);
            writeln!(self.out, "{:margin$}{:before$}{dim}{}{plain}", "", "", text.trim_end())?;
        }
        Ok(())
    }

    fn rows(&mut self, events: &[Event]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for event in events {
            let (file, line) = event.location.as_ref().map_or(("", 0), |at| (at.file.as_str(), at.line));
            let text =
                self.line(file, line).map_or_else(|| event.action.clone(), |text| text.trim().to_owned());
            let alternative =
                if event.outcomes > 1 { format!(" → {}", event.choice.alternative) } else { String::new() };
            let thread = event.choice.thread;
            match rows.last_mut() {
                Some(last)
                    if (last.thread, last.file.as_str(), last.line) == (thread, file, line)
                        && alternative.is_empty()
                        && (line > 0 || last.text == text) =>
                {
                    last.steps += 1;
                    add_effects(&mut last.effects, &event.effects);
                }
                _ => {
                    let mut row = Row { alternative, ..Row::new(thread, file, line, text) };
                    add_effects(&mut row.effects, &event.effects);
                    rows.push(row);
                }
            }
            rows.extend(labels(event, file));
        }
        rows
    }

    /// One row for every statement that was executed.
    fn statements(&mut self, events: &[Event]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for event in events {
            let first = rows.len();
            for (thread, at) in &event.path {
                let text = self.shown_line(&at.file, at.line).unwrap_or_default();
                rows.push(Row::new(*thread, &at.file, at.line, text));
            }
            if rows.len() == first {
                rows.extend(self.rows(std::slice::from_ref(event)));
                continue;
            }
            if event.outcomes > 1 {
                rows[first].alternative = format!(" → {}", event.choice.alternative);
            }
            add_effects(&mut rows[first].effects, &event.effects);
            let file = rows[first].file.clone();
            rows.extend(labels(event, &file));
        }
        rows
    }

    /// Marks the row of the violation, or adds one.
    fn finish(&mut self, rows: &mut Vec<Row>, thread: ThreadId, at: &Location) {
        if let Some(last) = rows.last_mut()
            && (last.thread, last.file.as_str(), last.line) == (thread, at.file.as_str(), at.line)
        {
            last.text = format!("✗ {}", last.text);
            last.wrong = true;
        } else if let Some(text) = self.shown_line(&at.file, at.line) {
            let row = Row::new(thread, &at.file, at.line, format!("✗ {text}"));
            rows.push(Row { wrong: true, steps: 0, ..row });
        }
    }
}

impl Row {
    fn new(thread: ThreadId, file: &str, line: u32, text: String) -> Row {
        let (alternative, effects) = (String::new(), Vec::new());
        Row { thread, file: file.to_owned(), line, text, alternative, effects, wrong: false, steps: 1 }
    }
}

/// The labels that threads set (`gmc_label`), as rows.
fn labels(event: &Event, file: &str) -> impl Iterator<Item = Row> {
    let row = |(thread, text): &(ThreadId, String)| Row {
        steps: 0,
        ..Row::new(*thread, file, 0, format!("“{text}”"))
    };
    event.labels.iter().map(row).collect::<Vec<_>>().into_iter()
}

/// Adds a step's effects on memory, as far as there is room.
fn add_effects(to: &mut Vec<String>, effects: &[Effect]) {
    for effect in effects {
        let text = match effect {
            Effect::Read { place, value } => format!("{place} is {value}"),
            Effect::Written { place, before, after } if before == after => format!("{place} stays {after}"),
            Effect::Written { place, before, after } => format!("{place}: {before} → {after}"),
        };
        if to.len() < MAX_EFFECTS && !to.contains(&text) {
            to.push(text);
        }
    }
}

impl Shown {
    fn line(&self) -> u32 {
        if let Shown::Row(row) = self { row.line } else { 0 }
    }

    fn file(&self) -> Option<&str> {
        if let Shown::Row(row) = self {
            Some(row.file.as_str()).filter(|file| !file.is_empty())
        } else {
            None
        }
    }
}

/// Takes the middle out of long turns and long runs.
fn shorten(rows: &[Row], skipped: usize) -> Vec<Shown> {
    let mut out = Vec::new();
    if skipped > 0 {
        out.push(Shown::Run(skipped));
    }
    for turn in rows.chunk_by(|a, b| a.thread == b.thread) {
        let (first, last) = TURN_ROWS;
        // Leaving out a single row would save nothing.
        if turn.len() <= first + last + 1 {
            out.extend(turn.iter().cloned().map(Shown::Row));
            continue;
        }
        let hidden = &turn[first..turn.len() - last];
        out.extend(turn[..first].iter().cloned().map(Shown::Row));
        out.push(Shown::Turn(turn[0].thread, hidden.iter().map(|row| row.steps).sum()));
        out.extend(turn[turn.len() - last..].iter().cloned().map(Shown::Row));
    }
    let (first, last) = RUN_ROWS;
    if out.len() > first + last + 1 {
        let end = out.len() - last;
        let hidden = out[first..end].iter().map(|it| match it {
            Shown::Row(row) => row.steps,
            Shown::Turn(_, steps) | Shown::Run(steps) => *steps,
        });
        let hidden = hidden.sum();
        out.splice(first..end, [Shown::Run(hidden)]);
    }
    out
}

/// The width of each thread's column: what it needs, or an equal share. None when there is no room for columns.
fn widths(rows: &[Shown], threads: &[ThreadId], room: usize) -> Option<Vec<usize>> {
    let needed = |thread: ThreadId| {
        let texts = rows.iter().filter_map(|it| match it {
            Shown::Row(row) if row.thread == thread => {
                let effects = row.effects.iter().map(|it| it.chars().count() + 2).max().unwrap_or(0);
                Some((row.text.chars().count() + row.alternative.chars().count()).max(effects))
            }
            _ => None,
        });
        texts.max().unwrap_or(0).max(NARROWEST - GAP) + GAP
    };
    let needed: Vec<usize> = threads.iter().map(|&thread| needed(thread)).collect();
    // Columns that need less than an equal share leave the rest to the others.
    let mut left = threads.len();
    let mut share = room / left;
    loop {
        let modest: Vec<usize> = needed.iter().copied().filter(|it| *it <= share).collect();
        let (taken, others) = (modest.iter().sum::<usize>(), threads.len() - modest.len());
        if others == 0 || others == left {
            break;
        }
        left = others;
        share = room.saturating_sub(taken) / others;
    }
    let widths: Vec<usize> = needed.iter().map(|it| (*it).min(share)).collect();
    (share >= NARROWEST && widths.iter().sum::<usize>() <= room).then_some(widths)
}

/// A text and its end in a column of this width; the text is cut where both are too long.
fn fit(text: &str, end: &str, width: usize) -> String {
    let room = width.saturating_sub(GAP + end.chars().count());
    if text.chars().count() <= room {
        return format!("{:width$}", format!("{text}{end}"));
    }
    let cut: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{cut}…{end}{:GAP$}", "")
}

fn plural(steps: usize) -> String {
    if steps == 1 { "1 more step".to_owned() } else { format!("{steps} more steps") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gmc_model::{Choice, Location};

    const TEXT: &str = "int main(void) {\n  create(first_of_all_threads);\n  \
                        lock(&a_mutex_with_a_long_name);\n  lock(&b);\n}\n";

    fn event(thread: u32, line: u32) -> Event {
        let location = Location { file: "a.c".to_owned(), line, column: 1, function: "f".to_owned() };
        Event {
            choice: Choice { thread: ThreadId(thread), alternative: 0 },
            actor: None,
            outcomes: 1,
            location: Some(location),
            action: "act".to_owned(),
            creates: false,
            effects: Vec::new(),
            path: Vec::new(),
            labels: Vec::new(),
            messages: Vec::new(),
            is_environment: false,
        }
    }

    fn told(events: &[Event], width: usize) -> String {
        let sources = |file: &str| (file == "a.c").then(|| TEXT.to_owned());
        let mut out = String::new();
        Printer::new(&mut out, &sources, false)
            .columns("how it comes about", Run { skipped: 0, events, end: None, verbose: false }, width)
            .expect("a string");
        out
    }

    #[test]
    fn a_column_for_each_thread() {
        let events = [event(0, 1), event(0, 2), event(1, 3), event(1, 3), event(2, 4)];
        let expected = [
            "how it comes about (lines of a.c):",
            "   thread 0                     thread 1                     thread 2",
            "1  int main(void) {",
            "2  create(first_of_all_thread…",
            "3                               lock(&a_mutex_with_a_long_…",
            "4                                                            lock(&b);",
            "",
        ];
        assert_eq!(told(&events, 80), expected.join("\n"));
    }

    #[test]
    fn no_room_for_columns() {
        let events = [event(0, 1), event(1, 3), event(2, 4)];
        assert!(told(&events, 40).contains("4  thread 2: lock(&b);\n"), "{}", told(&events, 40));
    }

    #[test]
    fn the_middle_is_left_out() {
        let turn: Vec<Event> = (0..40).map(|at| event(1, at % 3 + 2)).collect();
        let text = told(&turn, 80);
        assert!(text.contains("… 32 more steps"), "{text}");
        assert_eq!(text.lines().count(), 2 + 4 + 1 + 4, "{text}");
        let run: Vec<Event> = (0..400).map(|at| event(at % 2, 2)).collect();
        let text = told(&run, 80);
        assert!(text.contains("… 344 more steps"), "{text}");
    }

    #[test]
    fn outcomes_and_actions() {
        let mut chosen = event(0, 9);
        (chosen.outcomes, chosen.choice.alternative) = (3, 2);
        assert!(told(&[chosen], 80).contains("act → 2"));
    }
}
