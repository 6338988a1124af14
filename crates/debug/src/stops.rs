//! Breakpoints and watchpoints: where a motion stops before it gets where it leads.
//!
//! Conditions and watched variables are evaluated by executing steps again, which comes by the same statements.

use super::evaluate;
use super::motion::{Direction, Motion, Timeline};
use super::statements::{Condition, Target};
use super::{Ending, Refusal, Session};
use gmc_expression::Value;
use gmc_model::{Location, ThreadId, names_function};
use gmc_system::is_file;
use gmc_vm::CodeId;

/// Steps that a motion adds to a run at most.
const MAX_NEW_STEPS: usize = 10_000;

/// Where to stop.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// The line or function.
    pub at: SourcePlace,
    /// Only where this expression is not 0.
    pub condition: Option<String>,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourcePlace {
    /// A line of a file, as the program or a suffix of its path names it.
    Line(String, u32),
    /// The start of a function.
    Function(String),
}

/// A variable that is watched.
#[derive(Clone, Debug)]
pub struct Watchpoint {
    /// The expression for it.
    pub text: String,
    value: Value,
    target: Target,
}

/// Where to stop, each with a number.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// Places.
    pub breakpoints: Vec<(u32, Breakpoint)>,
    /// Variables.
    pub watchpoints: Vec<(u32, Watchpoint)>,
}

/// Why a motion has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It has led where it leads.
    Aim,
    /// At the breakpoint of this number.
    Breakpoint(u32),
    /// At a write to the variable of this number.
    Watchpoint {
        /// The number.
        number: u32,
        /// What it held before the write.
        before: String,
        /// What it held after it.
        after: String,
    },
    /// At the start of the run.
    Start,
    /// At its end.
    End,
    /// The run was extended by many steps without getting there.
    Long,
}

/// A statement that has written a variable.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The number of the statement among all.
    pub moment: usize,
    /// The step that it is part of, counted from 0.
    pub step: usize,
    /// The thread.
    pub thread: ThreadId,
    /// The statement.
    pub location: Option<Location>,
    /// What it held before.
    pub before: String,
    /// What it held after.
    pub after: String,
}

/// Where something was found that ends a motion.
struct Found {
    moment: usize,
    arrival: Arrival,
}

impl Session {
    /// Moves. Where the run is as it was recorded, it ends where it ended; from there on, and where it went another
    /// way, it goes on: round its cycle, if it has one.
    ///
    /// # Errors
    /// When the run cannot go on although it should.
    pub fn travel(
        &mut self,
        motion: Motion,
        direction: Direction,
        thread: ThreadId,
        stops: &Stops,
    ) -> Result<Arrival, Refusal> {
        let found = match direction {
            Direction::Forward => self.forward(motion, thread, stops)?,
            Direction::Back => self.back(motion, thread, stops),
        };
        self.go(found.moment);
        Ok(found.arrival)
    }

    fn forward(&mut self, motion: Motion, thread: ThreadId, stops: &Stops) -> Result<Found, Refusal> {
        let here = self.here;
        let is_round = here == self.run.end() && self.add_round()?;
        let is_open_ended = !is_round && (self.is_open_ended || here == self.run.end());
        let mut from = here + 1;
        for _ in 0..MAX_NEW_STEPS {
            let open = is_open_ended && matches!(self.run.ending, Ending::Open);
            let aim = Timeline(&self.run.moments).target(motion, Direction::Forward, thread, here, from);
            // Where the run can be extended, only a motion from choice to choice stops at its end.
            let aim = aim.filter(|&at| !(open && at == self.run.end() && motion != Motion::Operation));
            let until = aim.map_or(self.run.end(), |at| (at + 1).min(self.run.end()));
            let stop = match motion {
                Motion::Step | Motion::Operation => None,
                _ => self.first_stop(from, until, stops),
            };
            if let Some(found) = stop {
                return Ok(found);
            }
            match aim {
                Some(moment) if moment < self.run.end() || open => {
                    return Ok(Found { moment, arrival: Arrival::Aim });
                }
                _ if !open => return Ok(Found { moment: self.run.end(), arrival: Arrival::End }),
                _ => {}
            }
            from = self.run.end().max(here + 1);
            self.is_open_ended = true;
            self.extend()?;
        }
        Ok(Found { moment: self.run.end(), arrival: Arrival::Long })
    }

    fn back(&mut self, motion: Motion, thread: ThreadId, stops: &Stops) -> Found {
        let here = self.here;
        let aim = Timeline(&self.run.moments).target(motion, Direction::Back, thread, here, 0);
        let stop = match motion {
            Motion::Step | Motion::Operation => None,
            _ => self.last_stop(aim.unwrap_or(0), here, stops),
        };
        stop.unwrap_or(match aim {
            Some(moment) => Found { moment, arrival: Arrival::Aim },
            None => Found { moment: 0, arrival: Arrival::Start },
        })
    }

    /// The first place to stop at, from one on and before another.
    fn first_stop(&mut self, from: usize, until: usize, stops: &Stops) -> Option<Found> {
        let mut found = None;
        let (first, last) = self.steps_of(from, until);
        for step in first..last {
            let hits = self.hits(step, stops);
            let hit = hits.into_iter().find(|it| (from..until).contains(&it.0));
            if let Some((moment, number)) = hit {
                found = Some(Found { moment, arrival: Arrival::Breakpoint(number) });
                break;
            }
        }
        for (number, watch) in &stops.watchpoints {
            let writers = self.writers(watch, from.saturating_sub(1), self.run.end());
            // The place is behind the write.
            let before = found.as_ref().map_or(self.run.end() + 1, |it| it.moment);
            if let Some(&at) = writers.iter().find(|&&at| at + 1 >= from && at + 1 < before) {
                let arrival = self.written(*number, watch, at);
                found = Some(Found { moment: at + 1, arrival });
            }
        }
        found
    }

    /// The last place to stop at, from one on and before another.
    fn last_stop(&mut self, from: usize, until: usize, stops: &Stops) -> Option<Found> {
        let mut found = None;
        let (first, last) = self.steps_of(from, until);
        for step in (first..last).rev() {
            let hits = self.hits(step, stops);
            let hit = hits.into_iter().rev().find(|it| (from..until).contains(&it.0));
            if let Some((moment, number)) = hit {
                found = Some(Found { moment, arrival: Arrival::Breakpoint(number) });
                break;
            }
        }
        for (number, watch) in &stops.watchpoints {
            let after = found.as_ref().map_or(from, |it| it.moment + 1);
            let writers = self.writers(watch, after, until);
            // The place is before the write.
            if let Some(&at) = writers.iter().rev().find(|&&at| at >= after && at < until) {
                let arrival = self.written(*number, watch, at);
                found = Some(Found { moment: at, arrival });
            }
        }
        found
    }

    /// The steps that some statements are in.
    fn steps_of(&self, from: usize, until: usize) -> (usize, usize) {
        if from >= until {
            return (0, 0);
        }
        let step = |at: usize| self.run.moments[at.min(self.run.end())].step;
        (step(from), (step(until - 1) + 1).min(self.run.choices.len()))
    }

    /// The statements of a step that are at breakpoints, in order, with their numbers.
    fn hits(&mut self, step: usize, stops: &Stops) -> Vec<(usize, u32)> {
        let mut hits = Vec::new();
        for (number, it) in &stops.breakpoints {
            let at: Vec<usize> = self.run.moments_of(step).filter(|&at| self.is_at(at, &it.at)).collect();
            let at = match &it.condition {
                Some(condition) if !at.is_empty() => self.where_it_holds(step, at, condition),
                _ => at,
            };
            hits.extend(at.into_iter().map(|at| (at, *number)));
        }
        hits.sort_unstable();
        hits
    }

    fn is_at(&self, at: usize, place: &SourcePlace) -> bool {
        let (moment, timeline) = (self.run.moments[at], Timeline(&self.run.moments));
        if !timeline.is_stop(at) {
            return false;
        }
        match place {
            SourcePlace::Line(file, number) => {
                let (own, line) = self.lines.get(moment.line);
                line == *number && is_file(own, file) && timeline.arrives(at).0
            }
            SourcePlace::Function(name) => {
                self.function(moment.code).is_some_and(|own| names_function(name, own))
                    && timeline.arrives(at).1
            }
        }
    }

    /// Of statements of a step, those where a condition holds: they are looked at in one execution.
    fn where_it_holds(&mut self, step: usize, at: Vec<usize>, condition: &str) -> Vec<usize> {
        let start = self.run.starts[step];
        let at: Vec<usize> = at.into_iter().map(|at| at - start).collect();
        self.seek(step);
        let mut holds = Vec::new();
        let thread = self.run.moments[start].thread;
        if at.first() == Some(&0) && evaluate::holds(&self.view(), thread, condition) {
            holds.push(start);
        }
        self.statements().condition = Some(Condition { text: condition.to_owned(), at, holds: Vec::new() });
        self.execute(self.run.choices[step], None);
        let found = self.statements().condition.take().map(|it| it.holds).unwrap_or_default();
        holds.extend(found.into_iter().filter(|&it| it > 0).map(|it| start + it));
        holds
    }

    fn function(&self, code: CodeId) -> Option<&str> {
        let compiled = self.view().compiled();
        compiled.codes.get(code).map(|code| compiled.program.name(code.global))
    }

    /// Where a breakpoint can be: the line itself or the next one of the file that has code, as the program names the
    /// file.
    ///
    /// # Errors
    /// When there is none.
    pub fn line_place(&self, file: &str, line: u32) -> Result<SourcePlace, Refusal> {
        let compiled = self.view().compiled();
        let mut best: Option<(&str, u32)> = None;
        let mut known = false;
        for code in &compiled.codes {
            let unit = compiled.program.unit(code.global.unit);
            for (origin, statements) in code.source.origins.iter().zip(&code.source.statements) {
                let place = unit.places[origin.place.index()];
                if *statements == 0 || place.line == 0 || !is_file(unit.str(place.file), file) {
                    continue;
                }
                known = true;
                if place.line >= line && best.is_none_or(|it| place.line < it.1) {
                    best = Some((unit.str(place.file), place.line));
                }
            }
        }
        match best {
            Some((file, line)) => Ok(SourcePlace::Line(file.to_owned(), line)),
            None if known => Err(format!("there is no code in line {line} of {file}, or after it")),
            None => Err(format!("the program has no code in a file {file}")),
        }
    }

    /// Where a function begins.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn function_place(&self, name: &str) -> Result<SourcePlace, Refusal> {
        let compiled = self.view().compiled();
        let found = compiled.codes.iter().any(|it| names_function(name, compiled.program.name(it.global)));
        if found {
            Ok(SourcePlace::Function(name.to_owned()))
        } else {
            Err(format!("there is no function `{name}`"))
        }
    }

    /// A variable to watch, named by an expression in a call of a thread: 0 is the innermost.
    ///
    /// # Errors
    /// When it is no variable.
    pub fn watch(&mut self, thread: ThreadId, frame: usize, text: &str) -> Result<Watchpoint, Refusal> {
        let value = self.value(thread, frame, text)?;
        let target = self.target(&value).ok_or_else(|| format!("`{text}` is no variable"))?;
        Ok(Watchpoint { text: text.to_owned(), value, target })
    }

    /// The statement that wrote a variable last before this place.
    pub fn last_writer(&mut self, watch: &Watchpoint) -> Option<Writer> {
        let here = self.here;
        let moment = self.writers(watch, 0, here).into_iter().rev().find(|&it| it < here);
        let writer = moment.map(|moment| {
            let Arrival::Watchpoint { before, after, .. } = self.written(0, watch, moment) else {
                unreachable!("`written` returns nothing else")
            };
            self.go(moment);
            let it = self.run.moments[moment];
            let location = self.view().location(it.thread);
            Writer { moment, step: it.step, thread: it.thread, location, before, after }
        });
        self.go(here);
        writer
    }

    /// What a statement has made of a variable.
    fn written(&mut self, number: u32, watch: &Watchpoint, at: usize) -> Arrival {
        self.go(at);
        let before = self.shown(&watch.value);
        self.go(at + 1);
        let after = self.shown(&watch.value);
        Arrival::Watchpoint { number, before, after }
    }

    /// The statements from one on that write a variable, at least up to the step of another.
    fn writers(&mut self, watch: &Watchpoint, from: usize, until: usize) -> Vec<usize> {
        let first = self.run.moments[from.min(self.run.end())].step;
        let last =
            self.run.moments[until.min(self.run.end())].step.min(self.run.choices.len().saturating_sub(1));
        self.seek(first);
        self.start_watching(watch.target);
        let mut out = Vec::new();
        for step in first..=last {
            if step >= self.run.choices.len() {
                break;
            }
            self.execute(self.run.choices[step], None);
            let start = self.run.starts[step];
            out.extend(self.statements().take_writers().into_iter().map(|at| start + at));
        }
        self.statements().unwatch();
        out
    }

    fn start_watching(&mut self, target: Target) {
        self.with_statements(|statements, view| statements.watch(view, target));
    }
}

#[cfg(test)]
mod tests {
    use super::is_file;

    #[test]
    fn files() {
        assert!(is_file("src/a.c", "a.c"));
        assert!(is_file("a.c", "/home/me/src/a.c"));
        assert!(is_file("./src/a.c", "src/a.c"));
        assert!(!is_file("src/ba.c", "a.c"));
        assert!(!is_file("a.c", ""));
    }
}
