//! Watching a program under check: what each step does, in the program's own names.
//!
//! What the operation at the start of a step touches is found out as for races, by doing it and taking it back. What else
//! changes, in the thread's own time, is found by comparing the program's variables with what they were.
//!
//! Invariant: watching changes nothing. An observed run takes the same steps to the same states.

use crate::explain::explain;
use crate::heap;
use crate::scene::{Last, scene};
use crate::tracer::{Executed, Tracer};
use gmc_ir::id::TypeId;
use gmc_ir::program::{Global, UnitIndex};
use gmc_mem::{Life, MemoryAccess, ObjId, Pointer, Scalar, Watch};
use gmc_model::{
    Choice, Choices, Effect, Event, HostMemory, Location, Scene, Step, System, ThreadId, Violation,
};
use gmc_system::At;
use gmc_system::pending::Pending;
use gmc_system::variables::variables_of;
use gmc_system::{Checked, Execution};
use gmc_vm::compiled::StaticObject;
use gmc_vm::diagnose::{self, leaf};
use gmc_vm::lower::is_of_models;
use leaf::Leaf;

/// A step shows no more bytes than this of what it prints.
const LONGEST: usize = 200;

/// A step tells no more than this of one variable, nor altogether.
const MOST: usize = 16;

/// A program under check that writes down what it does.
pub struct Observed {
    /// The program under check.
    pub subject: Checked,
    /// Whether it also writes down what becomes of it.
    effects: bool,
    variables: Vec<Variable>,
    /// Steps that are not written down yet.
    skip: usize,
    events: Vec<Event>,
    /// The state before each step and after the last one, where that is wanted.
    scenes: Option<Vec<Scene>>,
    last: Last,
}

/// A variable of the program, as it was when it was last looked at.
struct Variable {
    global: Global,
    at: Pointer,
    words: Vec<(Scalar, u8)>,
}

/// A place that the operation at the start of a step touches.
struct Spot {
    name: String,
    at: Pointer,
    unit: UnitIndex,
    leaf: Leaf,
    write: bool,
    before: String,
}

impl Observed {
    /// A program about to start, of which everything is written down.
    pub fn new(mut subject: Checked) -> Observed {
        let variables = variables(&subject);
        subject.machine.world.files.record();
        subject.machine.step.labels = Some(Vec::new());
        subject.observer = Some(Box::new(Tracer::new()));
        Observed {
            subject,
            effects: true,
            variables,
            skip: 0,
            events: Vec::new(),
            scenes: None,
            last: Last::default(),
        }
    }

    /// A program about to start, of which everything is written down after the first `skip` steps, whole states too.
    pub fn filmed(subject: Checked, skip: usize) -> Observed {
        let mut it = Observed::after(subject, skip);
        let first = (skip == 0).then(|| scene(&mut it.subject, &mut it.last));
        it.scenes = Some(first.into_iter().collect());
        it
    }

    /// The state before the first step that is written down, and after each one.
    pub fn scenes(&self) -> &[Scene] {
        self.scenes.as_deref().unwrap_or_default()
    }

    /// A program about to start, of which everything is written down after the first `skip` steps: nothing if they are as many as can be.
    pub fn after(mut subject: Checked, skip: usize) -> Observed {
        subject.machine.step.labels = Some(Vec::new());
        let effects = skip < usize::MAX;
        if effects {
            subject.observer = Some(Box::new(Tracer::new()));
        }
        let variables = if skip == 0 { variables(&subject) } else { Vec::new() };
        Observed {
            subject,
            effects,
            variables,
            skip,
            events: Vec::new(),
            scenes: None,
            last: Last::default(),
        }
    }

    /// What the steps so far did, those that were taken back included.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What the last step did, which is forgotten.
    pub fn take_event(&mut self) -> Option<Event> {
        self.events.pop()
    }

    /// The state is another one than after the last step.
    pub fn look_again(&mut self) {
        self.variables = variables(&self.subject);
    }

    /// The same, as a value.
    pub fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// What a thread is about to do.
    fn announce(&mut self, choice: Choice) -> (Event, Vec<Spot>) {
        let event = self.subject.action(choice);
        let thread = choice.thread;
        let Some(state) = self.subject.threads.get(thread) else { return (event, Vec::new()) };
        let pending = state.pending.clone();
        let spots = if self.effects { self.spots(thread, &pending) } else { Vec::new() };
        self.note_operation(thread, &pending);
        (event, spots)
    }

    /// What an operation that is neither a load or store nor a call will write is told to the tracer.
    fn note_operation(&mut self, thread: ThreadId, pending: &Pending) {
        let frame = self.subject.machine.threads[thread].frames.last();
        let Some(at) = frame.map(|it| At { code: it.code, pc: it.pc }) else { return };
        if Tracer::of(&self.subject).is_some() && matches!(pending, Pending::Operation) {
            let touches = self.subject.touches(thread, pending).unwrap_or_default();
            if let Some(tracer) = Tracer::of_mut(&mut self.subject) {
                tracer.touched(thread, at, &touches);
            }
        }
    }

    /// The statements of the step that has ended, each line once in a row.
    fn path(&mut self) -> Vec<(ThreadId, Location)> {
        let deeds = Tracer::of_mut(&mut self.subject).map(|it| it.take_path()).unwrap_or_default();
        let mut path: Vec<(ThreadId, Location)> = Vec::new();
        for Executed { thread, at } in deeds {
            let Some(place) = diagnose::at(&self.subject.machine, at.code, at.pc) else { continue };
            let same = |it: &(ThreadId, Location)| {
                it.0 == thread && it.1.line == place.line && it.1.file == place.file
            };
            if place.line > 0 && !path.last().is_some_and(same) {
                path.push((thread, place));
            }
        }
        path
    }

    /// What the last step printed, of each kind of output together.
    fn printed(&mut self, thread: ThreadId) -> Vec<(ThreadId, String)> {
        let files = &self.subject.machine.world.files;
        if !files.has_printed() {
            return Vec::new();
        }
        let mut texts: Vec<(i32, Vec<u8>)> = Vec::new();
        for (number, bytes) in self.subject.machine.world.files.take_printed() {
            match texts.last_mut() {
                Some((last, text)) if *last == number => text.extend(bytes),
                _ => texts.push((number, bytes)),
            }
        }
        let told = |(number, bytes): (i32, Vec<u8>)| {
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]).into_owned();
            let more = if bytes.len() > LONGEST { "…" } else { "" };
            let place = if number == 2 { "standard error" } else { "standard output" };
            (thread, format!("{shown:?}{more} ({place})"))
        };
        texts.into_iter().map(told).collect()
    }

    /// The places that an operation touches, with what they hold.
    fn spots(&mut self, thread: ThreadId, pending: &Pending) -> Vec<Spot> {
        if pending.accesses(&self.subject.machine).is_none() {
            return Vec::new();
        }
        let touches = self.subject.touches(thread, pending);
        let operand = leaf::next_operand(&self.subject.machine, thread);
        let mut out = Vec::new();
        for touch in touches.unwrap_or_default() {
            self.spots_of(&touch, operand.as_ref(), &mut out);
        }
        // What is written was read before, as often as not: that is not worth a word.
        let written: Vec<Pointer> = out.iter().filter(|it| it.write).map(|it| it.at).collect();
        out.retain(|it| it.write || !written.contains(&it.at));
        out
    }

    fn spots_of(
        &self,
        touch: &MemoryAccess,
        operand: Option<&(String, UnitIndex, TypeId)>,
        out: &mut Vec<Spot>,
    ) {
        let machine = &self.subject.machine;
        let Some(object) = machine.memory.object(touch.object) else { return };
        let start = Pointer { addr: object.base, prov: touch.object };
        let range = touch.offset..touch.offset + touch.size;
        let (name, base, unit, leaves) = match (leaf::type_of(machine, &object), operand) {
            (Some((unit, ty)), _) => {
                let leaves = leaf::leaves(machine.compiled.program.unit(unit), ty, range, MOST);
                (diagnose::name_of(machine, &object), 0, unit, leaves)
            }
            (None, Some((text, unit, ty))) => {
                let size = touch.size;
                let leaves = leaf::leaves(machine.compiled.program.unit(*unit), *ty, 0..size, MOST);
                (text.clone(), touch.offset, *unit, leaves)
            }
            (None, None) => return,
        };
        for leaf in leaves {
            let at = start.wrapping_offset((base + leaf.offset) as i64);
            if out.iter().any(|it| it.at == at && it.write == touch.write) || out.len() >= MOST {
                continue;
            }
            let mut spot = Spot {
                name: format!("{name}{}", leaf.path),
                at,
                unit,
                leaf,
                write: touch.write,
                before: String::new(),
            };
            spot.before = self.value(&spot);
            out.push(spot);
        }
    }

    /// What a place holds now.
    fn value(&self, spot: &Spot) -> String {
        let machine = &self.subject.machine;
        match machine.memory.object(spot.at.prov).map(|object| object.life) {
            Some(Life::Freed) => return "freed".to_owned(),
            Some(Life::OutOfScope) => return "out of scope".to_owned(),
            _ => {}
        }
        let unit = machine.compiled.program.unit(spot.unit);
        match machine.memory.load_lenient(spot.at, spot.leaf.size) {
            Ok(loaded) => leaf::value(machine, unit, &spot.leaf, loaded),
            Err(_) => "…".to_owned(),
        }
    }

    /// What a step has done to the places that it touched, and to others.
    fn effects(&mut self, spots: Vec<Spot>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for spot in spots {
            let after = self.value(&spot);
            let Spot { name: place, before, .. } = spot;
            effects.push(if spot.write {
                Effect::Written { place, before, after }
            } else {
                Effect::Read { place, value: before }
            });
        }
        for change in self.changes() {
            let Effect::Written { place, .. } = &change else { continue };
            let known = |it: &Effect| matches!(it, Effect::Written { place: known, .. } if known == place);
            if effects.len() < MOST && !effects.iter().any(known) {
                effects.push(change);
            }
        }
        effects
    }

    /// The variables that are not what they were, which they are from now on.
    fn changes(&mut self) -> Vec<Effect> {
        let machine = &self.subject.machine;
        let mut out = Vec::new();
        for variable in &mut self.variables {
            let words = words(&self.subject, variable.at);
            if words == variable.words {
                continue;
            }
            let old = std::mem::replace(&mut variable.words, words);
            let program = &machine.compiled.program;
            let unit = program.unit(variable.global.unit);
            let ty = program.symbol(variable.global).ty;
            let size = machine.memory.object(variable.at.prov).map_or(0, |info| info.size);
            let differ = |at: &usize| old.get(*at) != variable.words.get(*at);
            let first = (0..old.len()).find(differ).unwrap_or(0) as u64 * 8;
            let end = (0..old.len()).rev().find(differ).map_or(0, |at| at as u64 * 8 + 8);
            for leaf in leaf::leaves(unit, ty, first..end, usize::MAX) {
                let of = |words: &[(Scalar, u8)]| {
                    part(&self.subject, size, words, &leaf).map(|it| leaf::value(machine, unit, &leaf, it))
                };
                if let (Some(before), Some(after)) = (of(&old), of(&variable.words))
                    && before != after
                {
                    let place = format!("{}{}", program.name(variable.global), leaf.path);
                    out.push(Effect::Written { place, before, after });
                }
            }
        }
        out
    }
}

impl Observed {
    /// A violation with what the run tells of it.
    fn explained(&mut self, mut step: Step) -> Step {
        if let Step::Violated(violation) = &mut step {
            explain(&self.subject, violation);
            self.renumber_violation(violation);
        }
        step
    }

    /// Heap memory is known by the order of its allocation.
    fn renumber(&self, event: &mut Event) {
        let mut one = |text: &mut String| *text = heap::renumbered(&self.subject, text);
        one(&mut event.action);
        for effect in &mut event.effects {
            match effect {
                Effect::Read { value, .. } => one(value),
                Effect::Written { before, after, .. } => [before, after].into_iter().for_each(&mut one),
            }
        }
    }

    fn renumber_violation(&self, violation: &mut Violation) {
        violation.message = heap::renumbered(&self.subject, &violation.message);
        for note in &mut violation.notes {
            note.message = heap::renumbered(&self.subject, &note.message);
        }
        for (_, value) in violation.stack.iter_mut().flat_map(|call| &mut call.arguments) {
            *value = heap::renumbered(&self.subject, value);
        }
    }
}

/// The program's own variables, as far as they are compared.
fn variables(subject: &Execution) -> Vec<Variable> {
    let of = |(global, at)| Variable { global, at, words: words(subject, at) };
    variables_of(subject).into_iter().map(of).collect()
}

/// A variable's contents in words of eight bytes, the last one shorter.
fn words(subject: &Execution, at: Pointer) -> Vec<(Scalar, u8)> {
    let memory = &subject.machine.memory;
    let size = memory.object(at.prov).map_or(0, |info| info.size);
    let word = |first: u64| {
        let length = (size - first).min(8) as usize;
        memory.load_lenient(at.wrapping_offset(first as i64), length).unwrap_or((Scalar::Bits(0), u8::MAX))
    };
    (0..size).step_by(8).map(word).collect()
}

/// A leaf of a variable, if it lies in one word.
fn part(subject: &Execution, size: u64, words: &[(Scalar, u8)], leaf: &Leaf) -> Option<(Scalar, u8)> {
    let within = leaf.offset as usize % 8;
    let &(scalar, missing) = words.get(leaf.offset as usize / 8)?;
    let length = (size - (leaf.offset & !7)).min(8) as usize;
    if within + leaf.size > length {
        return None;
    }
    let gone = missing >> within & (u8::MAX >> (8 - leaf.size));
    if within == 0 && leaf.size == 8 || gone != 0 {
        return Some((scalar, gone));
    }
    let target = subject.machine.memory.target();
    let shift = match target.endian {
        gmc_mem::Endian::Little => within,
        gmc_mem::Endian::Big => length - within - leaf.size,
    };
    let bits = scalar.bits(target)? >> (8 * shift) & (u64::MAX >> (64 - 8 * leaf.size));
    Some((Scalar::Bits(bits), 0))
}

impl System for Observed {
    type Snapshot = gmc_system::Snapshot;

    fn choices(&mut self, out: &mut Choices) {
        self.subject.choices(out);
        if let Some(mut violation) = out.take_end() {
            explain(&self.subject, &mut violation);
            self.renumber_violation(&mut violation);
            out.set_end(Some(violation));
        }
    }

    fn step(&mut self, choice: Choice) -> Step {
        if self.skip > 0 {
            self.skip -= 1;
            let step = self.subject.step(choice);
            self.path();
            if self.skip == 0 {
                self.variables = variables(&self.subject);
                if let Some(scenes) = &mut self.scenes {
                    scenes.push(scene(&mut self.subject, &mut self.last));
                }
            }
            return self.explained(step);
        }
        let (mut event, spots) = self.announce(choice);
        self.subject.machine.step.labels = Some(Vec::new());
        let step = self.subject.step(choice);
        let labels = self.subject.machine.step.labels.replace(Vec::new()).unwrap_or_default();
        event.labels = labels.into_iter().map(|(thread, text)| (thread, text)).collect();
        event.labels.extend(self.printed(choice.thread));
        self.subject.machine.memory.watch(Watch::Off);
        event.effects = self.effects(spots);
        if !matches!(step, Step::Moved { .. }) {
            // What was wrong was not done.
            event
                .effects
                .retain(|it| !matches!(it, Effect::Written { before, after, .. } if before == after));
        }
        event.path = self.path();
        self.renumber(&mut event);
        self.events.push(event);
        if let Some(scenes) = &mut self.scenes {
            // After a step that was not completed, the registers are where it ended.
            if matches!(step, Step::Moved { .. }) {
                self.subject.threads.ids().for_each(|thread| self.subject.fresh(thread));
            }
            scenes.push(scene(&mut self.subject, &mut self.last));
        }
        self.explained(step)
    }

    fn fingerprint(&mut self) -> u128 {
        self.subject.fingerprint()
    }

    fn mark(&mut self) {
        self.subject.mark();
    }

    fn rewind(&mut self) {
        self.subject.rewind();
        if self.effects {
            self.variables = variables(&self.subject);
        }
    }

    fn forget(&mut self) {
        self.subject.forget();
    }

    fn snapshot(&mut self) -> gmc_system::Snapshot {
        self.subject.snapshot()
    }

    fn restore(&mut self, snapshot: &gmc_system::Snapshot) {
        self.subject.restore(snapshot);
        if self.effects {
            self.variables = variables(&self.subject);
        }
    }
}

impl HostMemory for Observed {
    fn host_bytes(&self) -> usize {
        self.subject.host_bytes()
    }
}
