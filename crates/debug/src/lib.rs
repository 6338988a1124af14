//! A debugger over a run: a place in it, motions both ways, what the program holds there, and other choices to take.
//!
//! A run is a list of choices and the machine does the same again, so going back is going forward from a state that was
//! kept. Each step is executed once to see which statements it comes by; from then on a place is the number of a statement, a
//! motion a search among them (`motion`), and going there a state, the steps after it, and part of one step (`follow`).
//!
//! Invariant: looking changes nothing. Wherever a session has been, a place shows the same.

use gmc_vm::CodeId;
mod arithmetic;
mod evaluate;
mod expression;
mod follow;
mod motion;
mod names;
mod stops;
mod types;

use follow::Follow;
use follow::Reached;
use gmc_mem::Watch;
use gmc_model::{Choice, Choices, ErrorKind, Event, Location, Scene, Step, System as _, ThreadId, Violation};
use gmc_observe::scene::{Last, scene};
use gmc_observe::tracer::{Origins, Tracer};
use gmc_observe::{Observed, heap};
use gmc_system::At;
use gmc_system::pending::Pending;
use gmc_system::{Checked, Snapshot};
use gmc_vm::Machine;
use gmc_vm::diagnose;
use gmc_vm::lower::MODELS;
use motion::Moment;
pub use motion::{Direction, Motion};
use std::any::Any;
use std::collections::HashMap;
pub use stops::{Arrival, Breakpoint, Spot, Stops, Watchpoint, Writer};

/// States that are kept at most.
const STATES: usize = 256;

/// Steps that are added to a run at most before somebody is asked.
const FURTHEST: usize = 10_000;

/// A thread lets others go on after so many steps of its own.
const PATIENCE: usize = 64;

/// A run that can be walked through.
pub struct Session {
    observed: Observed,
    choices: Vec<Choice>,
    events: Vec<Event>,
    ending: Ending,
    /// Whether the last step was not completed.
    is_broken: bool,
    /// All statements of the run, and its end.
    moments: Vec<Moment>,
    /// Where each step begins among them.
    starts: Vec<usize>,
    /// The file and line of each number of a line.
    lines: Vec<(String, u32)>,
    known_lines: HashMap<At, usize>,
    numbers: HashMap<(String, u32), usize>,
    /// States before some of the steps, in order.
    kept: Vec<(usize, State)>,
    /// They are so many steps apart.
    apart: usize,
    /// The state before the step that the place is in.
    base: (usize, State),
    /// The place: the number of the statement that comes next.
    here: usize,
    /// Whether the run goes on beyond its end without being asked twice.
    is_open_end: bool,
}

/// How a run ends, as far as it is known.
#[derive(Clone, Debug)]
pub enum Ending {
    /// It can go on.
    Open,
    /// The program has ended.
    Finished,
    /// The program has done something wrong.
    Violated(Box<Violation>),
    /// An assumption of the program does not hold.
    Assumption,
    /// The machine cannot go on.
    Unknown(String),
}

/// A state, and what was known of the run that led there.
#[derive(Clone)]
struct State {
    snapshot: Snapshot,
    known: Origins,
}

/// Where in the run one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// The number of the statement among all.
    pub moment: usize,
    /// The step that it is part of, counted from 0.
    pub step: usize,
    /// How many steps the run has.
    pub steps: usize,
    /// The thread that goes on.
    pub thread: u32,
    /// What it executes next.
    pub location: Option<Location>,
    /// Whether others could go on here.
    pub is_choice: bool,
    /// Whether it is the run's end.
    pub is_end: bool,
}

/// Why something cannot be done, in words.
pub type Refusal = String;

impl Session {
    /// A program about to start: a run without steps.
    pub fn new(subject: Checked) -> Session {
        let mut observed = Observed::new(subject);
        let tracer = Tracer::of_mut(&mut observed.subject).expect("what is observed is followed");
        tracer.statements = Some(Box::new(Follow::default()));
        let known = tracer.known();
        let state = State { snapshot: observed.subject.snapshot(), known };
        let mut session = Session {
            observed,
            choices: Vec::new(),
            events: Vec::new(),
            ending: Ending::Open,
            is_broken: false,
            moments: Vec::new(),
            starts: Vec::new(),
            lines: vec![(String::new(), 0)],
            known_lines: HashMap::new(),
            numbers: HashMap::new(),
            kept: vec![(0, state.clone())],
            apart: 16,
            base: (0, state),
            here: 0,
            is_open_end: false,
        };
        session.put_end(ThreadId::FIRST);
        session
    }

    /// Appends the choices of a trace, and goes to the start.
    ///
    /// # Errors
    /// When a choice is not open, or the run ends before the last one; the run then has those before.
    pub fn play(&mut self, trace: &[Choice]) -> Result<(), Refusal> {
        self.go(self.end());
        let played = trace.iter().enumerate().try_for_each(|(at, &choice)| {
            self.append(choice).map_err(|why| format!("step {} of the trace: {why}", at + 1))
        });
        self.go(0);
        played
    }

    /// The choices of the run.
    pub fn trace(&self) -> &[Choice] {
        &self.choices
    }

    /// What each step of the run does.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How it ends.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Whether some of its statements are not known, because they are too many.
    pub fn is_incomplete(&self) -> bool {
        Tracer::of(&self.observed.subject).is_none_or(Tracer::is_tired)
    }

    fn end(&self) -> usize {
        self.moments.len() - 1
    }

    /// Where one is.
    pub fn place(&self) -> Whereabouts {
        let moment = &self.moments[self.here];
        let is_end = self.here == self.end();
        let location = match (&self.ending, is_end) {
            (Ending::Violated(violation), true) if is_where(violation) => violation.location.clone(),
            _ if self.here == 0 => Some(diagnose::start(self.machine())),
            _ => diagnose::before(self.machine(), moment.thread),
        };
        Whereabouts {
            moment: self.here,
            step: moment.step,
            steps: self.choices.len(),
            thread: moment.thread.0,
            location,
            is_choice: !is_end && self.starts[moment.step] == self.here,
            is_end,
        }
    }

    /// The place before a step, which is counted from 0; behind the last one is the end.
    pub fn start_of_step(&self, step: usize) -> Option<usize> {
        self.starts.get(step).copied()
    }

    fn machine(&self) -> &gmc_vm::machine::Machine {
        &self.observed.subject.machine
    }

    /// Goes to a place, by its number.
    pub fn go(&mut self, moment: usize) {
        let moment = moment.min(self.end());
        // What is wrong was found in the last step, or else where nobody could go on after it.
        let within = moment == self.end() && self.is_broken;
        let step = self.moments[moment].step - usize::from(within);
        self.seek(step);
        self.here = moment;
        if !within && (moment == self.end() || moment == self.starts[step]) {
            return;
        }
        let stop = (!within).then(|| moment - self.starts[step]);
        self.execute(self.choices[step], stop);
    }

    /// Makes the state the one before a step.
    fn seek(&mut self, step: usize) {
        let near = self.kept.iter().rev().find(|it| it.0 <= step).expect("the start is kept");
        let from = if self.base.0 <= step && self.base.0 >= near.0 { &self.base } else { near };
        let (mut at, state) = (from.0, from.1.clone());
        self.restore(&state);
        while at < step {
            self.execute(self.choices[at], None);
            at += 1;
        }
        if self.base.0 != step {
            self.base = (step, self.state());
        }
        self.refresh();
    }

    fn state(&mut self) -> State {
        let subject = &mut self.observed.subject;
        let known = Tracer::of(subject).expect("it is followed").known();
        State { snapshot: subject.snapshot(), known }
    }

    fn restore(&mut self, state: &State) {
        let subject = &mut self.observed.subject;
        subject.restore(&state.snapshot);
        if let Some(tracer) = Tracer::of_mut(subject) {
            tracer.forget_since(&state.known);
        }
    }

    /// Makes the registers of all threads those of the state.
    fn refresh(&mut self) {
        let subject = &mut self.observed.subject;
        subject.machine.memory.watch(Watch::Off);
        subject.threads.ids().for_each(|thread| subject.fresh(thread));
    }

    fn follow(&mut self) -> &mut Follow {
        let tracer = Tracer::of_mut(&mut self.observed.subject).expect("it is followed");
        let statements: &mut dyn Any = tracer.statements.as_deref_mut().expect("it is looked at");
        statements.downcast_mut().expect("put there by the session")
    }

    /// Looks at the current state with what follows the run.
    fn with_follow(&mut self, look: impl FnOnce(&mut Follow, &Machine, &Tracer)) {
        let mut follow = std::mem::take(self.follow());
        let execution = &self.observed.subject;
        look(&mut follow, &execution.machine, Tracer::of(execution).expect("it is followed"));
        *self.follow() = follow;
    }

    /// Executes a step, which is known, up to a statement or to its end.
    fn execute(&mut self, choice: Choice, stop: Option<usize>) {
        let start = self.start_of(choice);
        self.follow().begin(start, stop);
        let subject = &mut self.observed.subject;
        let _ = subject.step(choice);
        subject.machine.memory.watch(Watch::Off);
        subject.machine.step.labels = Some(Vec::new());
        if subject.machine.world.files.has_printed() {
            subject.machine.world.files.take_printed();
        }
        self.look();
    }

    /// Looks at what is watched after the last statement of a step.
    fn look(&mut self) {
        self.with_follow(|follow, machine, tracer| {
            if !follow.stopped {
                follow.look(machine, tracer);
            }
        });
    }

    /// Where the step of a choice begins.
    fn start_of(&mut self, choice: Choice) -> Reached {
        let thread = choice.thread;
        let subject = &mut self.observed.subject;
        if subject.threads.has(thread) {
            subject.fresh(thread);
        }
        let frames = subject.machine.threads.get(thread).map_or(&[][..], |it| &it.frames);
        let at = frames.last().map(|it| At { code: it.code, pc: it.pc });
        Reached { thread, at, depth: frames.len() }
    }

    /// Appends a step to the run, in whose last state the machine is; afterwards it is in the new one, and so is the place.
    fn append(&mut self, choice: Choice) -> Result<(), Refusal> {
        match &self.ending {
            Ending::Open => {}
            Ending::Finished => return Err("the program has ended before".to_owned()),
            Ending::Violated(violation) => return Err(format!("before, {}", violation.message)),
            Ending::Assumption => return Err("an assumption does not hold before".to_owned()),
            Ending::Unknown(why) => return Err(format!("gmc could not go on before: {why}")),
        }
        let mut open = Choices::new();
        self.observed.choices(&mut open);
        if !open.contains(&choice) {
            let Choice { thread, alternative } = choice;
            return Err(format!("alternative {alternative} of thread {thread} is not possible here"));
        }
        let step = self.choices.len();
        if step.is_multiple_of(self.apart) && step > 0 {
            let state = self.state();
            self.keep(step, state);
        }
        let start = self.start_of(choice);
        self.follow().begin(start, None);
        self.observed.look_again();
        let result = self.observed.step(choice);
        self.observed.subject.machine.memory.watch(Watch::Off);
        self.look();
        self.choices.push(choice);
        self.events.extend(self.observed.take_event());
        self.is_broken = !matches!(result, Step::Moved { .. });
        self.ending = match result {
            Step::Moved { .. } => self.ending_here(),
            Step::Violated(violation) => Ending::Violated(violation),
            Step::Pruned => Ending::Assumption,
            Step::Unknown(obstacle) => Ending::Unknown(obstacle.what),
            Step::Stopped(_) => Ending::Unknown("a limit has ended the step".to_owned()),
        };
        self.moments.pop();
        self.starts.push(self.moments.len());
        let reached = std::mem::take(&mut self.follow().reached);
        for it in reached {
            let moment = self.moment(step, it);
            self.moments.push(moment);
        }
        self.put_end(choice.thread);
        self.here = self.end();
        Ok(())
    }

    /// How a run ends that leads to the current state.
    fn ending_here(&mut self) -> Ending {
        let mut open = Choices::new();
        self.observed.choices(&mut open);
        if !open.is_empty() {
            return Ending::Open;
        }
        match open.take_end() {
            Some(violation) => Ending::Violated(violation),
            None if self.machine().process.ended => Ending::Finished,
            None => Ending::Assumption,
        }
    }

    /// Keeps a state; of too many, every other one goes.
    fn keep(&mut self, step: usize, state: State) {
        self.kept.push((step, state));
        if self.kept.len() > STATES {
            self.apart *= 2;
            let apart = self.apart;
            self.kept.retain(|it| it.0.is_multiple_of(apart));
        }
    }

    /// Appends the end of the run, where this thread was the last.
    fn put_end(&mut self, thread: ThreadId) {
        let thread = match &self.ending {
            Ending::Violated(violation) => violation.thread,
            _ => thread,
        };
        let frames = self.machine().threads.get(thread).map_or(&[][..], |it| &it.frames);
        let (depth, last) = (frames.len(), frames.last());
        let (code, pc) = last.map_or((CodeId(u32::MAX), 0), |it| (it.code, it.pc));
        let location = match &self.ending {
            Ending::Violated(violation) if is_where(violation) => violation.location.clone(),
            _ => diagnose::before(self.machine(), thread),
        };
        let line = location.map_or(0, |at| self.line(at.file, at.line));
        self.moments.push(Moment { step: self.choices.len(), thread, depth, line, code, pc });
    }

    fn moment(&mut self, step: usize, it: Reached) -> Moment {
        let Reached { thread, at, depth } = it;
        let Some(at) = at else {
            let start = diagnose::start(self.machine());
            // Before its first statement the program is about to enter `main`.
            let (line, depth) = if step == 0 { (self.line(start.file, start.line), 1) } else { (0, depth) };
            return Moment { step, thread, depth, line, code: CodeId(u32::MAX), pc: 0 };
        };
        let line = match self.known_lines.get(&at) {
            Some(&line) => line,
            None => {
                let place = diagnose::at(self.machine(), at.code, at.pc).filter(|_| !self.is_model(at.code));
                let line = place.map_or(0, |it| self.line(it.file, it.line));
                self.known_lines.insert(at, line);
                line
            }
        };
        Moment { step, thread, depth, line, code: at.code, pc: at.pc }
    }

    /// Whether a function is one of gmc's own.
    fn is_model(&self, code: CodeId) -> bool {
        let compiled = &self.machine().compiled;
        let unit = compiled.codes[code].global.unit;
        let image = compiled.program.units().nth(unit.index()).map(|(_, unit)| unit.image);
        image.is_some_and(|image| compiled.program.images()[image.index()].path == MODELS)
    }

    /// The number of a line.
    fn line(&mut self, file: String, line: u32) -> usize {
        if line == 0 {
            return 0;
        }
        let (lines, new) = (&mut self.lines, (file, line));
        *self.numbers.entry(new).or_insert_with_key(|new| {
            lines.push(new.clone());
            lines.len() - 1
        })
    }

    /// What could happen where the current step begins, or at the end of the run; and which of it does.
    pub fn alternatives(&mut self) -> (Vec<Event>, Option<usize>) {
        let (here, step) = (self.here, self.moments[self.here].step);
        self.seek(step);
        let mut open = Choices::new();
        if step < self.choices.len() || matches!(self.ending, Ending::Open) {
            self.observed.choices(&mut open);
        }
        let taken = self.choices.get(step).and_then(|it| open.iter().position(|other| other == it));
        let subject = &mut self.observed.subject;
        let mut events: Vec<Event> = open.iter().map(|&choice| subject.action(choice)).collect();
        for event in &mut events {
            event.action = heap::renumbered(subject, &event.action);
        }
        self.go(here);
        (events, taken)
    }

    /// Takes a choice where the current step begins: what the run did from there on is forgotten. The place is after the step
    /// then.
    ///
    /// # Errors
    /// When the choice is not open.
    pub fn take(&mut self, choice: Choice) -> Result<(), Refusal> {
        let step = self.moments[self.here].step;
        let mut open = Choices::new();
        self.seek(step);
        self.observed.choices(&mut open);
        if !open.contains(&choice) {
            self.go(self.here);
            return Err("this is not possible here".to_owned());
        }
        self.cut(step);
        self.append(choice)?;
        self.is_open_end = true;
        self.go(self.end());
        Ok(())
    }

    /// Forgets the steps from this one on; the machine is in the state before it.
    fn cut(&mut self, step: usize) {
        if step == self.choices.len() {
            return;
        }
        let last = self.starts[step];
        let thread = self.moments[last].thread;
        self.moments.truncate(last);
        self.starts.truncate(step);
        self.choices.truncate(step);
        self.events.truncate(step);
        self.kept.retain(|it| it.0 <= step);
        (self.ending, self.is_broken) = (Ending::Open, false);
        self.put_end(thread);
        self.here = self.end();
    }

    /// Lets the run go on beyond its end by a step: with the same thread as long as it can, but not for ever.
    fn lengthen(&mut self) -> Result<(), Refusal> {
        self.go(self.end());
        let mut open = Choices::new();
        self.observed.choices(&mut open);
        let last = self.choices.last().map_or(ThreadId::FIRST, |it| it.thread);
        let row = self.choices.iter().rev().take_while(|it| it.thread == last).count();
        let same = open.iter().find(|it| it.thread == last && row < PATIENCE);
        let after = open.iter().find(|it| it.thread > last);
        let choice = same.or(after).or(open.first()).copied();
        self.append(choice.ok_or("nobody can go on")?)
    }

    /// The state at this place.
    pub fn scene(&mut self) -> Scene {
        let mut scene = scene(&mut self.observed.subject, &mut Last::default());
        // What went wrong has been tried: the thread stands behind it.
        if let (Ending::Violated(violation), true) = (&self.ending, self.here == self.end())
            && is_where(violation)
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
    pub fn has_finished(&self, thread: u32) -> bool {
        let state = self.observed.subject.threads.get(ThreadId(thread));
        state.is_none_or(|it| matches!(it.pending, Pending::Done))
    }
}

/// Whether the location of a violation is where the thread stands.
fn is_where(violation: &Violation) -> bool {
    !matches!(violation.kind, ErrorKind::MemoryLeak | ErrorKind::Invariant)
}
