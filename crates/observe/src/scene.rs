//! A whole state for a reader: every thread's calls and variables, the program's variables, heap blocks.
//!
//! A variable that is not read again loses its register; it is shown with the value that an earlier scene showed.

use crate::view::{FrameView, HeapTypes, LocalPlace, Variables, View};
use gmc_model::{Activation, Actor, Scene, ThreadId, Variable};
use gmc_vm::CodeId;
use std::collections::HashMap;

/// What earlier scenes of the same run have shown.
#[derive(Default)]
pub struct SceneHistory {
    /// Variables: by thread, depth, function and name.
    variables: HashMap<(ThreadId, usize, CodeId, String), Variable>,
    /// Types of heap blocks, which they keep when the last pointer is gone.
    heap_types: HeapTypes,
}

impl SceneHistory {
    /// The types of heap blocks that are known now.
    pub fn heap_types(&self) -> &HeapTypes {
        &self.heap_types
    }
}

/// Shows a state.
pub fn scene(view: &View<'_>, history: &mut SceneHistory) -> Scene {
    let mut variables = Variables::new(view, std::mem::take(&mut history.heap_types));
    let threads = view.threads().map(|it| thread(view, it, &mut variables, history)).collect();
    let globals = view.globals().into_iter().filter_map(|(global, at)| {
        let program = view.program();
        let name = program.name(global).to_owned();
        variables.in_memory(global.unit, program.symbol(global).ty, name, at)
    });
    let mut globals: Vec<Variable> = globals.collect();
    globals.sort_by(|a, b| a.name.cmp(&b.name));
    let heap = variables.heap();
    history.heap_types = variables.into_heap_types();
    history.heap_types.retain(|object, _| heap.iter().any(|it| it.number == view.heap_number(*object)));
    Scene { threads, globals, heap }
}

fn thread(
    view: &View<'_>,
    thread: ThreadId,
    variables: &mut Variables<'_>,
    history: &mut SceneHistory,
) -> Actor {
    history.variables.retain(|(of, depth, code, _), _| {
        *of != thread || view.frame(thread, *depth).is_some_and(|frame| frame.next().code == *code)
    });
    let frames = view.frames(thread).filter_map(|frame| {
        let location = frame.location()?;
        Some(Activation { location, variables: locals(&frame, variables, history) })
    });
    Actor { number: thread, state: view.status(thread), frames: frames.collect() }
}

fn locals(frame: &FrameView<'_>, variables: &mut Variables<'_>, history: &mut SceneHistory) -> Vec<Variable> {
    let mut out = Vec::new();
    for local in frame.locals() {
        let key = (frame.thread, frame.depth, frame.next().code, local.name.clone());
        let found = match local.place {
            LocalPlace::Register(r) => frame
                .register(r)
                .and_then(|reg| variables.in_register(frame.unit(), local.ty, local.name, reg)),
            LocalPlace::Memory(at) => variables.in_memory(frame.unit(), local.ty, local.name, at),
            LocalPlace::OutOfScope | LocalPlace::Alias | LocalPlace::Unused => None,
        };
        match found {
            Some(found) => {
                history.variables.insert(key, found.clone());
                out.push(found);
            }
            None => out.extend(history.variables.get(&key).cloned()),
        }
    }
    out
}
