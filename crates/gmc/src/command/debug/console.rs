//! What the debugger's commands do: each takes a line and returns a text. Reading lines and showing texts is the
//! caller's job.
//!
//! Motions are here; what only looks at the run is in `look`, breakpoints are in `stops`, other choices in `branch`.

mod branch;
mod look;
mod stops;
mod text;

use super::commands::{self, Action};
use crate::command::trace::Trace;
use gmc_debug::{Arrival, Breakpoint, Direction, Ending, Motion, Position, Session, Stops};
use gmc_model::ThreadId;
use std::fmt::Write as _;
use text::{called, count, files, heap, listed, number, source_line};

/// A session with what the user has selected.
pub(super) struct Console<'r> {
    pub(super) session: Session,
    /// The trace that it began with.
    trace: &'r Trace,
    /// The selected thread, and its call: 0 is the innermost.
    pub(super) thread: ThreadId,
    pub(super) frame: usize,
    pub(super) stops: Stops,
    /// The last number that was given to a breakpoint.
    numbers: u32,
    colour: bool,
}

/// What came of a command.
pub(super) enum Reply {
    /// A text to show.
    Text(String),
    /// The same, from another place.
    Moved(String),
    /// No more commands.
    Quit,
}

impl<'r> Console<'r> {
    pub(super) fn new(session: Session, trace: &'r Trace, colour: bool) -> Console<'r> {
        let thread = session.position().thread;
        Console { session, trace, thread, frame: 0, stops: Stops::default(), numbers: 0, colour }
    }

    /// Does what a line says.
    pub(super) fn obey(&mut self, line: &str) -> Result<Reply, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let command = commands::find(word)?;
        let rest = rest.trim();
        if command.takes.is_empty() && !rest.is_empty() {
            return Err(format!("`{}` takes nothing", command.name));
        }
        if !command.takes.is_empty() && !command.takes.starts_with('[') && rest.is_empty()
            || command.action == Action::Until && rest.is_empty()
        {
            return Err(format!("`{}` takes {}", command.name, command.takes));
        }
        let text = match command.action {
            Action::Move(motion, direction) => return self.travel(motion, direction, count(rest)?),
            Action::Until => return self.until(rest),
            Action::Start => return Ok(self.jump(0)),
            Action::End => return Ok(self.jump(usize::MAX)),
            Action::Go => return self.go(rest),
            Action::Take => return self.take(rest),
            Action::Quit => return Ok(Reply::Quit),
            Action::Where => self.place_told(),
            Action::Print => self.print(rest)?,
            Action::Locals => self.locals()?,
            Action::Globals => listed(&self.session.scene().globals, "there are no variables"),
            Action::Heap => heap(&self.session.scene().heap),
            Action::Files => files(&self.session.files()),
            Action::Backtrace => self.backtrace(),
            Action::Frame => self.select(number(rest)?)?,
            Action::Up => self.select(self.frame + 1)?,
            Action::Down => match self.frame.checked_sub(1) {
                Some(frame) => self.select(frame)?,
                None => return Err("this is the innermost call".to_owned()),
            },
            Action::Threads => self.threads(),
            Action::Thread => self.select_thread(rest)?,
            Action::List => self.list(rest)?,
            Action::Steps => self.steps(),
            Action::Why => self.why(),
            Action::Break => self.put_break(rest)?,
            Action::Watch => self.watch(rest)?,
            Action::Who => self.who(rest)?,
            Action::Stops => self.list_stops(),
            Action::Delete => self.delete(rest)?,
            Action::Choices => self.choices(),
            Action::Save => self.save(rest)?,
            Action::Help if rest.is_empty() => commands::help(None),
            Action::Help => commands::help(Some(commands::find(rest)?)),
        };
        Ok(Reply::Text(text))
    }

    /// Moves; why it has ended.
    pub(super) fn motion(&mut self, motion: Motion, direction: Direction) -> Result<Arrival, String> {
        let before = self.session.position();
        let arrival = self.session.travel(motion, direction, self.thread, &self.stops);
        self.follow(motion, &before);
        arrival
    }

    /// After a motion, selects the thread that has moved. `next` and `finish` move one thread, which stays selected.
    fn follow(&mut self, motion: Motion, before: &Position) {
        let place = self.session.position();
        let stays = matches!(motion, Motion::Next | Motion::Finish) && place.moment != before.moment;
        if !(stays && place.thread == self.thread) {
            self.thread = place.thread;
        }
        self.frame = 0;
    }

    fn travel(&mut self, motion: Motion, direction: Direction, times: u32) -> Result<Reply, String> {
        let before = self.session.position().moment;
        let mut text = String::new();
        for _ in 0..times {
            let arrival = self.motion(motion, direction)?;
            if arrival != Arrival::Aim {
                text = self.arrival_told(&arrival);
                break;
            }
        }
        if self.session.position().moment == before {
            let end = if direction == Direction::Back { "start" } else { "end" };
            return Err(format!("this is the {end} of the run"));
        }
        text += &self.place_told();
        Ok(Reply::Moved(text))
    }

    /// Why a motion has ended, where that is worth a word.
    pub(super) fn arrival_told(&self, arrival: &Arrival) -> String {
        match arrival {
            Arrival::Aim | Arrival::End => String::new(),
            Arrival::Breakpoint(number) => format!("breakpoint {number}\n"),
            Arrival::Watchpoint { number, before, after } => {
                let watched = self.stops.watchpoints.iter().find(|it| it.0 == *number);
                let text = watched.map_or("", |it| it.1.text.as_str());
                format!("watch {number}: {text}: {before} → {after}\n")
            }
            Arrival::Start => "the start of the run\n".to_owned(),
            Arrival::Long => "the run has become very long; `continue` goes on\n".to_owned(),
        }
    }

    fn until(&mut self, rest: &str) -> Result<Reply, String> {
        let at = self.spot(rest)?;
        let before = self.session.position().moment;
        let stops =
            Stops { breakpoints: vec![(0, Breakpoint { at, condition: None })], watchpoints: Vec::new() };
        let arrival = self.session.travel(Motion::Continue, Direction::Forward, self.thread, &stops)?;
        (self.thread, self.frame) = (self.session.position().thread, 0);
        let text = match arrival {
            Arrival::Breakpoint(_) => self.place_told(),
            _ if self.session.position().moment == before => {
                return Err("this is the end of the run".to_owned());
            }
            _ => format!("nobody comes there from here on\n{}", self.place_told()),
        };
        Ok(Reply::Moved(text))
    }

    fn jump(&mut self, moment: usize) -> Reply {
        self.session.go(moment);
        (self.thread, self.frame) = (self.session.position().thread, 0);
        Reply::Moved(self.place_told())
    }

    fn go(&mut self, rest: &str) -> Result<Reply, String> {
        let steps = self.session.trace().len();
        match self.session.start_of_step(number(rest)?.wrapping_sub(1)) {
            Some(moment) => Ok(self.jump(moment)),
            None => Err(format!("the run has steps 1 to {steps}")),
        }
    }

    /// Whether the run is the recorded one, with rounds of its cycle behind it if it has one.
    fn is_as_recorded(&self) -> bool {
        self.session.goes_round() || self.session.trace() == self.trace.choices()
    }

    /// Where the run is.
    pub(super) fn place_told(&mut self) -> String {
        let place = self.session.position();
        let mut out = String::new();
        if place.is_end {
            let _ = match (self.session.ending(), self.session.round(place.steps)) {
                (Ending::Open, Some(round)) => {
                    let (number, first) = (round.number - 1, round.repeats + 1);
                    let after = place.steps;
                    writeln!(out, "the end of round {number}, after step {after}: step {first} comes again")
                }
                (Ending::Open, None) => {
                    writeln!(out, "the end of the run so far, after step {}", place.steps)
                }
                (Ending::Finished, _) => writeln!(out, "the program has ended, after step {}", place.steps),
                (Ending::Assumption, _) => {
                    writeln!(out, "an assumption of the program does not hold: no run goes on here")
                }
                (Ending::Unknown(why), _) => writeln!(out, "gmc cannot go on here: {why}"),
                (Ending::Violated(it), _) => writeln!(out, "{}: {}", it.kind, it.message),
            };
        }
        if matches!(self.session.ending(), Ending::Finished) && place.is_end {
            return out;
        }
        let step = (place.step + 1).min(place.steps.max(1));
        let at = place.location.as_ref().map_or(String::new(), |at| format!(" in {}", called(at)));
        if place.is_end {
            let _ = writeln!(out, "thread {}{at}", place.thread);
        } else {
            let round = self.session.round(place.step).filter(|it| it.number > 1);
            let again = round
                .map_or(String::new(), |it| format!(" (step {} again, round {})", it.repeats + 1, it.number));
            let _ = writeln!(out, "step {step} of {}{again}, thread {}{at}", place.steps, place.thread);
        }
        if let Some(line) = place.location.as_ref().and_then(|at| source_line(&at.file, at.line)) {
            let number = place.location.as_ref().map_or(0, |at| at.line);
            let _ = writeln!(out, "{number:>5}  {}", line.trim_end());
        }
        if place.is_choice
            && let Some(event) = self.session.events().get(place.step)
        {
            let outcome = if event.outcomes > 1 {
                format!(" (outcome {})", event.choice.alternative)
            } else {
                String::new()
            };
            let _ = writeln!(out, "       next: {}{outcome}", event.action);
        }
        out
    }
}
