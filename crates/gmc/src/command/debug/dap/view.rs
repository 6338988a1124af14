//! What an editor shows of a state: calls, scopes, variables with what is inside of them.
//!
//! Numbers stand for what can be opened; they mean something until the run moves.

use super::super::console::Console;
use gmc_model::{Activation, Block, ThreadId, Variable};
use serde_json::{Value, json};

/// Calls of one thread are fewer than this.
const FRAMES: u64 = 1 << 20;

/// Something that can be opened.
#[derive(Clone)]
pub(super) enum Inside {
    Locals {
        thread: ThreadId,
        frame: usize,
    },
    Globals,
    Heap,
    /// Parts of something, with the expression for it in a call.
    Parts {
        parts: Vec<Variable>,
        of: Option<String>,
        thread: ThreadId,
        frame: usize,
    },
    /// What a pointer points to.
    Target {
        pointer: String,
        thread: ThreadId,
        frame: usize,
    },
}

/// The number of a call.
pub(super) fn frame_id(thread: ThreadId, frame: usize) -> u64 {
    u64::from(thread.0) * FRAMES + frame as u64 + 1
}

/// The thread and call that a number stands for.
pub(super) fn frame_of(id: u64) -> (ThreadId, usize) {
    let id = id.saturating_sub(1);
    (ThreadId((id / FRAMES) as u32), (id % FRAMES) as usize)
}

/// A call, as the protocol has it.
pub(super) fn stack_frame(thread: ThreadId, frame: usize, it: &Activation, lines_from_0: bool) -> Value {
    let at = &it.location;
    json!({
        "id": frame_id(thread, frame),
        "name": at.function,
        "line": at.line.saturating_sub(u32::from(lines_from_0)),
        "column": at.column.max(1),
        "source": source(&at.file),
    })
}

/// A file, as the protocol has it.
pub(super) fn source(file: &str) -> Value {
    let name = file.rsplit('/').next().unwrap_or(file);
    match std::path::absolute(file) {
        Ok(path) if path.exists() => json!({ "name": name, "path": path.to_string_lossy() }),
        _ => json!({ "name": file }),
    }
}

/// What can be opened in the current state.
#[derive(Default)]
pub(super) struct Views {
    all: Vec<Inside>,
}

impl Views {
    /// A number for something.
    pub(super) fn number(&mut self, it: Inside) -> usize {
        self.all.push(it);
        self.all.len()
    }

    /// The run has moved.
    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// What is inside of what a number stands for.
    pub(super) fn open(&mut self, number: usize, console: &mut Console<'_>) -> Result<Vec<Value>, String> {
        let found = number.checked_sub(1).and_then(|at| self.all.get(at)).cloned();
        let scene = console.session.scene();
        Ok(match found.ok_or("this is no longer there: the run has moved")? {
            Inside::Locals { thread, frame } => {
                let actor = scene.threads.get(thread.index());
                let all = actor.and_then(|it| it.frames.get(frame)).map_or(&[][..], |it| &it.variables);
                all.iter().map(|it| self.variable(it, Some(it.name.clone()), thread, frame)).collect()
            }
            Inside::Globals => {
                let thread = console.thread;
                let all = scene.globals.iter();
                all.map(|it| self.variable(it, Some(it.name.clone()), thread, 0)).collect()
            }
            Inside::Heap => scene.heap.iter().map(|it| self.block(it, console.thread)).collect(),
            Inside::Parts { parts, of, thread, frame } => {
                let of = |part: &Variable| of.as_ref().map(|of| format!("{of}{}", part.name));
                parts.iter().map(|it| self.variable(it, of(it), thread, frame)).collect()
            }
            Inside::Target { pointer, thread, frame } => {
                let text = format!("(*{pointer})");
                let it = console.session.evaluate(thread, frame, &text)?;
                if it.parts.is_empty() {
                    let it = Variable { name: format!("*{pointer}"), ..it };
                    vec![self.variable(&it, Some(text), thread, frame)]
                } else {
                    let of = |part: &Variable| Some(format!("{text}{}", part.name));
                    it.parts.iter().map(|it| self.variable(it, of(it), thread, frame)).collect()
                }
            }
        })
    }

    fn block(&mut self, it: &Block, thread: ThreadId) -> Value {
        let freed = if it.freed { ", freed" } else { "" };
        let whole = Variable {
            name: format!("#{}", it.number),
            ty: it.ty.clone(),
            value: format!("{} bytes{freed}", it.size),
            target: None,
            parts: it.parts.clone(),
        };
        self.variable(&whole, None, thread, 0)
    }

    /// A variable, as the protocol has it; `text` is the expression for it.
    pub(super) fn variable(
        &mut self,
        it: &Variable,
        text: Option<String>,
        thread: ThreadId,
        frame: usize,
    ) -> Value {
        let is_pointer = it.ty.ends_with('*') && !it.ty.contains("void");
        let points = is_pointer && it.parts.is_empty() && !["NULL", "not set"].contains(&it.value.as_str());
        let reference = match (it.parts.is_empty(), &text) {
            (false, of) => {
                self.number(Inside::Parts { parts: it.parts.clone(), of: of.clone(), thread, frame })
            }
            (true, Some(text)) if points => {
                self.number(Inside::Target { pointer: text.clone(), thread, frame })
            }
            _ => 0,
        };
        let value = match (it.value.is_empty(), it.parts.is_empty()) {
            (true, false) => "{…}".to_owned(),
            _ => it.value.clone(),
        };
        let mut out = json!({
            "name": it.name.trim_start_matches('.'),
            "value": value,
            "type": it.ty,
            "variablesReference": reference,
        });
        if let Some(text) = text {
            out["evaluateName"] = text.into();
        }
        out
    }
}
