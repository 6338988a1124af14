//! The debugger as a Debug Adapter: an editor asks on standard input and is answered on standard output.
//!
//! <https://microsoft.github.io/debug-adapter-protocol/specification>. The run stands still between requests, so every
//! motion is done when it is answered, and an event says where it has led. Nothing else may be written to standard
//! output.

mod server;
mod view;
mod wire;

use crate::cli;
use crate::command::recorded::Recorded;
use crate::command::{Error, debug};
use crate::exit::Exit;
use serde_json::{Value, json};
use server::Server;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use wire::{Broken, Speaker};

/// Answers until the editor is done.
pub(super) fn run(trace: Option<&Path>, again: &cli::Again) -> Result<Exit, Error> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout());
    let mut speaker = Speaker::new(&mut output);
    let outcome = converse(&mut input, &mut speaker, trace, again);
    match outcome {
        Ok(()) => Ok(Exit::Success),
        Err(Ended::Broken(broken)) => {
            eprintln!("gmc: error: {broken}");
            Ok(Exit::FrontEnd)
        }
        // The editor has gone.
        Err(Ended::Unheard(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Success),
        Err(Ended::Unheard(error)) => Err(error.into()),
    }
}

/// Why a conversation has ended that was not over.
enum Ended {
    Broken(Broken),
    Unheard(io::Error),
}

impl From<Broken> for Ended {
    fn from(it: Broken) -> Ended {
        Ended::Broken(it)
    }
}

impl From<io::Error> for Ended {
    fn from(it: io::Error) -> Ended {
        Ended::Unheard(it)
    }
}

fn converse(
    input: &mut dyn BufRead,
    speaker: &mut Speaker<'_>,
    trace: Option<&Path>,
    again: &cli::Again,
) -> Result<(), Ended> {
    let mut lines_from_0 = false;
    loop {
        let Some(request) = next_request(input, speaker)? else { return Ok(()) };
        match request["command"].as_str().unwrap_or_default() {
            "initialize" => {
                lines_from_0 = request["arguments"]["linesStartAt1"] == json!(false);
                speaker.respond(&request, Ok(capabilities()))?;
            }
            "disconnect" | "terminate" => {
                speaker.respond(&request, Ok(Value::Null))?;
                return Ok(());
            }
            "launch" => match launch(&request["arguments"], trace, again) {
                Err(why) => speaker.respond(&request, Err(why))?,
                Ok((path, recorded)) => match debug::open(&path, &recorded) {
                    Err(error) => speaker.respond(&request, Err(error.to_string()))?,
                    Ok((session, warnings)) => {
                        speaker.respond(&request, Ok(Value::Null))?;
                        for warning in warnings {
                            speaker.say(&format!("warning: {warning}\n"))?;
                        }
                        speaker.tell("initialized", Value::Null)?;
                        let at_end = request["arguments"]["stopAtEnd"] == json!(true);
                        let mut server = Server::new(session, &recorded.trace, at_end, lines_from_0);
                        while let Some(request) = next_request(input, speaker)? {
                            if !server.answer(&request, speaker)? {
                                return Ok(());
                            }
                        }
                        return Ok(());
                    }
                },
            },
            "attach" => {
                speaker.respond(&request, Err("a recorded run is launched, not attached to".to_owned()))?;
            }
            command => {
                let why = format!("`{command}` is too early: `launch` says which trace it is about");
                speaker.respond(&request, Err(why))?;
            }
        }
    }
}

/// The next request; what is none is answered at once.
fn next_request(input: &mut dyn BufRead, speaker: &mut Speaker<'_>) -> Result<Option<Value>, Ended> {
    while let Some(message) = wire::read(input)? {
        match message {
            Ok(message) if message["type"] == "request" && message["command"].is_string() => {
                return Ok(Some(message));
            }
            Ok(message) => speaker.respond(&message, Err("this is no request".to_owned()))?,
            Err(why) => speaker.respond(&Value::Null, Err(format!("this is no JSON: {why}")))?,
        }
    }
    Ok(None)
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsConditionalBreakpoints": true,
        "supportsFunctionBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "supportsSetVariable": false,
    })
}

/// Reads the trace that the editor names, or else the command line.
fn launch(
    arguments: &Value,
    trace: Option<&Path>,
    again: &cli::Again,
) -> Result<(PathBuf, Recorded), String> {
    if let Some(directory) = arguments["cwd"].as_str() {
        std::env::set_current_dir(directory).map_err(|error| format!("{directory}: {error}"))?;
    }
    let named = arguments["trace"].as_str().or(arguments["program"].as_str()).map(PathBuf::from);
    let path = named.or_else(|| trace.map(Path::to_owned));
    let path = path.ok_or("`trace` is missing: it names the file that `gmc check` has written")?;
    let mut again = again.clone();
    again.gcc = arguments["gcc"].as_str().map(Into::into).or(again.gcc);
    let recorded = Recorded::read(&path, &again).map_err(|error| error.to_string())?;
    Ok((path, recorded))
}
