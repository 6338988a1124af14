//! Finds what multiplies states and steers nothing: counters, statistics, time stamps (`gmc check --slice`).
//!
//! It watches a short search twice. The first time it collects the values of each number in static and heap memory, and
//! whether these only grow. Those that no branch reads ([`steering`]) are candidates. The second time it asks, in each
//! state, what its fingerprint would be without them: all together, and all but each one. So a candidate counts exactly
//! where it tells states apart that are otherwise equal (CMC finds such variables by their values alone: Musuvathi's
//! thesis, section 3.5).
//!
//! Invariant: looking changes nothing. What is hidden to compute a fingerprint is shown again.

mod steering;

use crate::scene::{SceneHistory, scene};
use crate::view::{HeapTypes, View};
use gmc_ir::id::TypeId;
use gmc_ir::program::UnitIndex;
use gmc_ir::text::type_name;
use gmc_ir::types::{Size, TypeKind};
use gmc_mem::{Life, ObjId, ObjectInfo, Pointer, Scalar, Storage};
use gmc_system::observer::{Motion, Observer};
use gmc_system::variables::variables_of;
use gmc_system::{Execution, IgnoreRules};
use gmc_vm::Compiled;
use gmc_vm::diagnose::leaf::leaves;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use steering::{Key, Steering};

/// Parts of a variable or heap object that are watched at most.
const MAX_LEAVES: usize = 1 << 12;

/// Values of a number that are told apart; what has more, has many.
const MAX_VALUES: usize = 1 << 10;

/// What steers the program is of interest if it has so many values and only grows or only falls.
const COUNTER: usize = 8;

/// Candidates that are measured at most: those with the most values.
const MAX_MEASURED: usize = 64;

/// Watches a search for the values of numbers.
#[derive(Clone, Default)]
pub struct ValueWatch(Arc<Mutex<Values>>);

#[derive(Default)]
struct Values {
    /// Of each number, as `--ignore` names it.
    seen: BTreeMap<String, Seen>,
    /// The types of heap objects, by where they are allocated.
    sites: HashMap<u32, Option<(UnitIndex, TypeId)>>,
}

/// What was seen of a number.
#[derive(Clone, Debug, Default)]
struct Seen {
    key: Option<Key>,
    values: HashSet<u64>,
    falls: bool,
    grows: bool,
}

/// The numbers of a state, by where they are.
type Numbers = HashMap<(ObjId, u64), u64>;

/// What one worker's watch knows of the path to the current state.
struct Path {
    watch: ValueWatch,
    now: Rc<Numbers>,
    marks: Vec<Rc<Numbers>>,
}

/// A number that multiplies states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiplier {
    /// As `--ignore` names it.
    pub name: String,
    /// Different values that were seen.
    pub values: u64,
    /// How it changes along a run.
    pub changes: Changes,
    /// The file and line in which a branch reads it, or what is computed from it.
    pub steers: Option<(String, u32)>,
    /// States, with it and without.
    pub states: (u64, u64),
}

/// How a number changes along a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// It only grows.
    Grows,
    /// It only falls.
    Falls,
    /// Both.
    Both,
}

impl ValueWatch {
    fn lock(&self) -> MutexGuard<'_, Values> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An observer for a worker.
    pub fn observer(&self) -> Box<dyn Observer> {
        Box::new(Path { watch: self.clone(), now: Rc::default(), marks: Vec::new() })
    }

    /// What may be worth measuring: numbers that steer nothing, and counters that do.
    pub fn candidates(&self, compiled: &Compiled) -> Vec<Multiplier> {
        let steering = Steering::of(compiled);
        let mut out = Vec::new();
        for (name, seen) in &self.lock().seen {
            let changes = match (seen.grows, seen.falls) {
                (true, false) => Changes::Grows,
                (false, true) => Changes::Falls,
                (true, true) => Changes::Both,
                (false, false) => continue,
            };
            let steers = seen.key.as_ref().and_then(|it| steering.by(it)).cloned();
            if steers.is_some() && (changes == Changes::Both || seen.values.len() < COUNTER) {
                continue;
            }
            let values = seen.values.len() as u64;
            out.push(Multiplier { name: name.clone(), values, changes, steers, states: (0, 0) });
        }
        out.sort_by(|a, b| (b.values, &a.name).cmp(&(a.values, &b.name)));
        out.truncate(MAX_MEASURED);
        out
    }
}

impl Observer for Path {
    fn follows_run(&self) -> bool {
        false
    }

    fn state(&mut self, execution: &mut Execution, _: u128) {
        let now = Rc::new(self.watch.lock().look(execution, &self.now));
        self.now = now;
    }

    fn moved(&mut self, motion: &mut Motion<'_>) {
        match motion {
            Motion::Mark => self.marks.push(self.now.clone()),
            Motion::Rewind => self.now = self.marks.last().cloned().unwrap_or_default(),
            Motion::Forget => {
                self.marks.pop();
            }
            // The path is another one.
            Motion::Restore(_) => self.now = Rc::default(),
            Motion::Step(..) | Motion::Snapshot(_) | Motion::Fork(_) | Motion::Begin(_) => {}
        }
    }
}

impl Values {
    /// Notes the numbers of a state, and compares them with those of an earlier one on the way.
    fn look(&mut self, execution: &mut Execution, before: &Numbers) -> Numbers {
        let program = execution.machine().compiled.program.clone();
        let mut now = HashMap::new();
        for (global, at) in variables_of(execution.machine()) {
            let unit = program.unit(global.unit);
            let (ty, name) = (program.symbol(global).ty, program.name(global));
            let named = |path: &str| format!("{name}{path}@{}", unit.str(unit.file));
            let key = |path: &str| key_of(unit, ty, path).unwrap_or_else(|| Key::Variable(name.to_owned()));
            self.numbers(execution, (global.unit, ty), at, &named, &key, (&mut now, before));
        }
        self.learn_types(execution);
        let is_live = |it: &ObjectInfo| it.kind == Storage::Heap && it.life == Life::Live;
        let heap: Vec<ObjectInfo> = execution.machine().memory.objects().filter(is_live).collect();
        for object in heap {
            let Some(&Some((index, ty))) = self.sites.get(&object.alloc_site.0) else { continue };
            let unit = program.unit(index);
            let Size::Bytes(stride @ 1..) = unit.types[ty.index()].size else { continue };
            let Some(place) = View::of(execution).allocated(&object) else { continue };
            let named = |path: &str| format!("{}{path}@{}:{}", type_name(unit, ty), place.file, place.line);
            let key = |path: &str| {
                key_of(unit, ty, path).unwrap_or_else(|| Key::Field(type_name(unit, ty), String::new()))
            };
            for first in (0..object.size.min(MAX_LEAVES as u64)).step_by(stride as usize) {
                let at = Pointer { addr: object.base + first, prov: object.id };
                if first + stride <= object.size {
                    self.numbers(execution, (index, ty), at, &named, &key, (&mut now, before));
                }
            }
        }
        now
    }

    /// Notes the numbers of an object.
    fn numbers(
        &mut self,
        execution: &Execution,
        (index, ty): (UnitIndex, TypeId),
        at: Pointer,
        named: &dyn Fn(&str) -> String,
        key: &dyn Fn(&str) -> Key,
        (now, before): (&mut Numbers, &Numbers),
    ) {
        let machine = execution.machine();
        let unit = machine.compiled.program.unit(index);
        let Size::Bytes(size) = unit.types[ty.index()].size else { return };
        for leaf in leaves(unit, ty, 0..size, MAX_LEAVES) {
            let signed = match unit.types[leaf.ty.index()].kind {
                TypeKind::Integer { unsigned, .. } => !unsigned,
                _ => continue,
            };
            let place = at.wrapping_offset(leaf.offset as i64);
            if leaf.bits.is_some() {
                continue;
            }
            let Ok((Scalar::Bits(bits), 0)) = machine.memory.load_lenient(place, leaf.size) else { continue };
            let path = pattern(&leaf.path);
            let seen = self.seen.entry(named(&path)).or_default();
            seen.key.get_or_insert_with(|| key(&path));
            if seen.values.len() < MAX_VALUES {
                seen.values.insert(bits);
            }
            now.insert((place.prov, place.addr), bits);
            if let Some(&old) = before.get(&(place.prov, place.addr)).filter(|it| **it != bits) {
                // As the type orders them: the top bit of a signed number counts for less.
                let shift = 64 - 8 * leaf.size as u32;
                let order = |bits: u64| (bits << shift) ^ u64::from(signed) << 63;
                match order(old) < order(bits) {
                    true => seen.grows = true,
                    false => seen.falls = true,
                }
            }
        }
    }

    /// Finds out the types of heap objects from places that were not seen before, by the pointers to them.
    fn learn_types(&mut self, execution: &mut Execution) {
        let heap = |it: &ObjectInfo| it.kind == Storage::Heap && it.life == Life::Live;
        let new: Vec<_> = execution
            .machine()
            .memory
            .objects()
            .filter(|it| heap(it) && !matches!(self.sites.get(&it.alloc_site.0), Some(Some(_))))
            .collect();
        if new.is_empty() {
            return;
        }
        let mut history = SceneHistory::default();
        scene(&View::of(execution), &mut history);
        let types: &HeapTypes = history.heap_types();
        for object in new {
            self.sites.insert(object.alloc_site.0, types.get(&object.id).copied());
        }
    }
}

/// A path with all elements of arrays as one.
fn pattern(path: &str) -> String {
    let mut out = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        out += before;
        out += "[*]";
        rest = after.split_once(']').map_or("", |it| it.1);
    }
    out + rest
}

/// The field that a path ends with; none where it has no field.
fn key_of(unit: &gmc_ir::unit::Unit, ty: TypeId, path: &str) -> Option<Key> {
    let (mut ty, mut rest, mut found) = (ty, path, None);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("[*]") {
            let TypeKind::Array { element, .. } = &unit.types[ty.index()].kind else { return found };
            (ty, rest) = (*element, after);
            continue;
        }
        let after = rest.strip_prefix('.')?;
        let end = after.find(['.', '[']).unwrap_or(after.len());
        let TypeKind::Record { fields, .. } = &unit.types[ty.index()].kind else { return found };
        let field = fields.iter().find(|it| unit.str(it.name) == &after[..end])?;
        found = Some(Key::Field(type_name(unit, ty), after[..end].to_owned()));
        (ty, rest) = (field.ty, &after[end..]);
    }
    found
}

/// Counts states with and without candidates.
#[derive(Clone)]
pub struct Measure(Arc<Mutex<Counts>>);

struct Counts {
    candidates: Vec<Multiplier>,
    rules: Vec<IgnoreRules>,
    /// States as they are.
    states: HashSet<u128>,
    /// States without each candidate that steers, and states with each candidate that does not but none of the others.
    other: Vec<HashSet<u128>>,
    /// States without all candidates that steer nothing.
    without: HashSet<u128>,
}

impl Measure {
    /// Of these candidates.
    ///
    /// # Errors
    /// Where one cannot be named.
    pub fn new(compiled: &Compiled, candidates: Vec<Multiplier>) -> Measure {
        let mut kept = Vec::new();
        let mut rules = Vec::new();
        for candidate in candidates {
            // What cannot be named, as where several variables have one name and file, cannot be ignored.
            if let Ok(rule) = IgnoreRules::compile(compiled, std::slice::from_ref(&candidate.name)) {
                kept.push(candidate);
                rules.push(rule);
            }
        }
        let other = vec![HashSet::new(); kept.len()];
        let (states, without) = Default::default();
        Measure(Arc::new(Mutex::new(Counts { candidates: kept, rules, states, other, without })))
    }

    /// An observer for a worker.
    pub fn observer(&self) -> Box<dyn Observer> {
        Box::new(self.clone())
    }

    /// Those that multiply states, those first that steer nothing.
    pub fn multipliers(&self) -> Vec<Multiplier> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let states = counts.states.len() as u64;
        let mut out = Vec::new();
        for (candidate, other) in counts.candidates.iter().zip(&counts.other) {
            let other = other.len() as u64;
            let pair = match candidate.steers {
                Some(_) => (states, other),
                None => (other, counts.without.len() as u64),
            };
            if pair.1 < pair.0 {
                out.push(Multiplier { states: pair, ..candidate.clone() });
            }
        }
        out.sort_by_key(|it| it.steers.is_some());
        out
    }
}

impl Observer for Measure {
    fn follows_run(&self) -> bool {
        false
    }

    fn state(&mut self, execution: &mut Execution, fingerprint: u128) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = &mut *counts;
        if !counts.states.insert(fingerprint) {
            return;
        }
        let free: Vec<usize> =
            (0..counts.candidates.len()).filter(|&at| counts.candidates[at].steers.is_none()).collect();
        let rules = |them: &mut dyn Iterator<Item = usize>| -> Vec<&IgnoreRules> {
            them.map(|at| &counts.rules[at]).collect()
        };
        counts.without.insert(execution.fingerprint_without(&rules(&mut free.iter().copied())));
        for (at, other) in counts.other.iter_mut().enumerate() {
            let hidden = match counts.candidates[at].steers {
                Some(_) => rules(&mut std::iter::once(at)),
                None => rules(&mut free.iter().copied().filter(|it| *it != at)),
            };
            other.insert(execution.fingerprint_without(&hidden));
        }
    }
}
