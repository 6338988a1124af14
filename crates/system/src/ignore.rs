//! What a search ignores from the start (`--ignore`, `--slice auto`), and what it says of it.
//!
//! Bytes are hidden from fingerprints, in each process by itself. What the program asks for as it runs (`gmc_ignore`)
//! goes the same way, through [`gmc_vm::ignored`].

use crate::Execution;
use crate::parts::Parts;
use gmc_mem::{HiddenParts, Memory, Pointer, Watch};
use gmc_vm::Ignored;
use gmc_vm::compiled::Compiled;
use std::ops::Range;

/// What is ignored from the start.
#[derive(Clone, Debug, Default)]
pub struct IgnoreRules {
    variables: Vec<(Pointer, Vec<Range<u64>>)>,
    heap: HiddenParts,
    names: Vec<String>,
}

impl IgnoreRules {
    /// Finds what names stand for.
    ///
    /// # Errors
    /// The first name that makes no sense, and why.
    pub fn compile(compiled: &Compiled, names: &[String]) -> Result<IgnoreRules, String> {
        let mut rules = IgnoreRules::default();
        for name in names {
            match Parts::named(compiled, name)? {
                Parts::Variable { at, bytes } => rules.variables.push((at, bytes)),
                Parts::Heap { sites, parts } => {
                    sites.into_iter().for_each(|site| rules.heap.add(site, parts.clone()));
                }
            }
            rules.names.push(name.clone());
        }
        Ok(rules)
    }

    fn hide_variables(&self, memory: &mut Memory) {
        for (at, bytes) in &self.variables {
            for part in bytes {
                // It cannot fail: variables live for ever.
                let _ = memory.hide(at.wrapping_offset(part.start as i64), part.end - part.start, true);
            }
        }
    }
}

impl Execution {
    /// The fingerprint that the state would have if these were ignored, without symmetry. Nothing changes.
    pub fn fingerprint_without(&mut self, rules: &[&IgnoreRules]) -> u128 {
        let memory = &mut self.machine.memory;
        let watch = memory.watch(Watch::Off);
        let mark = memory.mark();
        for rules in rules {
            rules.hide_variables(memory);
            memory.hide_parts_of_objects(&rules.heap);
        }
        let fingerprint = self.fingerprint_with(self.machine.print_beside());
        let memory = &mut self.machine.memory;
        memory.rewind(mark);
        memory.forget(mark);
        memory.watch(watch);
        fingerprint
    }

    /// From now on these bytes, and those that the program names itself, take no part in what makes states equal. For
    /// an execution that is about to start.
    pub fn ignore(&mut self, rules: &IgnoreRules, ignored: &Ignored) {
        let memory = &mut self.machine.memory;
        memory.watch(Watch::Off);
        rules.hide_variables(memory);
        memory.hide_parts_of_allocations(rules.heap.clone());
        rules.names.iter().for_each(|name| ignored.tell(name.clone()));
        self.machine.rules.ignored = Some(ignored.clone());
    }
}
