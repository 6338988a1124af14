//! A script that judges the states and steps of a search (`gmc check --script`): properties, abstract states, scores.
//!
//! The script's functions look through `gvm` at the state that the search is in, and drive nothing. A function that
//! remembers something between states would make the answer depend on the order of the search. So globals cannot be
//! set once the script is loaded; and every so often a copy of the script that is loaded anew must say the same. Where
//! it does not, the answer is unknown. What a monitor remembers goes through its argument and its result: the value is
//! kept in the state, whose identity it is a part of.
//!
//! **Invariant:** a judge changes nothing else, so a search with one takes the steps that it takes with properties of
//! gmc's own that look at every state.

use crate::files::Files;
use crate::machine::{Gvm, Machines};
use crate::sandbox::{Limits, Script};
use crate::session::{Session, Sink};
use crate::source::Source;
use gmc_model::{Choice, Choices, ErrorKind, Event};
use gmc_system::judge::{Judge, Wrong};
use gmc_system::{Checked, Execution};
use gmc_vm::monitored::Monitored;
use mlua::{IntoLua, Lua, Table, Value};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::rc::Rc;

/// A script for a search, as text.
#[derive(Clone, Debug)]
pub struct JudgeText {
    /// Its name, for errors.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Its parameters, `NAME=VALUE`.
    pub parameters: Vec<String>,
}

/// What a script does in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeUses {
    /// It judges states or steps.
    pub judges: bool,
    /// It tells abstract states.
    pub abstracts: bool,
    /// It rates states.
    pub rates: bool,
    /// It says which choices are tried.
    pub chooses: bool,
    /// It reports the answer.
    pub reports: bool,
}

/// A script that judges.
pub struct Judging {
    text: JudgeText,
    script: Script,
    gvm: Rc<Gvm>,
    uses: JudgeUses,
    /// What the step under way does.
    event: Option<Event>,
    /// How many states it was asked about.
    asked: u64,
    score: Option<u64>,
    /// How many choices it has left out.
    left_out: u64,
    /// Why it could not choose.
    failure: Option<String>,
}

/// What a script says of a step: what is wrong, and what its monitor remembers from now on.
type Said = (Option<Wrong>, Monitored);

/// After so many states, again and again, the script is compared with a fresh copy.
const COMPARED: u64 = 1 << 10;

/// What a script may use: of instructions, for each question.
const LIMITS: Limits = Limits { memory: 1 << 30, instructions: 100_000_000, is_trusted: false };

/// A search drives the machine, and no script does.
struct Nobody;

impl Machines for Nobody {
    fn start(&self, _: Option<&str>) -> Result<Checked, String> {
        Err("a script of a search looks at states, and drives nothing".to_owned())
    }

    fn trace(&self, _: Option<&str>, _: &[Choice]) -> Result<String, String> {
        Err("a script of a search writes no traces: the search does".to_owned())
    }
}

impl JudgeText {
    /// Loads the script. What it prints goes to standard error.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn load(&self) -> Result<(Script, JudgeUses), String> {
        // If standard error is closed there is no one to tell.
        self.load_printing(Box::new(|bytes| drop(std::io::stderr().write_all(bytes))))
    }

    /// Has the script report an answer, on standard output: a JSON object becomes a table.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn report(&self, answer: &str) -> Result<(), String> {
        let sink = Box::new(|bytes: &[u8]| drop(std::io::stdout().write_all(bytes)));
        let (script, _) = self.load_printing(sink)?;
        let answer: serde_json::Value = serde_json::from_str(answer).map_err(|error| error.to_string())?;
        script.ask("on_answer", Told(answer)).map(drop)
    }

    fn load_printing(&self, sink: Sink) -> Result<(Script, JudgeUses), String> {
        let session = Session::new(Vec::new(), Files::default(), sink)
            .with_parameters(&self.parameters)
            .with_machines(Some(Box::new(Nobody)));
        let script = Script::load(&self.name, &self.text, session, LIMITS);
        let script = script.map_err(|problem| problem.to_string())?;
        let uses = JudgeUses {
            judges: ["on_state", "on_event", "monitor"].iter().any(|it| script.defines(it)),
            abstracts: script.defines("abstract"),
            rates: script.defines("score"),
            chooses: script.defines("on_choice"),
            reports: script.defines("on_answer"),
        };
        if uses == JudgeUses::default() {
            return Err(format!(
                "{}: a script of a search defines `on_state`, `on_event`, `monitor`, `on_choice`, `abstract`, `score` \
                 or `on_answer`",
                self.name
            ));
        }
        Ok((script, uses))
    }
}

impl Judging {
    /// A judge for an execution.
    ///
    /// # Errors
    /// What is wrong with the script, in a sentence.
    pub fn new(text: &JudgeText, execution: &Execution) -> Result<Judging, String> {
        let (script, uses) = text.load()?;
        script.seal()?;
        let gvm = script.machine().expect("the script was given one");
        gvm.look_at(Source::program(execution.machine.compiled.program.clone()));
        let (text, event, failure) = (text.clone(), None, None);
        Ok(Judging { text, script, gvm, uses, event, asked: 0, score: None, left_out: 0, failure })
    }

    /// What the script says of the state, and of the step that led to it.
    fn ask(&self, execution: &mut Execution, choice: Choice) -> Result<Said, String> {
        let before = execution.machine.process.monitored.clone();
        self.gvm.within(execution, choice.thread, || {
            let found = verdict(self.script.ask("on_state", ())?)?;
            let Some(event) = self.event.as_ref().filter(|_| found.is_none()) else {
                return Ok((found, before));
            };
            let table = || self.script.table(|table| fill(table, event));
            let found = verdict(self.script.ask("on_event", table()?)?)?;
            if found.is_some() || !self.script.defines("monitor") {
                return Ok((found, before));
            }
            let (state, first, second) = self.script.ask_all("monitor", (told(&before), table()?))?;
            Ok((verdict((first, second))?, remembered(&state)?))
        })
    }

    /// The choices that the script wants tried, by their numbers; none if all of them.
    fn pick(&self, execution: &mut Execution, choices: &Choices) -> Result<Option<Vec<usize>>, String> {
        let thread = execution.machine.current;
        let events: Vec<Event> = choices.iter().map(|it| execution.action(*it)).collect();
        let list = self.script.table(|list| {
            events.iter().try_for_each(|event| {
                let row = list_row(&self.script, event)?;
                list.push(row)
            })
        })?;
        let (picked, _) = self.gvm.within(execution, thread, || self.script.ask("on_choice", list))?;
        let wrong = || {
            format!(
                "`on_choice` of a script returns nothing, a number from 1 to {}, or a list of such",
                events.len()
            )
        };
        let number = |it: &Value| match it {
            Value::Integer(it) if (1..=events.len() as i64).contains(it) => Ok(*it as usize - 1),
            _ => Err(wrong()),
        };
        let picked = match &picked {
            Value::Nil => return Ok(None),
            Value::Table(list) => {
                let all: Result<Vec<Value>, _> = list.sequence_values().collect();
                all.map_err(|_| wrong())?.iter().map(number).collect::<Result<Vec<_>, _>>()?
            }
            one => vec![number(one)?],
        };
        if picked.is_empty() { Err(wrong()) } else { Ok(Some(picked)) }
    }
}

/// What is remembered, for Lua.
fn told(remembered: &Monitored) -> Told {
    Told(match remembered {
        Monitored::Nothing => serde_json::Value::Null,
        Monitored::Truth(it) => (*it).into(),
        Monitored::Number(it) => (*it).into(),
        Monitored::Text(it) => (**it).into(),
    })
}

/// What a monitor wants remembered.
fn remembered(value: &Value) -> Result<Monitored, String> {
    match value {
        Value::Nil => Ok(Monitored::Nothing),
        Value::Boolean(it) => Ok(Monitored::Truth(*it)),
        Value::Integer(it) => Ok(Monitored::Number(*it)),
        Value::String(it) => match it.to_str() {
            Ok(it) => Ok(Monitored::Text(Rc::from(&*it))),
            Err(_) => Err("`monitor` of a script remembers a text that is no UTF-8".to_owned()),
        },
        _ => {
            Err("`monitor` of a script returns a text, a whole number, a truth value or nothing to remember"
                .to_owned())
        }
    }
}

fn list_row(script: &Script, event: &Event) -> mlua::Result<Table> {
    script.table(|table| fill(table, event)).map_err(mlua::Error::RuntimeError)
}

/// A JSON value, for Lua: null is nil.
struct Told(serde_json::Value);

impl IntoLua for Told {
    fn into_lua(self, lua: &Lua) -> mlua::Result<Value> {
        use serde_json::Value as Json;
        match self.0 {
            Json::Null => Ok(Value::Nil),
            Json::Bool(it) => Ok(Value::Boolean(it)),
            Json::Number(it) => match it.as_i64() {
                Some(it) => Ok(Value::Integer(it)),
                None => Ok(Value::Number(it.as_f64().unwrap_or(f64::NAN))),
            },
            Json::String(it) => it.into_lua(lua),
            Json::Array(list) => lua.create_sequence_from(list.into_iter().map(Told))?.into_lua(lua),
            Json::Object(pairs) => {
                let table = lua.create_table()?;
                pairs.into_iter().try_for_each(|(key, value)| table.set(key, Told(value)))?;
                table.into_lua(lua)
            }
        }
    }
}

/// What a script is told of a step.
fn fill(table: &Table, event: &Event) -> mlua::Result<()> {
    table.set("thread", event.choice.thread.0)?;
    table.set("alternative", event.choice.alternative)?;
    table.set("outcomes", event.outcomes)?;
    table.set("action", event.action.as_str())?;
    if let Some(at) = &event.location {
        table.set("file", at.file.as_str())?;
        table.set("line", at.line)?;
        table.set("fn", at.function.as_str())?;
    }
    Ok(())
}

/// What is wrong, as a script says it: a message, or the name of a kind and a message.
fn verdict((first, second): (Value, Value)) -> Result<Option<Wrong>, String> {
    let text = |it: &Value| it.as_string().map(|it| it.to_string_lossy());
    match (&first, text(&first), text(&second)) {
        (Value::Nil | Value::Boolean(false), ..) => Ok(None),
        (_, Some(kind), Some(message)) => match ErrorKind::ALL.iter().find(|it| it.name() == kind) {
            Some(&kind) => Ok(Some(Wrong { kind, message })),
            None => {
                Err(format!("the script returns the kind `{kind}`: `gmc kinds` lists those that there are"))
            }
        },
        (_, Some(message), None) if second.is_nil() => {
            Ok(Some(Wrong { kind: ErrorKind::Invariant, message }))
        }
        _ => Err("a property of a script returns nothing, a message, or a kind and a message".to_owned()),
    }
}

impl Judge for Judging {
    fn before(&mut self, execution: &mut Execution, choice: Choice) {
        let wants = self.script.defines("on_event") || self.script.defines("monitor");
        self.event = wants.then(|| execution.action(choice));
    }

    fn after(&mut self, execution: &mut Execution, choice: Choice) -> Result<Option<Wrong>, String> {
        if let Some(why) = &self.failure {
            return Err(why.clone());
        }
        let said = if self.uses.judges { Some(self.ask(execution, choice)?) } else { None };
        if self.uses.rates {
            let score = self.gvm.within(execution, choice.thread, || self.script.ask("score", ()))?;
            self.score = match score.0 {
                Value::Integer(it) if it >= 0 => Some(it as u64),
                Value::Number(it) if it >= 0.0 => Some(it as u64),
                _ => return Err("`score` of a script returns a number that is not negative".to_owned()),
            };
        }
        self.asked += 1;
        let Some((found, state)) = said else { return Ok(None) };
        if found.is_some() || self.asked.is_power_of_two() || self.asked.is_multiple_of(COMPARED) {
            let mut fresh = Judging::new(&self.text, execution)?;
            fresh.event = self.event.take();
            if fresh.ask(execution, choice)? != (found.clone(), state.clone()) {
                return Err(self.remembers());
            }
        }
        if execution.machine.process.monitored != state {
            execution.machine.process.monitored = state;
        }
        Ok(found)
    }

    fn abstract_state(&mut self, execution: &mut Execution) -> Result<Option<u128>, String> {
        if !self.uses.abstracts {
            return Ok(None);
        }
        let thread = execution.machine.current;
        let (value, _) = self.gvm.within(execution, thread, || self.script.ask("abstract", ()))?;
        let text = match value {
            Value::Integer(it) => it.to_string(),
            Value::String(it) => it.to_string_lossy(),
            Value::Boolean(it) => it.to_string(),
            _ => return Err("`abstract` of a script returns a text or a whole number".to_owned()),
        };
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, &text).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        Ok(Some(half(1) << 64 | half(2)))
    }

    fn score(&self) -> Option<u64> {
        self.score
    }

    fn choose(&mut self, execution: &mut Execution, choices: &mut Choices) {
        if !self.uses.chooses || self.failure.is_some() {
            return;
        }
        self.asked += 1;
        let mut picked = self.pick(execution, choices);
        if self.asked.is_power_of_two() || self.asked.is_multiple_of(COMPARED) {
            let fresh = Judging::new(&self.text, execution).and_then(|it| it.pick(execution, choices));
            if fresh != picked {
                picked = Err(self.remembers());
            }
        }
        match picked {
            Ok(None) => {}
            Ok(Some(picked)) => {
                let (all, mut at) = (choices.len(), 0);
                choices.retain(|_| {
                    at += 1;
                    picked.contains(&(at - 1))
                });
                self.left_out += (all - choices.len()) as u64;
            }
            Err(why) => self.failure = Some(why),
        }
    }

    fn left_out(&self) -> u64 {
        self.left_out
    }
}

impl Judging {
    fn remembers(&self) -> String {
        format!(
            "a function of {} says different things of the same state: it remembers something",
            self.text.name
        )
    }
}
