//! The requests of an editor about a run.

use super::super::console::{Console, Reply};
use super::view::{Inside, Views, frame_id, frame_of, source, stack_frame};
use super::wire::Speaker;
use crate::command::trace::Trace;
use gmc_debug::{Arrival, Breakpoint, Direction, Ending, Motion, Session, SourcePlace};
use gmc_model::ThreadId;
use serde_json::{Value, json};
use std::io;

/// What begins a command of the terminal's in the editor's console.
const COMMAND: char = ':';

/// A run that an editor looks at.
pub(super) struct Server<'r> {
    console: Console<'r>,
    views: Views,
    /// Numbers of breakpoints that were given.
    numbers: u32,
    /// Breakpoints in lines, by file; and at functions.
    lines: Vec<(String, u32)>,
    functions: Vec<u32>,
    at_end: bool,
    lines_from_0: bool,
}

impl<'r> Server<'r> {
    pub(super) fn new(session: Session, trace: &'r Trace, at_end: bool, lines_from_0: bool) -> Server<'r> {
        Server {
            console: Console::new(session, trace, false),
            views: Views::default(),
            numbers: 0,
            lines: Vec::new(),
            functions: Vec::new(),
            at_end,
            lines_from_0,
        }
    }

    /// Answers a request. Whether there may be more.
    pub(super) fn answer(&mut self, request: &Value, speaker: &mut Speaker<'_>) -> io::Result<bool> {
        let arguments = &request["arguments"];
        let command = request["command"].as_str().unwrap_or_default();
        if let Some((motion, direction)) = motion(command, arguments) {
            self.travel(request, motion, direction, speaker)?;
            return Ok(true);
        }
        let answer = match command {
            "disconnect" | "terminate" => {
                speaker.respond(request, Ok(Value::Null))?;
                if command == "terminate" {
                    speaker.tell("terminated", Value::Null)?;
                }
                return Ok(command == "terminate");
            }
            "configurationDone" => {
                speaker.respond(request, Ok(Value::Null))?;
                if self.at_end {
                    self.console.session.go(usize::MAX);
                    self.console.thread = self.console.session.position().thread;
                }
                self.stopped("entry", None, speaker)?;
                return Ok(true);
            }
            "pause" => {
                speaker.respond(request, Ok(Value::Null))?;
                self.stopped("pause", None, speaker)?;
                return Ok(true);
            }
            "evaluate" => return self.evaluate(request, speaker).map(|()| true),
            "setBreakpoints" => self.set_breakpoints(arguments),
            "setFunctionBreakpoints" => Ok(self.set_functions(arguments)),
            "setExceptionBreakpoints" => Ok(json!({ "breakpoints": [] })),
            "dataBreakpointInfo" => self.data_info(arguments),
            "setDataBreakpoints" => Ok(self.set_data(arguments)),
            "threads" => Ok(self.threads()),
            "stackTrace" => self.stack(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.variables(arguments),
            "exceptionInfo" => self.exception(),
            "setVariable" | "setExpression" => {
                Err("the run is as it was recorded: nothing in it can be changed, but another choice can be taken \
                (:choices, :take)".to_owned())
            }
            "initialize" | "launch" | "attach" => Err(format!("`{command}` came before")),
            "source" => Err("the source is not kept: open the file".to_owned()),
            _ => Err(format!("`{command}` is not known here")),
        };
        speaker.respond(request, answer)?;
        Ok(true)
    }

    /// Moves, says so, and then where it has led.
    fn travel(
        &mut self,
        request: &Value,
        motion: Motion,
        direction: Direction,
        speaker: &mut Speaker<'_>,
    ) -> io::Result<()> {
        if let Some(thread) = request["arguments"]["threadId"].as_u64() {
            match self.thread(thread) {
                Ok(thread) => self.console.thread = thread,
                Err(why) => return speaker.respond(request, Err(why)),
            }
        }
        match self.console.motion(motion, direction) {
            Err(why) => speaker.respond(request, Err(why)),
            Ok(arrival) => {
                let body = match motion {
                    Motion::Continue => json!({ "allThreadsContinued": true }),
                    _ => Value::Null,
                };
                speaker.respond(request, Ok(body))?;
                let text = self.console.arrival_told(&arrival);
                let (reason, text) = match &arrival {
                    Arrival::Breakpoint(_) => ("breakpoint", None),
                    Arrival::Watchpoint { .. } => ("data breakpoint", Some(text.trim())),
                    Arrival::Start => ("entry", Some("the start of the run")),
                    Arrival::Aim | Arrival::End | Arrival::Long => ("step", None),
                };
                if let Some(text) = text.filter(|_| reason == "data breakpoint") {
                    speaker.say(&format!("{text}\n"))?;
                }
                let hit = if let Arrival::Breakpoint(number) | Arrival::Watchpoint { number, .. } = arrival {
                    Some(number)
                } else {
                    None
                };
                self.stopped_at(reason, text, hit, speaker)
            }
        }
    }

    /// Says where the run is.
    fn stopped(&mut self, reason: &str, text: Option<&str>, speaker: &mut Speaker<'_>) -> io::Result<()> {
        self.stopped_at(reason, text, None, speaker)
    }

    fn stopped_at(
        &mut self,
        reason: &str,
        text: Option<&str>,
        hit: Option<u32>,
        speaker: &mut Speaker<'_>,
    ) -> io::Result<()> {
        self.views.clear();
        let mut body = json!({
            "reason": reason,
            "threadId": self.console.thread.0 + 1,
            "allThreadsStopped": true,
        });
        if let Some(text) = text {
            body["description"] = text.into();
        }
        if let Some(number) = hit {
            body["hitBreakpointIds"] = json!([number]);
        }
        if self.console.session.position().is_end {
            let told = self.console.place_told();
            let first = told.lines().next().unwrap_or_default();
            speaker.say(&format!("{first}\n"))?;
            if let Ending::Violated(violation) = self.console.session.ending() {
                body["reason"] = "exception".into();
                body["description"] = violation.kind.name().into();
                body["text"] = violation.message.as_str().into();
            } else {
                body["description"] = first.into();
            }
        }
        speaker.tell("stopped", body)
    }

    /// The thread that an editor means: its threads count from 1.
    fn thread(&mut self, id: u64) -> Result<ThreadId, String> {
        let count = self.console.session.scene().threads.len() as u64;
        if (1..=count).contains(&id) {
            Ok(ThreadId(id as u32 - 1))
        } else {
            Err(format!("there is no thread of number {id}"))
        }
    }

    fn threads(&mut self) -> Value {
        let scene = self.console.session.scene();
        let threads: Vec<Value> = scene
            .threads
            .iter()
            .map(|it| json!({ "id": it.number.0 + 1, "name": format!("thread {} {}", it.number, it.state) }))
            .collect();
        json!({ "threads": threads })
    }

    fn stack(&mut self, arguments: &Value) -> Result<Value, String> {
        let thread = self.thread(arguments["threadId"].as_u64().unwrap_or(0))?;
        let scene = self.console.session.scene();
        let frames = &scene.threads[thread.index()].frames;
        let start = arguments["startFrame"].as_u64().unwrap_or(0) as usize;
        let levels = arguments["levels"].as_u64().filter(|it| *it > 0).unwrap_or(u64::MAX) as usize;
        let mut shown: Vec<Value> = frames
            .iter()
            .enumerate()
            .skip(start)
            .take(levels)
            .map(|(at, it)| stack_frame(thread, at, it, self.lines_from_0))
            .collect();
        // Before the first statement nothing is called yet: editors want a place all the same.
        let place = self.console.session.position();
        if let (true, true, Some(at)) =
            (frames.is_empty() && start == 0, place.thread == thread, &place.location)
        {
            let line = at.line.saturating_sub(u32::from(self.lines_from_0));
            shown.push(json!({
                "id": frame_id(thread, 0), "name": at.function, "line": line, "column": at.column.max(1),
                "source": source(&at.file),
            }));
        }
        let total = frames.len().max(shown.len());
        Ok(json!({ "stackFrames": shown, "totalFrames": total }))
    }

    fn scopes(&mut self, arguments: &Value) -> Result<Value, String> {
        let id = arguments["frameId"].as_u64().ok_or("`frameId` is missing")?;
        let (thread, frame) = frame_of(id);
        self.thread(u64::from(thread.0) + 1)?;
        let locals = self.views.number(Inside::Locals { thread, frame });
        let globals = self.views.number(Inside::Globals);
        let heap = self.views.number(Inside::Heap);
        Ok(json!({ "scopes": [
            { "name": "Locals", "presentationHint": "locals", "variablesReference": locals, "expensive": false },
            { "name": "Globals", "variablesReference": globals, "expensive": false },
            { "name": "Heap", "variablesReference": heap, "expensive": false },
        ] }))
    }

    fn variables(&mut self, arguments: &Value) -> Result<Value, String> {
        let number = arguments["variablesReference"].as_u64().ok_or("`variablesReference` is missing")?;
        let all = self.views.open(number as usize, &mut self.console)?;
        Ok(json!({ "variables": all }))
    }

    fn evaluate(&mut self, request: &Value, speaker: &mut Speaker<'_>) -> io::Result<()> {
        let arguments = &request["arguments"];
        let Some(text) = arguments["expression"].as_str() else {
            return speaker.respond(request, Err("`expression` is missing".to_owned()));
        };
        if let (Some(line), true) = (text.trim().strip_prefix(COMMAND), arguments["context"] == json!("repl"))
        {
            return self.command(request, line, speaker);
        }
        let frame = arguments["frameId"].as_u64().map(frame_of);
        let (thread, frame) = frame.unwrap_or((self.console.thread, self.console.frame));
        let answer = self.console.session.evaluate(thread, frame, text).map(|it| {
            let shown = self.views.variable(&it, Some(format!("({text})")), thread, frame);
            json!({
                "result": shown["value"], "type": shown["type"], "variablesReference": shown["variablesReference"],
            })
        });
        speaker.respond(request, answer)
    }

    /// A command of the terminal's.
    fn command(&mut self, request: &Value, line: &str, speaker: &mut Speaker<'_>) -> io::Result<()> {
        if let Some((thread, frame)) = request["arguments"]["frameId"].as_u64().map(frame_of) {
            (self.console.thread, self.console.frame) = (thread, frame);
        }
        let (answer, moved) = match self.console.obey(line) {
            Ok(Reply::Text(text)) => (Ok(text), false),
            Ok(Reply::Moved(text)) => (Ok(text), true),
            Ok(Reply::Quit) => (Err("the editor ends the session".to_owned()), false),
            Err(why) => (Err(why), false),
        };
        let answer = answer.map(|text| json!({ "result": text.trim_end(), "variablesReference": 0 }));
        speaker.respond(request, answer)?;
        if moved { self.stopped("goto", None, speaker) } else { Ok(()) }
    }

    /// A breakpoint that the editor wants; what it is told about it.
    fn put(&mut self, spot: Result<SourcePlace, String>, condition: Option<&str>) -> (u32, Value) {
        self.numbers += 1;
        let checked = condition.map_or(Ok(()), |it| self.console.session.check(it));
        match checked.and(spot) {
            Err(why) => (self.numbers, json!({ "id": self.numbers, "verified": false, "message": why })),
            Ok(at) => {
                let mut told = json!({ "id": self.numbers, "verified": true });
                if let SourcePlace::Line(file, line) = &at {
                    told["line"] = (line - u32::from(self.lines_from_0)).into();
                    told["source"] = source(file);
                }
                let it = Breakpoint { at, condition: condition.map(str::to_owned) };
                self.console.stops.breakpoints.push((self.numbers, it));
                (self.numbers, told)
            }
        }
    }

    fn set_breakpoints(&mut self, arguments: &Value) -> Result<Value, String> {
        let named = arguments["source"]["path"].as_str().or(arguments["source"]["name"].as_str());
        let file = named.ok_or("`source` is missing")?.to_owned();
        let old: Vec<u32> = self.lines.iter().filter(|it| it.0 == file).map(|it| it.1).collect();
        self.lines.retain(|it| it.0 != file);
        self.console.stops.breakpoints.retain(|it| !old.contains(&it.0));
        let mut told = Vec::new();
        for wanted in arguments["breakpoints"].as_array().into_iter().flatten() {
            let line = wanted["line"].as_u64().unwrap_or(0) as u32 + u32::from(self.lines_from_0);
            let spot = self.console.session.line_place(&file, line);
            let (number, answer) =
                self.put(spot, wanted["condition"].as_str().filter(|it| !it.trim().is_empty()));
            self.lines.push((file.clone(), number));
            told.push(answer);
        }
        Ok(json!({ "breakpoints": told }))
    }

    fn set_functions(&mut self, arguments: &Value) -> Value {
        let old = std::mem::take(&mut self.functions);
        self.console.stops.breakpoints.retain(|it| !old.contains(&it.0));
        let mut told = Vec::new();
        for wanted in arguments["breakpoints"].as_array().into_iter().flatten() {
            let spot = self.console.session.function_place(wanted["name"].as_str().unwrap_or_default());
            let (number, answer) =
                self.put(spot, wanted["condition"].as_str().filter(|it| !it.trim().is_empty()));
            self.functions.push(number);
            told.push(answer);
        }
        json!({ "breakpoints": told })
    }

    /// Whether something can be watched.
    fn data_info(&mut self, arguments: &Value) -> Result<Value, String> {
        let name = arguments["name"].as_str().ok_or("`name` is missing")?;
        let frame = arguments["frameId"].as_u64().map(frame_of);
        let (thread, frame) = frame.unwrap_or((self.console.thread, 0));
        Ok(match self.console.session.watch(thread, frame, name) {
            Ok(_) => json!({
                "dataId": format!("{thread}/{frame}/{name}"),
                "description": name,
                "accessTypes": ["write"],
                "canPersist": false,
            }),
            Err(why) => json!({ "dataId": null, "description": why }),
        })
    }

    fn set_data(&mut self, arguments: &Value) -> Value {
        self.console.stops.watchpoints.clear();
        let mut told = Vec::new();
        for wanted in arguments["breakpoints"].as_array().into_iter().flatten() {
            let id = wanted["dataId"].as_str().unwrap_or_default();
            let mut parts = id.splitn(3, '/');
            let mut number = || parts.next().and_then(|it| it.parse::<u32>().ok());
            let (thread, frame) = (number(), number());
            let name = parts.next().unwrap_or_default();
            let watch = match (thread, frame) {
                (Some(thread), Some(frame)) => {
                    self.console.session.watch(ThreadId(thread), frame as usize, name)
                }
                _ => Err("this is nothing that can be watched".to_owned()),
            };
            self.numbers += 1;
            told.push(match watch {
                Ok(watch) => {
                    self.console.stops.watchpoints.push((self.numbers, watch));
                    json!({ "id": self.numbers, "verified": true })
                }
                Err(why) => json!({ "id": self.numbers, "verified": false, "message": why }),
            });
        }
        json!({ "breakpoints": told })
    }

    fn exception(&mut self) -> Result<Value, String> {
        match self.console.session.ending() {
            Ending::Violated(it) if self.console.session.position().is_end => Ok(json!({
                "exceptionId": it.kind.name(),
                "description": it.message,
                "breakMode": "always",
            })),
            _ => Err("nothing is wrong here".to_owned()),
        }
    }
}

/// The motion that a request asks for.
fn motion(command: &str, arguments: &Value) -> Option<(Motion, Direction)> {
    let (motion, direction) = match command {
        "next" => (Motion::Next, Direction::Forward),
        "stepIn" => (Motion::Step, Direction::Forward),
        "stepOut" => (Motion::Finish, Direction::Forward),
        "stepBack" => (Motion::Step, Direction::Back),
        "continue" => (Motion::Continue, Direction::Forward),
        "reverseContinue" => (Motion::Continue, Direction::Back),
        _ => return None,
    };
    // The smallest thing that happens in a run is what other threads can notice.
    let smallest = arguments["granularity"] == json!("instruction");
    Some((if smallest && motion != Motion::Continue { Motion::Operation } else { motion }, direction))
}
