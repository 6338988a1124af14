//! What the debugger's commands do: each takes a line and gives a text. Who reads lines and shows texts is no matter here.

use super::commands::{self, Action};
use crate::command::printing;
use crate::command::sources;
use crate::command::trace::Trace;
use gmc_debug::{Arrival, Breakpoint, Direction, Ending, Motion, Session, Spot, Stops, Whereabouts};
use gmc_model::{Block, Choice, Effect, Location, Variable};
use gmc_report::terminal;
use std::fmt::Write as _;
use std::path::Path;

/// Lines of source that are shown before and after one.
const AROUND: u32 = 5;

/// A session with what the user has selected.
pub(super) struct Console<'r> {
    pub(super) session: Session,
    /// The trace that it began with.
    trace: &'r Trace,
    /// The selected thread, and its call: 0 is the innermost.
    pub(super) thread: u32,
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
        let thread = session.place().thread;
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
        let before = self.session.place();
        let arrival = self.session.travel(motion, direction, self.thread, &self.stops);
        self.follow(motion, &before);
        arrival
    }

    /// After a motion the thread that has got somewhere is selected: who moves one thread stays with it.
    fn follow(&mut self, motion: Motion, before: &Whereabouts) {
        let place = self.session.place();
        let stays = matches!(motion, Motion::Next | Motion::Finish) && place.moment != before.moment;
        if !(stays && place.thread == self.thread) {
            self.thread = place.thread;
        }
        self.frame = 0;
    }

    fn travel(&mut self, motion: Motion, direction: Direction, times: u32) -> Result<Reply, String> {
        let before = self.session.place().moment;
        let mut text = String::new();
        for _ in 0..times {
            let arrival = self.motion(motion, direction)?;
            if arrival != Arrival::Aim {
                text = self.arrival_told(&arrival);
                break;
            }
        }
        if self.session.place().moment == before {
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
        let before = self.session.place().moment;
        let stops =
            Stops { breakpoints: vec![(0, Breakpoint { at, condition: None })], watchpoints: Vec::new() };
        let arrival = self.session.travel(Motion::Continue, Direction::Forward, self.thread, &stops)?;
        (self.thread, self.frame) = (self.session.place().thread, 0);
        let text = match arrival {
            Arrival::Breakpoint(_) => self.place_told(),
            _ if self.session.place().moment == before => return Err("this is the end of the run".to_owned()),
            _ => format!("nobody comes there from here on\n{}", self.place_told()),
        };
        Ok(Reply::Moved(text))
    }

    fn jump(&mut self, moment: usize) -> Reply {
        self.session.go(moment);
        (self.thread, self.frame) = (self.session.place().thread, 0);
        Reply::Moved(self.place_told())
    }

    fn go(&mut self, rest: &str) -> Result<Reply, String> {
        let steps = self.session.trace().len();
        match self.session.start_of_step(number(rest)?.wrapping_sub(1)) {
            Some(moment) => Ok(self.jump(moment)),
            None => Err(format!("the run has steps 1 to {steps}")),
        }
    }

    /// Where the run is.
    pub(super) fn place_told(&mut self) -> String {
        let place = self.session.place();
        let mut out = String::new();
        if place.is_end {
            let _ = match self.session.ending() {
                Ending::Open => writeln!(out, "the end of the run so far, after step {}", place.steps),
                Ending::Finished => writeln!(out, "the program has ended, after step {}", place.steps),
                Ending::Assumption => {
                    writeln!(out, "an assumption of the program does not hold: no run goes on here")
                }
                Ending::Unknown(why) => writeln!(out, "gmc cannot go on here: {why}"),
                Ending::Violated(it) => writeln!(out, "{}: {}", it.kind, it.message),
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
            let _ = writeln!(out, "step {step} of {}, thread {}{at}", place.steps, place.thread);
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

    fn print(&mut self, text: &str) -> Result<String, String> {
        let found = self.session.evaluate(self.thread, self.frame, text)?;
        Ok(match found.parts.is_empty() {
            true => format!("{}\n", found.value),
            false => variable(&Variable { name: found.ty.clone(), ty: String::new(), ..found }),
        })
    }

    fn locals(&mut self) -> Result<String, String> {
        let scene = self.session.scene();
        let actor = scene.threads.get(self.thread as usize);
        let frame = actor.and_then(|it| it.frames.get(self.frame));
        let frame = frame.ok_or_else(|| format!("thread {} is in no function", self.thread))?;
        Ok(listed(&frame.variables, "there are no variables here"))
    }

    fn backtrace(&mut self) -> String {
        let scene = self.session.scene();
        let frames = scene.threads.get(self.thread as usize).map_or(&[][..], |it| &it.frames);
        if frames.is_empty() {
            return format!("thread {} is in no function\n", self.thread);
        }
        let mut out = String::new();
        for (number, frame) in frames.iter().enumerate() {
            let mark = if number == self.frame { '*' } else { ' ' };
            let _ = writeln!(out, "{mark} {number}  {}", called(&frame.location));
        }
        out
    }

    fn select(&mut self, frame: usize) -> Result<String, String> {
        let scene = self.session.scene();
        let frames = scene.threads.get(self.thread as usize).map_or(&[][..], |it| &it.frames);
        let Some(found) = frames.get(frame) else {
            return Err(match frames.len() {
                0 => format!("thread {} is in no function", self.thread),
                most => format!("thread {} has calls 0 to {}", self.thread, most - 1),
            });
        };
        self.frame = frame;
        let at = &found.location;
        let line = source_line(&at.file, at.line).unwrap_or_default();
        Ok(format!("{frame}  {}\n{:>5}  {}\n", called(at), at.line, line.trim_end()))
    }

    fn threads(&mut self) -> String {
        let scene = self.session.scene();
        let next = self.session.place().thread;
        let mut out = String::new();
        for actor in &scene.threads {
            let mark = if actor.number.0 == self.thread { '*' } else { ' ' };
            let at =
                actor.frames.first().map_or(String::new(), |it| format!(", in {}", called(&it.location)));
            let next = if actor.number.0 == next && !self.session.place().is_end { " goes on" } else { "" };
            let state = if next.is_empty() { format!(" {}", actor.state) } else { String::new() };
            let _ = writeln!(out, "{mark} thread {}{}{next}{at}", actor.number, state);
        }
        out
    }

    fn select_thread(&mut self, rest: &str) -> Result<String, String> {
        let wanted = number(rest)?;
        let count = self.session.scene().threads.len();
        if wanted >= count {
            return Err(match count {
                1 => "there is only thread 0".to_owned(),
                _ => format!("there are threads 0 to {}", count - 1),
            });
        }
        (self.thread, self.frame) = (wanted as u32, 0);
        self.select(0).or_else(|_| Ok(format!("thread {wanted} is in no function\n")))
    }

    fn list(&mut self, rest: &str) -> Result<String, String> {
        let scene = self.session.scene();
        let frame = scene.threads.get(self.thread as usize).and_then(|it| it.frames.get(self.frame));
        let at = frame.map(|it| it.location.clone()).or_else(|| self.session.place().location);
        let at = at.ok_or("there is no source here")?;
        let line = if rest.is_empty() { at.line } else { number(rest)? as u32 };
        let mut out = String::new();
        for number in line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND) {
            if let Some(text) = source_line(&at.file, number) {
                let mark = if number == at.line { '>' } else { ' ' };
                let _ = writeln!(out, "{mark}{number:>4}  {}", text.trim_end());
            }
        }
        if out.is_empty() { Err(format!("there is no line {line} in {}", at.file)) } else { Ok(out) }
    }

    fn steps(&mut self) -> String {
        let mut out = String::new();
        let (events, lap) = (self.session.events(), self.trace.lap);
        let same = self.session.trace() == self.trace.choices();
        let lap = lap.filter(|_| same);
        let _ = terminal::steps(&mut out, events, lap, &printing::sources(), self.colour);
        if out.is_empty() { "the run has no steps\n".to_owned() } else { out }
    }

    fn why(&mut self) -> String {
        let mut out = String::new();
        match self.session.ending() {
            Ending::Violated(violation) => {
                let _ = terminal::violation(&mut out, violation, &printing::sources(), self.colour);
            }
            _ => match &self.trace.violation {
                Some(it) if self.session.trace() == self.trace.choices() => {
                    let _ = writeln!(out, "{}: {}", it.kind, it.message);
                }
                _ => out += "nothing is wrong at the end of this run, as far as it goes\n",
            },
        }
        out
    }

    /// A place that a user names: `12`, `file.c:12`, `function`.
    fn spot(&self, text: &str) -> Result<Spot, String> {
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) if !file.is_empty() && !file.ends_with(':') => (Some(file), line),
            _ => (None, text),
        };
        if let Ok(line) = line.trim().parse::<u32>() {
            let here = self.session.place().location.map(|it| it.file);
            let file = file.map(str::to_owned).or(here).ok_or("which file? FILE:LINE says so")?;
            return self.session.spot(&file, line);
        }
        self.session.entry(text)
    }

    fn put_break(&mut self, rest: &str) -> Result<String, String> {
        if rest.is_empty() {
            let line = self.session.place().location.map(|it| it.line).ok_or("there is no line here")?;
            return self.put_break(&line.to_string());
        }
        let (place, condition) = match rest.split_once(" if ") {
            Some((place, condition)) => (place.trim(), Some(condition.trim().to_owned())),
            None => (rest, None),
        };
        let at = self.spot(place)?;
        if let Some(condition) = &condition {
            self.session.check(condition)?;
        }
        self.numbers += 1;
        let it = Breakpoint { at, condition };
        let told = format!("{} {}\n", self.numbers, breakpoint(&it));
        self.stops.breakpoints.push((self.numbers, it));
        Ok(told)
    }

    fn watch(&mut self, text: &str) -> Result<String, String> {
        let it = self.session.watch(self.thread, self.frame, text)?;
        self.numbers += 1;
        self.stops.watchpoints.push((self.numbers, it));
        Ok(format!("{} watches {text}\n", self.numbers))
    }

    fn who(&mut self, text: &str) -> Result<String, String> {
        let watch = self.session.watch(self.thread, self.frame, text)?;
        Ok(match self.session.last_writer(&watch) {
            None => format!("nobody has written {text} so far\n"),
            Some(it) => {
                let at = it.location.map_or(String::new(), |at| format!(", in {}", called(&at)));
                format!(
                    "thread {} wrote it in step {}{at}\n       {text}: {} → {}\n",
                    it.thread,
                    it.step + 1,
                    it.before,
                    it.after
                )
            }
        })
    }

    fn list_stops(&self) -> String {
        let breakpoints = self.stops.breakpoints.iter().map(|(number, it)| (*number, breakpoint(it)));
        let watched =
            self.stops.watchpoints.iter().map(|(number, it)| (*number, format!("watches {}", it.text)));
        let mut all: Vec<(u32, String)> = breakpoints.chain(watched).collect();
        all.sort();
        if all.is_empty() {
            return "there are none\n".to_owned();
        }
        all.iter().map(|(number, text)| format!("{number} {text}\n")).collect()
    }

    fn delete(&mut self, rest: &str) -> Result<String, String> {
        let before = self.stops.breakpoints.len() + self.stops.watchpoints.len();
        if rest.is_empty() {
            self.stops = Stops::default();
        } else {
            let number = number(rest)? as u32;
            self.stops.breakpoints.retain(|it| it.0 != number);
            self.stops.watchpoints.retain(|it| it.0 != number);
        }
        let after = self.stops.breakpoints.len() + self.stops.watchpoints.len();
        if after == before { Err("there is no such breakpoint".to_owned()) } else { Ok(String::new()) }
    }

    fn choices(&mut self) -> String {
        let place = self.session.place();
        let (events, taken) = self.session.alternatives();
        if events.is_empty() {
            return "nobody can go on here\n".to_owned();
        }
        let mut out = match place.is_end {
            true => "what can happen next:\n".to_owned(),
            false => format!("where step {} began:\n", place.step + 1),
        };
        for (number, event) in events.iter().enumerate() {
            let mark = if taken == Some(number) { '*' } else { ' ' };
            let at =
                event.location.as_ref().map_or(String::new(), |at| format!("  ({}:{})", at.file, at.line));
            let outcome = if event.outcomes > 1 {
                format!(", outcome {}", event.choice.alternative)
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "{mark} {}  thread {}: {}{outcome}{at}",
                number + 1,
                event.choice.thread,
                event.action
            );
        }
        out
    }

    fn take(&mut self, rest: &str) -> Result<Reply, String> {
        let wanted = number(rest)?;
        let (events, taken) = self.session.alternatives();
        let choice: Option<Choice> = wanted.checked_sub(1).and_then(|at| events.get(at)).map(|it| it.choice);
        let Some(choice) = choice else {
            return Err(match events.len() {
                0 => "nobody can go on here".to_owned(),
                most => format!("there are choices 1 to {most}: `choices` lists them"),
            });
        };
        if taken == Some(wanted - 1) {
            return Err("this is what the run does".to_owned());
        }
        self.session.take(choice)?;
        (self.thread, self.frame) = (self.session.place().thread, 0);
        let mut out = String::new();
        if let Some(event) = self.session.events().last() {
            let _ = writeln!(out, "thread {}: {}", event.choice.thread, event.action);
            for effect in &event.effects {
                let _ = match effect {
                    Effect::Read { place, value } => writeln!(out, "  {place} is {value}"),
                    Effect::Written { place, before, after } => {
                        writeln!(out, "  {place}: {before} → {after}")
                    }
                };
            }
        }
        out += &self.place_told();
        Ok(Reply::Moved(out))
    }

    fn save(&mut self, file: &str) -> Result<String, String> {
        let violation = match self.session.ending() {
            Ending::Violated(violation) => Some(&**violation),
            _ => None,
        };
        let same = self.session.trace() == self.trace.choices();
        let trace = match same {
            true => self.trace.clone(),
            false => self.trace.with_run(self.session.trace(), self.session.events(), violation),
        };
        trace.write(Path::new(file)).map_err(|error| error.to_string())?;
        let what = match violation {
            Some(it) => format!("which leads to: {}", it.kind),
            None if same && self.trace.violation.is_some() => "as it was recorded".to_owned(),
            None => "at the end of which nothing is wrong".to_owned(),
        };
        Ok(format!("wrote {file}: a run of {} steps, {what}\n", self.session.trace().len()))
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn count(text: &str) -> Result<u32, String> {
    match text {
        "" => Ok(1),
        text => text.parse().map_err(|_| format!("`{text}` is no number")),
    }
}

/// A function and where it is.
pub(super) fn called(at: &Location) -> String {
    // In C++ the name has its parameters already.
    let call = if at.function.ends_with(')') { "" } else { "()" };
    format!("{}{call} at {}:{}", at.function, at.file, at.line)
}

fn breakpoint(it: &Breakpoint) -> String {
    let at = match &it.at {
        Spot::Line(file, line) => format!("{file}:{line}"),
        Spot::Function(name) => format!("{name}()"),
    };
    it.condition.as_ref().map_or_else(|| format!("stops at {at}"), |when| format!("stops at {at} if {when}"))
}

fn source_line(file: &str, line: u32) -> Option<String> {
    let text = sources::text(file)?;
    text.lines().nth(line.checked_sub(1)? as usize).map(str::to_owned)
}

/// A variable, one part a line.
fn variable(it: &Variable) -> String {
    if it.parts.is_empty() {
        return format!("{} = {}\n", it.name, it.value);
    }
    let mut out = format!("{}\n", it.name);
    for part in &it.parts {
        let _ = writeln!(out, "  {} = {}", part.name, part.value);
    }
    out
}

fn listed(all: &[Variable], none: &str) -> String {
    if all.is_empty() {
        return format!("{none}\n");
    }
    all.iter().map(variable).collect()
}

fn heap(blocks: &[Block]) -> String {
    if blocks.is_empty() {
        return "there is no heap memory\n".to_owned();
    }
    let mut out = String::new();
    for it in blocks {
        let ty = if it.ty.is_empty() { String::new() } else { format!(" {},", it.ty) };
        let freed = if it.freed { ", freed" } else { "" };
        let at = it
            .allocated
            .as_ref()
            .map_or(String::new(), |at| format!(", allocated at {}:{}", at.file, at.line));
        let _ = writeln!(out, "#{}:{ty} {} bytes{freed}{at}", it.number, it.size);
        for part in &it.parts {
            let _ = writeln!(out, "  {} = {}", part.name, part.value);
        }
    }
    out
}
