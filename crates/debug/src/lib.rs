//! A debugger over a run: a place in it, motions both ways, what the program holds there, and other choices to take.
//!
//! A run is a list of choices, and the machine does the same each time, so going back is going forward from a state
//! that was kept (`states`). Each step is executed once to see which statements it comes by (`statements`); from then
//! on a place is the number of a statement (`run`), a motion a search among them (`motion`), and going there a kept
//! state, the steps after it, and part of one step (`execute`).
//!
//! Invariant: looking changes nothing. Wherever a session has been, a place shows the same.

mod cycle;
mod evaluate;
mod execute;
mod motion;
mod names;
mod run;
mod show;
mod statements;
mod states;
mod stops;

use cycle::Cycle;
pub use cycle::Round;
pub use evaluate::Context;
use gmc_model::{Choice, Choices, ErrorKind, Event, Location, Scene, System as _, ThreadId, Violation};
use gmc_observe::scene::{SceneHistory, scene};
use gmc_observe::tracer::Tracer;
use gmc_observe::{Observed, OpenFile, View};
use gmc_system::Checked;
pub use motion::{Direction, Motion};
pub use run::Ending;
use run::{Lines, Run};
pub use show::in_a_line;
use statements::StatementWatch;
use states::{State, States};
pub use stops::{Arrival, Breakpoint, SourcePlace, Stops, Watchpoint, Writer};

/// A run that can be walked through.
pub struct Session {
    observed: Observed,
    run: Run,
    lines: Lines,
    states: States,
    /// The place: the number of the statement that comes next.
    here: usize,
    /// Whether the run goes on beyond its end without being asked again.
    is_open_ended: bool,
    /// What the run repeats at its end.
    cycle: Option<Cycle>,
}

/// A place in the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The number of the statement among all.
    pub moment: usize,
    /// The step that it is part of, counted from 0.
    pub step: usize,
    /// How many steps the run has.
    pub steps: usize,
    /// The thread that goes on.
    pub thread: ThreadId,
    /// What it executes next.
    pub location: Option<Location>,
    /// Whether other threads could go on here.
    pub is_choice: bool,
    /// Whether it is the run's end.
    pub is_end: bool,
}

/// Why something cannot be done, in words.
pub type Refusal = String;

impl Session {
    /// A program about to start: a run without steps.
    pub fn new(execution: Checked) -> Session {
        let mut observed = Observed::new(execution);
        observed.execution.observer = Some(Box::new(Tracer::with_listener(StatementWatch::default())));
        let states = States::new(State::of(&mut observed.execution));
        let (run, lines) = (Run::new(), Lines::new());
        let mut session =
            Session { observed, run, lines, states, here: 0, is_open_ended: false, cycle: None };
        session.push_end(ThreadId::FIRST);
        session
    }

    /// Appends the choices of a trace, and goes to the start.
    ///
    /// # Errors
    /// When a choice is not possible, or the run ends before the last one; the run then has those before.
    pub fn play(&mut self, trace: &[Choice]) -> Result<(), Refusal> {
        self.go(self.run.end());
        let played = trace.iter().enumerate().try_for_each(|(at, &choice)| {
            self.append(choice).map_err(|why| format!("step {} of the trace: {why}", at + 1))
        });
        self.go(0);
        played
    }

    /// The choices of the run.
    pub fn trace(&self) -> &[Choice] {
        &self.run.choices
    }

    /// What each step of the run does.
    pub fn events(&self) -> &[Event] {
        &self.run.events
    }

    /// How it ends.
    pub fn ending(&self) -> &Ending {
        &self.run.ending
    }

    /// Whether some of its statements are not known, because they are too many.
    pub fn is_incomplete(&self) -> bool {
        self.view().tracer().is_none_or(Tracer::is_exhausted)
    }

    /// The state at this place.
    fn view(&self) -> View<'_> {
        View::peek(&self.observed.execution)
    }

    /// Where the session is.
    pub fn position(&self) -> Position {
        let moment = &self.run.moments[self.here];
        let is_end = self.here == self.run.end();
        let location = match (&self.run.ending, is_end) {
            (Ending::Violated(violation), true) if is_at_location(violation) => violation.location.clone(),
            _ if self.here == 0 => Some(self.view().start()),
            _ => self.view().location(moment.thread),
        };
        Position {
            moment: self.here,
            step: moment.step,
            steps: self.run.choices.len(),
            thread: moment.thread,
            location,
            is_choice: !is_end && self.run.starts[moment.step] == self.here,
            is_end,
        }
    }

    /// The place before a step, which is counted from 0; behind the last one is the end.
    pub fn start_of_step(&self, step: usize) -> Option<usize> {
        self.run.starts.get(step).copied()
    }

    /// Goes to a place, by its number.
    pub fn go(&mut self, moment: usize) {
        let end = self.run.end();
        let moment = moment.min(end);
        // An error is found within the last step, or after it where no thread can go on.
        let is_within_last = moment == end && self.run.is_last_incomplete;
        let step = self.run.moments[moment].step - usize::from(is_within_last);
        self.seek(step);
        self.here = moment;
        if !is_within_last && (moment == end || moment == self.run.starts[step]) {
            return;
        }
        let stop = (!is_within_last).then(|| moment - self.run.starts[step]);
        self.execute(self.run.choices[step], stop);
    }

    /// What could happen where the current step begins, or at the end of the run; and which of it does.
    pub fn alternatives(&mut self) -> (Vec<Event>, Option<usize>) {
        let (here, step) = (self.here, self.run.moments[self.here].step);
        self.seek(step);
        let mut choices = Choices::new();
        if step < self.run.choices.len() || matches!(self.run.ending, Ending::Open) {
            self.observed.choices(&mut choices);
        }
        let taken = self.run.choices.get(step).and_then(|it| choices.iter().position(|other| other == it));
        let execution = &mut self.observed.execution;
        let mut events: Vec<Event> = choices.iter().map(|&choice| execution.action(choice)).collect();
        for event in &mut events {
            event.action = View::peek(execution).renumbered(&event.action);
        }
        self.go(here);
        (events, taken)
    }

    /// Takes a choice where the current step begins: what the run did from there on is forgotten. The place is after
    /// the step then.
    ///
    /// # Errors
    /// When the choice is not possible.
    pub fn take(&mut self, choice: Choice) -> Result<(), Refusal> {
        let step = self.run.moments[self.here].step;
        let mut choices = Choices::new();
        self.seek(step);
        self.observed.choices(&mut choices);
        if !choices.contains(&choice) {
            self.go(self.here);
            return Err("this is not possible here".to_owned());
        }
        self.truncate(step);
        self.cycle = None;
        self.append(choice)?;
        self.is_open_ended = true;
        self.go(self.run.end());
        Ok(())
    }

    /// The files that are open at this place.
    pub fn files(&self) -> Vec<OpenFile> {
        View::peek(&self.observed.execution).files()
    }

    /// The state at this place.
    pub fn scene(&mut self) -> Scene {
        let view = View::stopped(&mut self.observed.execution);
        let mut scene = scene(&view, &mut SceneHistory::default());
        // The operation that failed was tried, so the thread stands behind it.
        if let (Ending::Violated(violation), true) = (&self.run.ending, self.here == self.run.end())
            && is_at_location(violation)
            && let Some(at) = &violation.location
            && let Some(actor) = scene.threads.iter_mut().find(|it| it.number == violation.thread)
            && let Some(frame) = actor.frames.first_mut()
            && frame.location.function == at.function
        {
            frame.location = at.clone();
        }
        scene
    }

    /// Whether a thread has finished.
    pub fn has_finished(&self, thread: ThreadId) -> bool {
        self.view().has_finished(thread)
    }
}

/// Whether the thread of a violation stands at its location.
fn is_at_location(violation: &Violation) -> bool {
    !matches!(violation.kind, ErrorKind::MemoryLeak | ErrorKind::Invariant)
}
