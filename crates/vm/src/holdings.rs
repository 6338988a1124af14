//! What a process has acquired and not given back: heap memory, open files, timers, threads, children (`gmc_start`,
//! `gmc_end`).
//!
//! Heap memory is counted by the place that allocates it, so that states that differ in numbers of objects alone are
//! equal, and so that a report can say where it comes from. What is used instead of something of the same kind that was
//! given back is nothing more than before; only descriptors are told apart by their numbers.

use crate::diagnose;
use crate::machine::Machine;
use crate::thread::Phase;
use gmc_mem::{Life, ObjectInfo, Storage};
use std::collections::{BTreeMap, BTreeSet};

/// What a process has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Holdings {
    /// Blocks of heap memory, by the number of the place that has allocated them.
    heap: BTreeMap<u32, usize>,
    /// Descriptors.
    files: BTreeSet<i32>,
    timers: usize,
    threads: usize,
    children: usize,
}

/// What may be left over: the bits of `enum gmc_resource`.
const HEAP: u32 = 1;
const FILES: u32 = 2;
const TIMERS: u32 = 4;
const THREADS: u32 = 8;
const CHILDREN: u32 = 16;

impl Machine {
    /// What the process has now.
    pub fn holdings(&self) -> Holdings {
        let mut heap = BTreeMap::new();
        for block in self.heap_blocks() {
            *heap.entry(block.alloc_site.0).or_insert(0) += 1;
        }
        let phases = self.threads.ids().map(|it| self.phase(it));
        Holdings {
            heap,
            files: self.world.files.listing().iter().map(|it| it.number).collect(),
            timers: self.world.timers(),
            threads: phases.filter(|it| *it != Phase::Free).count(),
            children: self.world.processes().child_count(self.world.process),
        }
    }

    fn heap_blocks(&self) -> impl Iterator<Item = ObjectInfo> + '_ {
        self.memory.objects().filter(|it| it.kind == Storage::Heap && it.life == Life::Live)
    }

    /// What the process has more than at its start, but for these kinds of things; in words.
    pub fn left_over(&self, before: &Holdings, except: u32) -> Vec<String> {
        let now = self.holdings();
        let mut left = Vec::new();
        let counts = |what: u32| except & what == 0;
        for (site, count) in now.heap.iter().filter(|_| counts(HEAP)) {
            let more = count.saturating_sub(before.heap.get(site).copied().unwrap_or(0));
            // The newest are those that were not there before.
            let blocks: Vec<ObjectInfo> = self.heap_blocks().filter(|it| it.alloc_site.0 == *site).collect();
            let Some(last) = blocks.last().filter(|_| more > 0) else { continue };
            let place = diagnose::allocated(self, last)
                .map_or(String::new(), |at| format!(", allocated at {}:{}:{}", at.file, at.line, at.column));
            left.push(format!("{} ({} bytes{place})", several(more, "block of heap memory"), last.size));
        }
        let files = self.world.files.listing();
        let new = files.iter().filter(|it| counts(FILES) && !before.files.contains(&it.number));
        left.extend(new.map(|it| format!("descriptor {} ({})", it.number, it.name)));
        for (what, now, before, noun) in [
            (TIMERS, now.timers, before.timers, "timer"),
            (THREADS, now.threads, before.threads, "thread"),
            (CHILDREN, now.children, before.children, "child process"),
        ] {
            if counts(what) && now > before {
                left.push(several(now - before, noun));
            }
        }
        left
    }
}

fn several(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("a {noun}"),
        (_, "block of heap memory") => format!("{count} blocks of heap memory"),
        (_, "child process") => format!("{count} child processes"),
        _ => format!("{count} {noun}s"),
    }
}
