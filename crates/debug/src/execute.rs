//! Executes steps of the run: to go to a place again, and to make the run longer.
//!
//! Invariant: a step that is executed again comes by the same statements, so the moments of the run stay valid.

use super::motion::Moment;
use super::statements::{Statement, StatementWatch};
use super::states::State;
use super::{Ending, Refusal, Session, is_at_location};
use gmc_model::{Choice, Choices, Step, System as _, ThreadId};
use gmc_observe::View;
use gmc_observe::tracer::Tracer;
use gmc_system::Checked;
use gmc_vm::CodeId;
use gmc_vm::lower::MODELS;

/// A thread lets others go on after so many steps of its own.
const MAX_IN_A_ROW: usize = 64;

impl State {
    /// The current state.
    pub(crate) fn of(execution: &mut Checked) -> State {
        let trace = Tracer::of(execution).expect("the run is traced").mark();
        State { snapshot: execution.snapshot(), trace }
    }
}

impl Session {
    /// Makes the state the one before a step.
    pub(crate) fn seek(&mut self, step: usize) {
        let (from, state) = self.states.nearest(step);
        self.restore(&state);
        for at in from..step {
            self.execute(self.run.choices[at], None);
        }
        if self.states.base_step() != step {
            self.states.set_base(step, State::of(&mut self.observed.execution));
        }
        self.observed.refresh();
    }

    fn restore(&mut self, state: &State) {
        let execution = &mut self.observed.execution;
        execution.restore(&state.snapshot);
        if let Some(tracer) = Tracer::of_mut(execution) {
            tracer.rewind(&state.trace);
        }
    }

    /// What looks at the statements of steps.
    pub(crate) fn statements(&mut self) -> &mut StatementWatch {
        let tracer = Tracer::of_mut(&mut self.observed.execution).expect("the run is traced");
        tracer.listener().expect("the session has put it there")
    }

    /// Lets what looks at statements look at the current state.
    pub(crate) fn with_statements(&mut self, look: impl FnOnce(&mut StatementWatch, &View<'_>)) {
        let mut statements = std::mem::take(self.statements());
        look(&mut statements, &self.view());
        *self.statements() = statements;
    }

    /// Executes a step that is known, up to a statement or to its end.
    pub(crate) fn execute(&mut self, choice: Choice, stop: Option<usize>) {
        self.begin_step(choice, stop);
        // Its result is known.
        let _ = self.observed.step_silently(choice);
        self.end_step();
    }

    fn begin_step(&mut self, choice: Choice, stop: Option<usize>) {
        let thread = choice.thread;
        if self.view().pending(thread).is_some() {
            self.observed.execution.load_registers(thread);
        }
        let view = self.view();
        let at = view.innermost(thread).map(|it| it.next());
        let start = Statement { thread, at, depth: view.depth(thread) };
        self.statements().begin(start, stop);
    }

    /// Looks at what is watched after the last statement of a step.
    fn end_step(&mut self) {
        self.with_statements(|statements, view| {
            if !statements.has_stopped {
                statements.look(view);
            }
        });
    }

    /// Appends a step to the run, in whose last state the machine is; afterwards it is in the new one, and so is the
    /// place.
    pub(crate) fn append(&mut self, choice: Choice) -> Result<(), Refusal> {
        match &self.run.ending {
            Ending::Open => {}
            Ending::Finished => return Err("the program has ended before".to_owned()),
            Ending::Violated(violation) => return Err(format!("before, {}", violation.message)),
            Ending::Assumption => return Err("an assumption does not hold before".to_owned()),
            Ending::Unknown(why) => return Err(format!("gmc could not go on before: {why}")),
        }
        let mut choices = Choices::new();
        self.observed.choices(&mut choices);
        if !choices.contains(&choice) {
            let Choice { thread, alternative } = choice;
            return Err(format!("alternative {alternative} of thread {thread} is not possible here"));
        }
        let step = self.run.choices.len();
        if self.states.wants(step) {
            self.states.keep(step, State::of(&mut self.observed.execution));
        }
        self.begin_step(choice, None);
        self.observed.look_again();
        let result = self.observed.step(choice);
        self.end_step();
        self.run.choices.push(choice);
        self.run.events.extend(self.observed.take_event());
        self.run.is_last_incomplete = !matches!(result, Step::Moved { .. });
        self.run.ending = match result {
            Step::Moved { .. } => self.ending_here(),
            Step::Violated(violation) => Ending::Violated(violation),
            Step::Pruned => Ending::Assumption,
            Step::Unknown(obstacle) => Ending::Unknown(obstacle.what),
            Step::Stopped(_) => Ending::Unknown("a limit has ended the step".to_owned()),
        };
        self.run.moments.pop();
        self.run.starts.push(self.run.moments.len());
        for it in std::mem::take(&mut self.statements().seen) {
            let moment = self.moment(step, it);
            self.run.moments.push(moment);
        }
        self.push_end(choice.thread);
        self.here = self.run.end();
        Ok(())
    }

    /// How a run ends that leads to the current state.
    fn ending_here(&mut self) -> Ending {
        let mut choices = Choices::new();
        self.observed.choices(&mut choices);
        if !choices.is_empty() {
            return Ending::Open;
        }
        match choices.take_end() {
            Some(violation) => Ending::Violated(violation),
            None if self.view().has_ended() => Ending::Finished,
            None => Ending::Assumption,
        }
    }

    /// Appends the end of the run, where this thread went last.
    pub(crate) fn push_end(&mut self, last: ThreadId) {
        let (thread, location) = match &self.run.ending {
            Ending::Violated(it) if is_at_location(it) => (it.thread, it.location.clone()),
            Ending::Violated(it) => (it.thread, self.view().location(it.thread)),
            _ => (last, self.view().location(last)),
        };
        let view = self.view();
        let (depth, at) = (view.depth(thread), view.innermost(thread).map(|it| it.next()));
        let (code, pc) = at.map_or((CodeId(u32::MAX), 0), |it| (it.code, it.pc));
        let line = location.map_or(0, |at| self.lines.number(at));
        self.run.moments.push(Moment { step: self.run.choices.len(), thread, depth, line, code, pc });
    }

    fn moment(&mut self, step: usize, it: Statement) -> Moment {
        let Statement { thread, at, depth } = it;
        let view = View::peek(&self.observed.execution);
        let Some(at) = at else {
            // Before its first statement the program is about to enter `main`.
            let (line, depth) = if step == 0 { (self.lines.number(view.start()), 1) } else { (0, depth) };
            return Moment { step, thread, depth, line, code: CodeId(u32::MAX), pc: 0 };
        };
        let line = self.lines.number_of(at, || view.location_of(at).filter(|_| !is_model(&view, at.code)));
        Moment { step, thread, depth, line, code: at.code, pc: at.pc }
    }

    /// Forgets the steps from this one on; the machine is in the state before it.
    pub(crate) fn truncate(&mut self, step: usize) {
        if step == self.run.choices.len() {
            return;
        }
        let thread = self.run.moments[self.run.starts[step]].thread;
        self.run.truncate(step);
        self.states.truncate(step);
        self.push_end(thread);
        self.here = self.run.end();
    }

    /// Lets the run go on beyond its end by a step: with the same thread as long as it can, but not for ever.
    pub(crate) fn extend(&mut self) -> Result<(), Refusal> {
        self.go(self.run.end());
        let mut choices = Choices::new();
        self.observed.choices(&mut choices);
        let last = self.run.choices.last().map_or(ThreadId::FIRST, |it| it.thread);
        let in_a_row = self.run.choices.iter().rev().take_while(|it| it.thread == last).count();
        let same = choices.iter().find(|it| it.thread == last && in_a_row < MAX_IN_A_ROW);
        let after = choices.iter().find(|it| it.thread > last);
        let choice = same.or(after).or(choices.first()).copied();
        self.append(choice.ok_or("nobody can go on")?)
    }
}

/// Whether a function is one of gmc's own models.
fn is_model(view: &View<'_>, code: CodeId) -> bool {
    let compiled = view.compiled();
    let unit = compiled.codes[code].global.unit;
    let image = compiled.program.units().nth(unit.index()).map(|(_, unit)| unit.image);
    image.is_some_and(|image| compiled.program.images()[image.index()].path == MODELS)
}
