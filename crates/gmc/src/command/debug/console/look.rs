//! Commands that look at the run: values, calls, threads, source, steps.

use super::Console;
use super::text::{called, listed, number, source_line, variable};
use crate::command::printing;
use gmc_debug::Ending;
use gmc_model::{ThreadId, Variable};
use gmc_report::terminal;
use std::fmt::Write as _;

/// Lines of source that are shown before and after one.
const AROUND: u32 = 5;

impl Console<'_> {
    pub(super) fn print(&mut self, text: &str) -> Result<String, String> {
        let found = self.session.evaluate(self.thread, self.frame, text)?;
        Ok(match found.parts.is_empty() {
            true => format!("{}\n", found.value),
            false => variable(&Variable { name: found.ty.clone(), ty: String::new(), ..found }),
        })
    }

    pub(super) fn locals(&mut self) -> Result<String, String> {
        let scene = self.session.scene();
        let actor = scene.threads.get(self.thread.index());
        let frame = actor.and_then(|it| it.frames.get(self.frame));
        let frame = frame.ok_or_else(|| format!("thread {} is in no function", self.thread))?;
        Ok(listed(&frame.variables, "there are no variables here"))
    }

    pub(super) fn backtrace(&mut self) -> String {
        let scene = self.session.scene();
        let frames = scene.threads.get(self.thread.index()).map_or(&[][..], |it| &it.frames);
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

    pub(super) fn select(&mut self, frame: usize) -> Result<String, String> {
        let scene = self.session.scene();
        let frames = scene.threads.get(self.thread.index()).map_or(&[][..], |it| &it.frames);
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

    pub(super) fn threads(&mut self) -> String {
        let scene = self.session.scene();
        let next = self.session.position().thread;
        let mut out = String::new();
        for actor in &scene.threads {
            let mark = if actor.number == self.thread { '*' } else { ' ' };
            let at =
                actor.frames.first().map_or(String::new(), |it| format!(", in {}", called(&it.location)));
            let next = if actor.number == next && !self.session.position().is_end { " goes on" } else { "" };
            let state = if next.is_empty() { format!(" {}", actor.state) } else { String::new() };
            let _ = writeln!(out, "{mark} thread {}{}{next}{at}", actor.number, state);
        }
        out
    }

    pub(super) fn select_thread(&mut self, rest: &str) -> Result<String, String> {
        let wanted = number(rest)?;
        let count = self.session.scene().threads.len();
        if wanted >= count {
            return Err(match count {
                1 => "there is only thread 0".to_owned(),
                _ => format!("there are threads 0 to {}", count - 1),
            });
        }
        (self.thread, self.frame) = (ThreadId::new(wanted), 0);
        self.select(0).or_else(|_| Ok(format!("thread {wanted} is in no function\n")))
    }

    pub(super) fn list(&mut self, rest: &str) -> Result<String, String> {
        let scene = self.session.scene();
        let frame = scene.threads.get(self.thread.index()).and_then(|it| it.frames.get(self.frame));
        let at = frame.map(|it| it.location.clone()).or_else(|| self.session.position().location);
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

    pub(super) fn steps(&mut self) -> String {
        let mut out = String::new();
        let (events, lap) = (self.session.events(), self.trace.lap);
        let lap = lap.filter(|_| self.is_as_recorded());
        let _ = terminal::steps(&mut out, events, lap, &printing::sources(), self.colour);
        if out.is_empty() { "the run has no steps\n".to_owned() } else { out }
    }

    pub(super) fn why(&mut self) -> String {
        let mut out = String::new();
        match self.session.ending() {
            Ending::Violated(violation) => {
                let _ = terminal::violation(&mut out, violation, &printing::sources(), self.colour);
            }
            _ => match &self.trace.violation {
                Some(it) if self.is_as_recorded() => {
                    let _ = writeln!(out, "{}: {}", it.kind, it.message);
                }
                _ => out += "nothing is wrong at the end of this run, as far as it goes\n",
            },
        }
        out
    }
}
