//! Counts what states differ in, for `gmc check --profile`.
//!
//! Each visited state is taken apart as a reader sees it (`scene`): variables, fields of heap blocks by allocation
//! site, the place and the variables of each thread. A part is kept as a hash, and a state as the sum of its parts'
//! hashes, so the state without a part is one subtraction away. Heap blocks are numbered by the order in which pointers
//! lead to them from variables, so that their addresses make no difference.
//!
//! Invariant: equal states have equal parts, however they were reached.

use crate::scene::{SceneHistory, scene};
use crate::view::View;
use gmc_model::{Location, Matter, Part, Point, Profile, Scene, Variable};
use gmc_system::Execution;
use gmc_system::observer::Observer;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// States that are looked at, at most.
const MAX_STATES: usize = 50_000;

/// Variables with at most so many parts are counted part by part.
const MAX_PARTS: usize = 8;

/// Parts and places that a profile has at most.
const MAX_SHOWN: usize = 200;

/// Looks at the states of a search, shared by its workers.
#[derive(Clone, Default)]
pub struct Profiler(Arc<Mutex<Seen>>);

/// What was seen of the states so far.
#[derive(Default)]
struct Seen {
    fingerprints: HashSet<u128>,
    /// Whether there were more states than are looked at.
    is_full: bool,
    /// The number of each part.
    names: HashMap<(Matter, String), u32>,
    /// The parts, each with the part that it belongs to.
    parts: Vec<(Matter, String, Option<u32>)>,
    /// The types of heap blocks, by part.
    types: HashMap<u32, String>,
    /// The most heap blocks at one time, by part.
    most: HashMap<u32, u64>,
    /// Of each state, its parts and their hashes.
    states: Vec<Vec<(u32, u64)>>,
    /// How many states have a thread at each place.
    points: HashMap<Location, u64>,
}

impl Profiler {
    /// The profile of the states so far.
    pub fn profile(&self) -> Profile {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).profile()
    }
}

impl Observer for Profiler {
    fn follows_run(&self) -> bool {
        false
    }

    /// Looks at a state that is new.
    fn state(&mut self, execution: &mut Execution, fingerprint: u128) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.fingerprints.contains(&fingerprint) {
            return;
        }
        if seen.fingerprints.len() >= MAX_STATES {
            seen.is_full = true;
            return;
        }
        seen.fingerprints.insert(fingerprint);
        let scene = scene(&View::of(execution), &mut SceneHistory::default());
        seen.add(&scene);
    }
}

impl Seen {
    /// The number of a part.
    fn part(&mut self, what: Matter, name: String, of: Option<u32>) -> u32 {
        let next = self.parts.len() as u32;
        let part = *self.names.entry((what, name.clone())).or_insert(next);
        if part == next {
            self.parts.push((what, name, of));
        }
        part
    }

    /// Adds a state.
    fn add(&mut self, scene: &Scene) {
        let order = order(scene);
        let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
        let mut add = |part: u32, hash: u64| {
            let sum = sums.entry(part).or_default();
            *sum = sum.wrapping_add(hash);
        };
        for variable in &scene.globals {
            self.variable(Matter::Global, variable, variable.name.clone(), None, &order, &mut add);
        }
        let mut points = HashSet::new();
        for thread in &scene.threads {
            let whole = self.part(Matter::Thread, format!("thread {}", thread.number), None);
            let place = self.part(Matter::Place, format!("thread {}", thread.number), Some(whole));
            let lines: Vec<_> = thread.frames.iter().map(|it| &it.location).collect();
            add(place, hash(&(&thread.state, &lines)));
            points.extend(lines.first().map(|&at| Location { column: 0, ..at.clone() }));
            for (depth, frame) in thread.frames.iter().rev().enumerate() {
                for variable in &frame.variables {
                    let name =
                        format!("{} of {}, thread {}", variable.name, frame.location.function, thread.number);
                    // A recursive function has several variables of the name.
                    let mut depths = |part, hash: u64| add(part, hash.rotate_left(depth as u32));
                    self.variable(Matter::Local, variable, name, Some(whole), &order, &mut depths);
                }
            }
        }
        let mut blocks: HashMap<u32, u64> = HashMap::new();
        for block in scene.heap.iter().filter(|it| !it.freed) {
            let at = block.allocated.as_ref();
            let site = at.map_or("?".to_owned(), |at| format!("{}:{}", at.file, at.line));
            let whole = self.part(Matter::Heap, site.clone(), None);
            if !block.ty.is_empty() {
                self.types.entry(whole).or_insert_with(|| block.ty.clone());
            }
            *blocks.entry(whole).or_default() += 1;
            let count = self.part(Matter::Field, format!("how many there are of {site}"), Some(whole));
            add(count, 1);
            for part in &block.parts {
                let field = self.part(Matter::Field, format!("{} of {site}", part.name), Some(whole));
                add(field, hash(&(order.get(&block.number), text(part, &order))));
            }
        }
        for (part, count) in blocks {
            let most = self.most.entry(part).or_default();
            *most = count.max(*most);
        }
        for point in points {
            *self.points.entry(point).or_default() += 1;
        }
        // Hashed with their parts, so that differences in two parts do not cancel out.
        self.states.push(sums.into_iter().map(|(part, sum)| (part, hash(&(part, sum)))).collect());
    }

    /// Adds the hash of a variable, or those of its parts.
    fn variable(
        &mut self,
        what: Matter,
        it: &Variable,
        name: String,
        of: Option<u32>,
        order: &HashMap<usize, usize>,
        add: &mut dyn FnMut(u32, u64),
    ) {
        if it.parts.is_empty() || it.parts.len() > MAX_PARTS || what == Matter::Local {
            let part = self.part(what, name, of);
            add(part, hash(&text(it, order)));
            return;
        }
        let whole = self.part(what, name.clone(), of);
        for inner in &it.parts {
            let part = self.part(what, format!("{name}{}", inner.name), Some(whole));
            add(part, hash(&text(inner, order)));
        }
    }

    fn profile(&self) -> Profile {
        let totals: Vec<u64> = self.states.iter().map(|it| sum(it.iter().map(|it| it.1))).collect();
        let distinct = |them: &mut dyn Iterator<Item = u64>| them.collect::<HashSet<u64>>().len() as u64;
        let states = distinct(&mut totals.iter().copied());
        let mut parts = Vec::new();
        for (index, (what, name, of)) in self.parts.iter().enumerate() {
            let index = index as u32;
            let within = |part: u32| part == index || self.parts[part as usize].2 == Some(index);
            let own = |state: &Vec<(u32, u64)>| sum(state.iter().filter(|it| within(it.0)).map(|it| it.1));
            let values = distinct(&mut self.states.iter().map(own));
            let pairs = totals.iter().zip(&self.states);
            let without = distinct(&mut pairs.map(|(total, state)| total.wrapping_sub(own(state))));
            let most = self.most.get(&index).copied().unwrap_or(0);
            if without < states {
                let ty = self.types.get(&of.unwrap_or(index)).map_or(String::new(), |ty| format!(" ({ty})"));
                parts.push(Part { what: *what, name: format!("{name}{ty}"), values, without, most });
            }
        }
        parts.sort_by(|a, b| (a.without, a.what, &a.name).cmp(&(b.without, b.what, &b.name)));
        parts.truncate(MAX_SHOWN);
        let mut points: Vec<Point> =
            self.points.iter().map(|(at, &states)| Point { location: at.clone(), states }).collect();
        let key = |it: &Point| {
            (std::cmp::Reverse(it.states), it.location.file.clone(), it.location.line, it.location.column)
        };
        points.sort_by_key(key);
        points.truncate(MAX_SHOWN);
        Profile { visited: self.fingerprints.len() as u64, all: !self.is_full, states, parts, points }
    }
}

fn sum(them: impl Iterator<Item = u64>) -> u64 {
    them.fold(0, u64::wrapping_add)
}

/// Heap blocks in the order in which pointers lead to them from variables.
fn order(scene: &Scene) -> HashMap<usize, usize> {
    let frames = scene.threads.iter().flat_map(|it| &it.frames);
    let mut left: VecDeque<&Variable> =
        scene.globals.iter().chain(frames.flat_map(|it| &it.variables)).collect();
    let mut order = HashMap::new();
    while let Some(variable) = left.pop_front() {
        left.extend(&variable.parts);
        let Some(target) = variable.target else { continue };
        let next = order.len();
        if *order.entry(target).or_insert(next) == next {
            let block = scene.heap.iter().find(|it| it.number == target);
            left.extend(block.into_iter().flat_map(|it| &it.parts));
        }
    }
    order
}

/// What a variable holds, without addresses.
fn text(it: &Variable, order: &HashMap<usize, usize>) -> String {
    let mut out = it.target.map_or_else(|| it.value.clone(), |to| format!("{:?}", order.get(&to)));
    for part in &it.parts {
        out.push(';');
        out += &text(part, order);
    }
    out
}

fn hash(it: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    it.hash(&mut hasher);
    hasher.finish()
}
