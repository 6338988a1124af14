//! Points of functions at which labels are worth keeping: where paths meet, and where choices are made.

use super::record::{is_choice, native};
use gmc_vm::Compiled;
use gmc_vm::code::{Code, Op};
use gmc_vm::liveness::each_successor;
use std::sync::Arc;

/// The points of all functions, worked out when a function is first met.
pub(super) struct Flows {
    compiled: Arc<Compiled>,
    points: Vec<Option<Box<[bool]>>>,
}

impl Flows {
    pub(super) fn new(compiled: &Arc<Compiled>) -> Flows {
        Flows { compiled: compiled.clone(), points: Vec::new() }
    }

    /// Whether an operation is where paths meet, or a choice.
    pub(super) fn is_point(&mut self, code: &Code, at: usize) -> bool {
        let index = code.id.0 as usize;
        if index >= self.points.len() {
            self.points.resize(index + 1, None);
        }
        let compiled = &self.compiled;
        self.points[index].get_or_insert_with(|| points(code, compiled))[at]
    }
}

fn points(code: &Code, compiled: &Compiled) -> Box<[bool]> {
    let mut before = vec![0u8; code.ops.len()];
    for at in 0..code.ops.len() {
        each_successor(code, at as u32, |to| {
            if let Some(count) = before.get_mut(to as usize) {
                *count = count.saturating_add(1);
            }
        });
    }
    let chooses = |op: &Op| match op {
        Op::Call { call } => native(&code.tables.calls[*call as usize], compiled).is_some_and(is_choice),
        _ => false,
    };
    code.ops.iter().zip(before).map(|(op, before)| before > 1 || chooses(op)).collect()
}
