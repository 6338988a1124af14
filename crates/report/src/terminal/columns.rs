//! A run as an interleaving: one column for each thread, time goes down.
//!
//! ```text
//! how it comes about:
//!      thread 0                      thread 1                 thread 2
//!  37  pthread_create(&taker, 0, …
//!  14                                pthread_mutex_lock(&fr…
//!  14                                                         pthread_mutex_lock(&fr…
//! ```
//!
//! Steps of one thread in one line of the source are one row. What a thread does for long without interruption, and runs
//! that are longer than anybody reads, lose their middle.

use super::{BLUE, BOLD, PLAIN, Printer};
use gmc_model::Event;
use std::collections::BTreeSet;
use std::fmt;

/// Rows of one thread without interruption that are shown: at the start, and at the end.
const TURN: (usize, usize) = (4, 4);

/// Rows that are shown altogether.
const RUN: (usize, usize) = (16, 40);

/// A column narrower than this says nothing.
const NARROWEST: usize = 18;

/// Between columns.
const GAP: usize = 2;

/// A row: what a thread does in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    thread: u32,
    file: String,
    line: u32,
    text: String,
    /// The outcome, where there is a choice: ` → 2`.
    outcome: String,
    steps: usize,
}

/// A row, or how many steps are left out.
#[derive(Debug, PartialEq, Eq)]
enum Shown {
    Row(Row),
    /// Of one thread.
    Turn(u32, usize),
    /// Of several.
    Run(usize),
}

impl Printer<'_> {
    /// The run in columns, in at most `width` characters; `skipped` steps come before.
    pub(super) fn columns(
        &mut self,
        title: &str,
        skipped: usize,
        events: &[Event],
        width: usize,
    ) -> fmt::Result {
        let rows = self.rows(events);
        let threads: Vec<u32> =
            rows.iter().map(|it| it.thread).collect::<BTreeSet<_>>().into_iter().collect();
        if threads.is_empty() || rows.iter().all(|row| row.text.is_empty()) {
            return Ok(());
        }
        let shown = shorten(&rows, skipped);
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
                head += &fit(&format!("thread {thread}"), "", *width);
            }
            writeln!(self.out, "{:margin$}{bold}{}{plain}", "", head.trim_end())?;
        }
        let mut file = None;
        for it in &shown {
            if !one_file && it.file().is_some() && it.file() != file {
                file = it.file();
                writeln!(self.out, "{:margin$}{}:", "", file.unwrap_or_default())?;
            }
            self.row(it, &threads, widths.as_deref(), margin)?;
        }
        Ok(())
    }

    fn row(&mut self, it: &Shown, threads: &[u32], widths: Option<&[usize]>, margin: usize) -> fmt::Result {
        let (frame, plain) = (self.paint(BLUE), self.paint(PLAIN));
        let number = match it {
            Shown::Row(row) if row.line > 0 => row.line.to_string(),
            _ => String::new(),
        };
        let (thread, text, outcome) = match it {
            Shown::Row(row) => (Some(row.thread), row.text.clone(), row.outcome.as_str()),
            Shown::Turn(thread, steps) => (Some(*thread), format!("… {}", plural(*steps)), ""),
            Shown::Run(steps) => (None, format!("… {}", plural(*steps)), ""),
        };
        write!(self.out, "{frame}{number:>0$}{plain}  ", margin - 2)?;
        let Some(widths) = widths else {
            // There is no room for columns.
            return match thread {
                Some(thread) => writeln!(self.out, "thread {thread}: {text}{outcome}"),
                None => writeln!(self.out, "{text}"),
            };
        };
        let at = thread.and_then(|thread| threads.iter().position(|it| *it == thread)).unwrap_or(0);
        let before: usize = widths[..at].iter().sum();
        writeln!(self.out, "{:before$}{}", "", fit(&text, outcome, widths[at]).trim_end())
    }

    fn rows(&mut self, events: &[Event]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for event in events {
            let (file, line) = event.location.as_ref().map_or(("", 0), |at| (at.file.as_str(), at.line));
            let text =
                self.line(file, line).map_or_else(|| event.action.clone(), |text| text.trim().to_owned());
            let outcome =
                if event.outcomes > 1 { format!(" → {}", event.choice.outcome) } else { String::new() };
            let thread = event.choice.thread;
            match rows.last_mut() {
                Some(last)
                    if (last.thread, last.file.as_str(), last.line) == (thread, file, line)
                        && outcome.is_empty() =>
                {
                    last.steps += 1;
                }
                _ => rows.push(Row { thread, file: file.to_owned(), line, text, outcome, steps: 1 }),
            }
            for (thread, text) in &event.labels {
                let (file, text) = (file.to_owned(), format!("“{text}”"));
                rows.push(Row { thread: *thread, file, line: 0, text, outcome: String::new(), steps: 0 });
            }
        }
        rows
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

/// Takes the middle out of what is too long.
fn shorten(rows: &[Row], skipped: usize) -> Vec<Shown> {
    let mut out = Vec::new();
    if skipped > 0 {
        out.push(Shown::Run(skipped));
    }
    for turn in rows.chunk_by(|a, b| a.thread == b.thread) {
        let (first, last) = TURN;
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
    let (first, last) = RUN;
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

/// How wide each thread's column is: as wide as it needs, while there is room; none when there is no room for columns.
fn widths(rows: &[Shown], threads: &[u32], room: usize) -> Option<Vec<usize>> {
    let needed = |thread: u32| {
        let texts = rows.iter().filter_map(|it| match it {
            Shown::Row(row) if row.thread == thread => {
                Some(row.text.chars().count() + row.outcome.chars().count())
            }
            _ => None,
        });
        texts.max().unwrap_or(0).max(NARROWEST - GAP) + GAP
    };
    let needed: Vec<usize> = threads.iter().map(|&thread| needed(thread)).collect();
    // Those that need less than an equal share leave the rest to the others.
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

/// A text and what must stand behind it in a column of this width; the text is cut where it is too long.
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

    const TEXT: &str = "int main(void) {\n  create(first_of_all_threads);\n  lock(&a_mutex_with_a_long_name);\n  lock(&b);\n}\n";

    fn event(thread: u32, line: u32) -> Event {
        let location = Location { file: "a.c".to_owned(), line, column: 1, function: "f".to_owned() };
        Event {
            choice: Choice { thread, outcome: 0 },
            outcomes: 1,
            location: Some(location),
            action: "act".to_owned(),
            effects: Vec::new(),
            labels: Vec::new(),
        }
    }

    fn told(events: &[Event], width: usize) -> String {
        let sources = |file: &str| (file == "a.c").then(|| TEXT.to_owned());
        let mut out = String::new();
        Printer::new(&mut out, &sources, false)
            .columns("how it comes about", 0, events, width)
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
        (chosen.outcomes, chosen.choice.outcome) = (3, 2);
        assert!(told(&[chosen], 80).contains("act → 2"));
    }
}
