//! A program under check that records an event for each step: what it does, in the program's own names.
//!
//! Invariant: recording changes nothing. An observed run takes the same steps to the same states.

use crate::effects::{AccessedPlace, Globals, accessed_places, effects};
use crate::explain::explain;
use crate::inputs::tell_inputs;
use crate::messages::{Structure, messages, structures};
use crate::scene::{SceneHistory, scene};
use crate::tracer::{ThreadOp, Tracer};
use crate::view::{View, refresh};
use gmc_mem::Watch;
use gmc_model::{
    Choice, Choices, Effect, Event, HostMemory, Labelled, Location, Obstacle, PropositionId, Scene, Step,
    System, ThreadId, Violation,
};
use gmc_system::pending::Pending;
use gmc_system::{Checked, Snapshot};
use gmc_world::ProcessId;
use std::collections::BTreeMap;

/// Bytes that a step shows at most of what it prints to one file.
const MAX_PRINTED: usize = 200;

/// A program under check whose steps are recorded.
pub struct Observed {
    /// The program under check.
    pub execution: Checked,
    /// Whether effects are recorded too, and the run is traced.
    has_effects: bool,
    /// What variables held after the last step, by process.
    globals: BTreeMap<ProcessId, Globals>,
    /// Steps that are still to come before recording begins.
    skip: usize,
    events: Vec<Event>,
    /// The state before each recorded step and after the last one, if scenes are wanted.
    scenes: Option<Vec<Scene>>,
    scene_history: SceneHistory,
}

impl Observed {
    /// A program about to start, all of whose steps are recorded, with what they print.
    pub fn new(execution: Checked) -> Observed {
        let mut it = Observed::after(execution, 0);
        it.execution.machine.world.files.record();
        it
    }

    /// A program about to start whose steps are recorded after the first `skip` ones, with whole states.
    pub fn filmed(execution: Checked, skip: usize) -> Observed {
        let mut it = Observed::after(execution, skip);
        it.scenes = Some(Vec::new());
        if skip == 0 {
            it.add_scene(true);
        }
        it
    }

    /// A program about to start whose steps are recorded after the first `skip` ones. With the largest `skip` nothing
    /// is, and the run is not traced.
    pub fn after(mut execution: Checked, skip: usize) -> Observed {
        execution.machine.step.labels = Some(Vec::new());
        execution.machine.world.files.watch_traffic();
        let has_effects = skip < usize::MAX;
        if has_effects {
            execution.observer = Some(Box::new(Tracer::new()));
        }
        let mut globals = BTreeMap::new();
        if skip == 0 {
            globals.insert(ProcessId::FIRST, Globals::of(&View::peek(&execution)));
        }
        Observed {
            execution,
            has_effects,
            globals,
            skip,
            events: Vec::new(),
            scenes: None,
            scene_history: SceneHistory::default(),
        }
    }

    /// The state before the first recorded step, and after each one.
    pub fn scenes(&self) -> &[Scene] {
        self.scenes.as_deref().unwrap_or_default()
    }

    /// The events of the steps so far, those that were taken back included.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Removes the event of the last step.
    pub fn take_event(&mut self) -> Option<Event> {
        self.events.pop()
    }

    /// The events of the steps so far.
    pub fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// Compares variables with the current state from now on: for a state that is not the one after the last step.
    pub fn look_again(&mut self) {
        self.globals.clear();
    }

    /// Executes a step without recording it. What it prints is dropped.
    pub fn step_silently(&mut self, choice: Choice) -> Step {
        let step = self.execution.step(choice);
        let machine = &mut self.execution.machine;
        machine.memory.watch(Watch::Off);
        machine.step.labels = Some(Vec::new());
        if machine.world.files.has_printed() {
            machine.world.files.take_printed();
        }
        self.execution.take_passed();
        step
    }

    /// Makes the state one to look at: the registers of all threads are fresh, and reads are no accesses of the
    /// program.
    pub fn refresh(&mut self) {
        self.execution.machine.memory.watch(Watch::Off);
        refresh(&mut self.execution);
    }

    /// Adds the current state to the scenes. After a step that was not completed, registers stay where it ended.
    fn add_scene(&mut self, is_complete: bool) {
        let Some(scenes) = &mut self.scenes else { return };
        let execution = &mut self.execution;
        let view = if is_complete { View::of(execution) } else { View::stopped(execution) };
        scenes.push(scene(&view, &mut self.scene_history));
    }

    /// What a thread is about to do, the places that it will access first, and what it may send.
    fn announce(&mut self, choice: Choice) -> (Event, Vec<AccessedPlace>, Vec<Structure>) {
        if let Some(event) = self.execution.event_of(choice) {
            return (event, Vec::new(), Vec::new());
        }
        let thread = self.execution.focus(choice.thread);
        let event = Event { choice, ..self.execution.action(Choice { thread, ..choice }) };
        let Some(pending) = View::peek(&self.execution).pending(thread).cloned() else {
            return (event, Vec::new(), Vec::new());
        };
        let places = if self.has_effects { self.places(thread, &pending) } else { Vec::new() };
        self.trace_first_operation(thread, &pending);
        let process = self.execution.machine.world.process;
        self.globals.entry(process).or_insert_with(|| Globals::of(&View::peek(&self.execution)));
        let view = View::peek(&self.execution);
        let sent =
            if self.has_effects { structures(&view, &self.execution.machine, thread) } else { Vec::new() };
        (event, places, sent)
    }

    /// Tells the tracer what the first operation will write: it sees that only for loads, stores and calls.
    fn trace_first_operation(&mut self, thread: ThreadId, pending: &Pending) {
        let view = View::peek(&self.execution);
        let Some(at) = view.innermost(thread).map(|it| it.next()) else { return };
        if view.tracer().is_some() && matches!(pending, Pending::Operation) {
            let accesses = self.execution.touches(thread, pending).unwrap_or_default();
            if let Some(tracer) = Tracer::of_mut(&mut self.execution) {
                tracer.first_operation(ThreadOp { thread, at }, &accesses);
            }
        }
    }

    /// The places that an operation accesses, with what they hold.
    fn places(&mut self, thread: ThreadId, pending: &Pending) -> Vec<AccessedPlace> {
        if pending.accesses(&self.execution.machine).is_none() {
            return Vec::new();
        }
        let accesses = self.execution.touches(thread, pending).unwrap_or_default();
        let view = View::peek(&self.execution);
        accessed_places(&view, &accesses, view.next_operand(thread).as_ref())
    }

    /// The statements of the step that has ended, each line once in a row.
    fn take_path(&mut self) -> Vec<(ThreadId, Location)> {
        let statements = Tracer::of_mut(&mut self.execution).map(Tracer::take_path).unwrap_or_default();
        let view = View::peek(&self.execution);
        let mut path: Vec<(ThreadId, Location)> = Vec::new();
        for ThreadOp { thread, at } in statements {
            let Some(place) = view.location_of(at) else { continue };
            let is_same = |it: &(ThreadId, Location)| {
                it.0 == thread && it.1.line == place.line && it.1.file == place.file
            };
            if place.line > 0 && !path.last().is_some_and(is_same) {
                path.push((thread, place));
            }
        }
        path.iter_mut().for_each(|it| it.0 = self.execution.name_of(it.0));
        path
    }

    /// What the last step printed; what it printed to one file in a row is one text.
    fn take_printed(&mut self, thread: ThreadId) -> Vec<(ThreadId, String)> {
        let files = &mut self.execution.machine.world.files;
        if !files.has_printed() {
            return Vec::new();
        }
        let mut texts: Vec<(i32, Vec<u8>)> = Vec::new();
        for (number, bytes) in files.take_printed() {
            match texts.last_mut() {
                Some((last, text)) if *last == number => text.extend(bytes),
                _ => texts.push((number, bytes)),
            }
        }
        let label = |(number, bytes): (i32, Vec<u8>)| {
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_PRINTED)]).into_owned();
            let more = if bytes.len() > MAX_PRINTED { "…" } else { "" };
            let file = if number == 2 { "standard error" } else { "standard output" };
            (thread, format!("{shown:?}{more} ({file})"))
        };
        texts.into_iter().map(label).collect()
    }

    /// Executes a step and records its event.
    fn record(&mut self, choice: Choice) -> Step {
        let (mut event, places, sent) = self.announce(choice);
        self.execution.machine.step.labels = Some(Vec::new());
        let step = self.execution.step(choice);
        let labels = self.execution.machine.step.labels.replace(Vec::new()).unwrap_or_default();
        event.labels = labels.into_iter().map(|it| (self.execution.name_of(it.0), it.1)).collect();
        event.labels.extend(self.take_printed(choice.thread));
        event.messages = messages(&mut self.execution, &sent);
        self.execution.machine.memory.watch(Watch::Off);
        let view = View::peek(&self.execution);
        let globals = self.globals.entry(self.execution.machine.world.process).or_default();
        event.effects = effects(&view, places, globals);
        if !matches!(step, Step::Moved { .. }) {
            // The operation that failed was not executed.
            event
                .effects
                .retain(|it| !matches!(it, Effect::Written { before, after, .. } if before == after));
        }
        event.path = self.take_path();
        renumber(&View::peek(&self.execution), &mut event);
        self.events.push(event);
        self.add_scene(matches!(step, Step::Moved { .. }));
        step
    }

    /// Adds to a violation what the run says about it.
    fn explain(&mut self, violation: &mut Violation) {
        let thread = violation.thread;
        violation.thread = self.execution.focus(thread);
        let view = View::peek(&self.execution);
        explain(&view, violation);
        tell_inputs(&self.execution.machine, violation);
        renumber_violation(&view, violation);
        violation.thread = thread;
    }
}

/// Numbers the heap blocks of an event for a reader.
fn renumber(view: &View<'_>, event: &mut Event) {
    let one = |text: &mut String| *text = view.renumbered(text);
    one(&mut event.action);
    for effect in &mut event.effects {
        match effect {
            Effect::Read { value, .. } => one(value),
            Effect::Written { before, after, .. } => [before, after].into_iter().for_each(one),
        }
    }
}

/// Numbers the heap blocks of a violation for a reader.
fn renumber_violation(view: &View<'_>, violation: &mut Violation) {
    violation.message = view.renumbered(&violation.message);
    for note in &mut violation.notes {
        note.message = view.renumbered(&note.message);
    }
    for (_, value) in violation.stack.iter_mut().flat_map(|call| &mut call.arguments) {
        *value = view.renumbered(value);
    }
}

impl System for Observed {
    type Snapshot = Snapshot;

    fn choices(&mut self, out: &mut Choices) {
        self.execution.choices(out);
        if let Some(mut violation) = out.take_end() {
            self.explain(&mut violation);
            out.set_end(Some(violation));
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        let mut step;
        if self.skip > 0 {
            self.skip -= 1;
            step = self.execution.step(choice);
            self.execution.take_passed();
            self.take_path();
            if self.skip == 0 {
                self.look_again();
                self.add_scene(matches!(step, Step::Moved { .. }));
            }
        } else {
            step = self.record(choice);
        }
        if let Step::Violated(violation) = &mut step {
            self.explain(violation);
        }
        step
    }

    fn fingerprint(&mut self) -> u128 {
        self.execution.fingerprint()
    }

    fn mark(&mut self) {
        self.execution.mark();
    }

    fn rewind(&mut self) {
        self.execution.rewind();
        if self.has_effects {
            self.look_again();
        }
    }

    fn forget(&mut self) {
        self.execution.forget();
    }

    fn snapshot(&mut self) -> Snapshot {
        self.execution.snapshot()
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.execution.restore(snapshot);
        if self.has_effects {
            self.look_again();
        }
    }
}

impl Labelled for Observed {
    fn letter(&mut self, of: &[PropositionId]) -> Result<Option<u64>, Box<Obstacle>> {
        let watch = self.execution.machine.memory.watch(Watch::Off);
        let letter = self.execution.letter(of);
        self.execution.machine.memory.watch(watch);
        letter
    }

    fn barred(&self, out: &mut Vec<ThreadId>) {
        self.execution.barred(out);
    }

    fn standing(&self, thread: ThreadId) -> u64 {
        self.execution.standing(thread)
    }
}

impl HostMemory for Observed {
    fn host_bytes(&self) -> usize {
        self.execution.host_bytes()
    }
}
