//! The commands of the debugger: names, what they take, what they do. One table for reading them and for the help.

use gmc_debug::{Direction, Motion};

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Move(Motion, Direction),
    Until,
    Start,
    End,
    Go,
    Where,
    Print,
    Locals,
    Globals,
    Heap,
    Files,
    Backtrace,
    Frame,
    Up,
    Down,
    Threads,
    Thread,
    List,
    Steps,
    Why,
    Break,
    Watch,
    Who,
    Stops,
    Delete,
    Choices,
    Take,
    Save,
    Help,
    Quit,
}

/// A command.
pub(super) struct Command {
    pub(super) name: &'static str,
    /// A shorter name, which no other command may claim.
    pub(super) short: &'static str,
    /// What follows it.
    pub(super) takes: &'static str,
    pub(super) help: &'static str,
    pub(super) action: Action,
}

const fn command(
    name: &'static str,
    short: &'static str,
    takes: &'static str,
    action: Action,
    help: &'static str,
) -> Command {
    Command { name, short, takes, help, action }
}

const fn forward(motion: Motion) -> Action {
    Action::Move(motion, Direction::Forward)
}

const fn back(motion: Motion) -> Action {
    Action::Move(motion, Direction::Back)
}

/// All commands, in the order of the help; an empty name is a heading.
#[rustfmt::skip] // one command a line, its help in the next one where it is long
pub(super) const COMMANDS: &[Command] = &[
    command("", "", "", Action::Help, "Moving; a number says how many times"),
    command("step", "s", "[N]", forward(Motion::Step), "to the next line that the run comes to, of any thread"),
    command("next", "n", "[N]", forward(Motion::Next),
        "to the next line of this thread, over functions that it calls and other threads"),
    command("finish", "f", "", forward(Motion::Finish), "out of the function that this thread is in"),
    command("operation", "o", "[N]", forward(Motion::Operation),
        "to the next operation that other threads can notice: where there is a choice"),
    command("continue", "c", "", forward(Motion::Continue), "to a breakpoint, a write to what is watched, or the end"),
    command("until", "u", "[FILE:]LINE", Action::Until, "to a line, by any thread"),
    command("reverse-step", "rs", "[N]", back(Motion::Step), "`step`, back"),
    command("reverse-next", "rn", "[N]", back(Motion::Next), "`next`, back"),
    command("reverse-finish", "rf", "", back(Motion::Finish),
        "back to the call of the function that this thread is in"),
    command("reverse-operation", "ro", "[N]", back(Motion::Operation), "`operation`, back"),
    command("reverse-continue", "rc", "", back(Motion::Continue),
        "`continue`, back: to before a write to what is watched, or the start"),
    command("start", "", "", Action::Start, "to the start of the run"),
    command("end", "", "", Action::End, "to the end of the run, as far as it is known"),
    command("go", "g", "STEP", Action::Go, "to before a step, by its number"),
    command("", "", "", Action::Help, "Looking"),
    command("where", "", "", Action::Where, "shows where the run is"),
    command("print", "p", "EXPRESSION", Action::Print,
        "the value of a C expression in the selected call: p list->next->value + 1"),
    command("locals", "", "", Action::Locals, "parameters and variables of the selected call"),
    command("globals", "", "", Action::Globals, "variables of the whole program"),
    command("heap", "", "", Action::Heap, "heap memory"),
    command("files", "", "", Action::Files, "open files, and where in them the program is"),
    command("backtrace", "bt", "", Action::Backtrace, "the calls of the selected thread, the last one first"),
    command("frame", "", "N", Action::Frame, "selects a call by its number in the backtrace"),
    command("up", "", "", Action::Up, "selects the caller"),
    command("down", "", "", Action::Down, "selects what it called"),
    command("threads", "", "", Action::Threads, "all threads, and what they are about"),
    command("thread", "t", "N", Action::Thread, "selects a thread: `next` and `print` are about it"),
    command("list", "l", "[LINE]", Action::List, "source around this place, or around a line"),
    command("steps", "", "", Action::Steps, "the whole run, step by step"),
    command("why", "", "", Action::Why, "what is wrong at the end of the run, explained"),
    command("", "", "", Action::Help, "Stopping"),
    command("break", "b", "[FILE:]LINE|FUNCTION [if EXPRESSION]", Action::Break, "stops there"),
    command("watch", "w", "EXPRESSION", Action::Watch, "stops where this variable is written"),
    command("who", "", "EXPRESSION", Action::Who, "who wrote this variable last, and where"),
    command("stops", "", "", Action::Stops, "breakpoints and what is watched"),
    command("delete", "d", "[N]", Action::Delete, "forgets one of them, or all"),
    command("", "", "", Action::Help, "Going another way"),
    command("choices", "", "", Action::Choices, "what could have happened where this step began"),
    command("take", "", "N", Action::Take,
        "takes one of the choices: a new run, which then goes on as it comes or by further choices"),
    command("save", "", "FILE", Action::Save, "writes the run as a trace, for `gmc replay` and `gmc debug`"),
    command("", "", "", Action::Help, "Else"),
    command("help", "h", "[COMMAND]", Action::Help, "this"),
    command("quit", "q", "", Action::Quit, "ends; so does the end of the input"),
];

/// The command that a word names: by its name, its short one, or the start of its name where no other begins so.
pub(super) fn find(word: &str) -> Result<&'static Command, String> {
    let real = || COMMANDS.iter().filter(|it| !it.name.is_empty());
    if let Some(exact) = real().find(|it| it.name == word || it.short == word && !word.is_empty()) {
        return Ok(exact);
    }
    let like: Vec<&Command> = real().filter(|it| it.name.starts_with(word)).collect();
    match like[..] {
        [only] => Ok(only),
        [] => Err(format!("there is no command `{word}`: `help` lists those that there are")),
        _ => {
            let names: Vec<&str> = like.iter().map(|it| it.name).collect();
            Err(format!("`{word}` could be any of {}", names.join(", ")))
        }
    }
}

/// What there is to say about all commands, or one.
pub(super) fn help(of: Option<&Command>) -> String {
    let usage = |it: &Command| {
        let short = if it.short.is_empty() { String::new() } else { format!(" ({})", it.short) };
        let gap = if it.takes.is_empty() { "" } else { " " };
        format!("{}{short}{gap}{}", it.name, it.takes)
    };
    if let Some(it) = of {
        return format!("{}\n  {}\n", usage(it), it.help);
    }
    let mut out = String::new();
    for it in COMMANDS {
        if it.name.is_empty() {
            out += &format!("{}:\n", it.help);
        } else {
            let usage = usage(it);
            let gap = if usage.chars().count() > 26 { format!("\n{:30}", "") } else { String::new() };
            out += &format!("  {usage:<26}{gap}  {}\n", it.help);
        }
    }
    out + "Names may be shortened as long as they are clear. An empty line repeats the last command.\n"
}

#[cfg(test)]
mod tests {
    use super::{Action, COMMANDS, find};
    use gmc_debug::{Direction, Motion};

    #[test]
    fn names() {
        let is = |word: &str| find(word).map(|it| it.action);
        assert_eq!(is("s"), Ok(Action::Move(Motion::Step, Direction::Forward)));
        assert_eq!(is("step"), is("s"), "not `steps`");
        assert_eq!(is("reverse-c"), is("rc"));
        assert_eq!(is("back"), Ok(Action::Backtrace));
        assert!(is("reverse").is_err_and(|it| it.contains("reverse-step")));
        assert!(is("xyz").is_err_and(|it| it.contains("help")));
        assert!(is("").is_err());
    }

    #[test]
    fn every_short_name_is_one_command() {
        for it in COMMANDS.iter().filter(|it| !it.short.is_empty()) {
            let same = COMMANDS.iter().filter(|other| other.short == it.short || other.name == it.short);
            assert_eq!(same.count(), 1, "{}", it.short);
        }
    }
}
