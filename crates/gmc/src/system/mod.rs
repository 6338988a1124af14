//! A system in a file: hosts, links, programs and processes, in TOML ([docs/systems.md]). What it says becomes a part
//! of the run, so that a trace needs nothing else.
//!
//! An error is one sentence, with the file, the line and the key.
//!
//! [docs/systems.md]: ../../../../docs/systems.md

mod file;
mod hosts;

pub(crate) use hosts::subnet;

use crate::gcc::split;
use crate::run::{Beside, Crash, Events, Named, Other, Process, Source, System};
use file::{ProcessEntry, ProgramEntry, SystemFile};
use gmc_world::process;
use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// What is wrong with a file, and where.
#[derive(Debug)]
pub(crate) struct Wrong {
    what: String,
    /// Bytes of the file.
    at: Range<usize>,
}

impl Wrong {
    fn new(what: impl Into<String>, at: Range<usize>) -> Wrong {
        Wrong { what: what.into(), at }
    }
}

/// The program that the first process runs, and what there is beside it.
pub(crate) struct Read {
    pub(crate) source: Source,
    pub(crate) arguments: Vec<Vec<u8>>,
    pub(crate) beside: Beside,
    pub(crate) events: Events,
    pub(crate) invariants: Vec<String>,
}

/// Reads a system. Names of files in it start at its directory.
///
/// # Errors
/// A sentence that names the file, the line and the key.
pub(crate) fn read(path: &Path) -> Result<Read, String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let directory = path.parent().unwrap_or(Path::new(""));
    of_text(&text, directory).map_err(|wrong| {
        let line = text[..wrong.at.start.min(text.len())].matches('\n').count() + 1;
        format!("{name}:{line}: {}", wrong.what)
    })
}

fn of_text(text: &str, directory: &Path) -> Result<Read, Wrong> {
    let file: SystemFile = toml::from_str(text).map_err(|error| {
        // The message may go on with what would be right on further lines.
        let what = error.message().lines().collect::<Vec<_>>().join(": ");
        Wrong::new(what, error.span().unwrap_or(0..0))
    })?;
    let hosts::Built { hosts, links, networks, restart, crash } = hosts::build(&file, directory)?;
    let mut programs: Vec<(&Spanned<String>, &ProgramEntry)> = file.program.iter().collect();
    programs.sort_by_key(|it| it.0.span().start);
    let entries = &file.process;
    let Some(first) = entries.first() else {
        return Err(Wrong::new("a system needs a process: [[process]] with a `program`", 0..0));
    };
    // The program of the first process is that of the run.
    let find = |name: &Spanned<String>| {
        programs.iter().position(|it| it.0.get_ref() == name.get_ref()).ok_or_else(|| {
            let known: Vec<&str> = programs.iter().map(|it| it.0.get_ref().as_str()).collect();
            let hint = if known.is_empty() {
                "there is none".to_owned()
            } else {
                format!("there are {}", known.join(", "))
            };
            Wrong::new(
                format!("`program`: no [program.{}] is in the file; {hint}", name.get_ref()),
                name.span(),
            )
        })
    };
    let first = find(&first.program)?;
    programs[..=first].rotate_right(1);
    let find = |name: &Spanned<String>| {
        programs.iter().position(|it| it.0.get_ref() == name.get_ref()).ok_or_else(|| {
            let known: Vec<&str> = programs.iter().map(|it| it.0.get_ref().as_str()).collect();
            let what = format!(
                "`program`: no [program.{}] is in the file; there are {}",
                name.get_ref(),
                known.join(", ")
            );
            Wrong::new(what, name.span())
        })
    };
    let mut processes = Vec::new();
    for entry in entries {
        add_processes(entry, find(&entry.program)?, &hosts, directory, &mut processes)?;
    }
    let mut others = programs
        .iter()
        .map(|(name, entry)| Other { named: entry.named(name.get_ref()), source: entry.source(directory) });
    let own = others.next().ok_or_else(|| Wrong::new("a system needs a program: [program.NAME]", 0..0))?;
    let programs = others.collect();
    let arguments = processes.first().map_or_else(Vec::new, |it: &Process| it.arguments.clone());
    let system = System { first: own.named, hosts, links, processes };
    let any = |most: u32| (most > 0).then_some(Crash { host: None, most });
    let events = Events {
        clock: file.clock,
        drift: file.drift,
        network: file.network.network(),
        links: networks,
        restart: any(file.restart.times).into_iter().chain(restart).collect(),
        crash: any(file.crash).into_iter().chain(crash).collect(),
        restart_keeps: file.restart.keeps,
    };
    let beside = Beside { programs, system: Some(system) };
    Ok(Read { source: own.source, arguments, beside, events, invariants: file.invariants })
}

/// The processes of an entry: as many as it counts.
fn add_processes(
    entry: &ProcessEntry,
    program: usize,
    hosts: &[crate::run::Host],
    directory: &Path,
    to: &mut Vec<Process>,
) -> Result<(), Wrong> {
    let count = hosts::count_of(entry.count.as_ref(), process::MOST)?;
    for number in 1..=count {
        let fill = |text: &str| text.replace("{i}", &number.to_string());
        let host = match &entry.host {
            None if hosts.len() == 1 || entry.monitor => 0,
            None => {
                let what =
                    format!("`host`: there are {} hosts, and a process is on one of them", hosts.len());
                return Err(Wrong::new(what, entry.program.span()));
            }
            Some(name) => {
                let wanted = fill(name.get_ref());
                hosts
                    .iter()
                    .position(|it| it.name == wanted)
                    .ok_or_else(|| Wrong::new(format!("`host`: no host is called `{wanted}`"), name.span()))?
            }
        };
        if to.len() == process::MOST {
            let what = format!("`count`: there may be {} processes at a time", process::MOST);
            return Err(Wrong::new(what, entry.program.span()));
        }
        let name = fill(entry.program.get_ref());
        let mut arguments = vec![name.into_bytes()];
        arguments.extend(entry.args.iter().map(|it| fill(it).into_bytes()));
        to.push(Process {
            program,
            host,
            arguments,
            environment: entry.env.iter().map(|it| fill(it)).collect(),
            stdin: entry.stdin.as_ref().map(|it| directory.join(fill(it))),
            monitor: entry.monitor,
        });
    }
    Ok(())
}

impl ProgramEntry {
    fn named(&self, name: &str) -> Named {
        let path = self.path.clone().unwrap_or_else(|| name.to_owned());
        Named { name: name.to_owned(), ..Named::of_path(&path) }
    }

    fn source(&self, directory: &Path) -> Source {
        let flags: Vec<OsString> = self.flags.iter().flat_map(|it| split(it.as_bytes())).collect();
        let inputs = self.sources.iter().map(|it| directory.join(it)).collect();
        Source { inputs, gcc: None, flags, function: None }
    }
}

#[cfg(test)]
mod tests {
    use super::of_text;
    use std::path::Path;

    /// The sentence, and the text that it points to.
    fn wrong(text: &str) -> (String, String) {
        let error = of_text(text, Path::new("")).err().expect("it is wrong");
        (error.what, text.get(error.at).unwrap_or_default().to_owned())
    }

    const PROGRAM: &str = "[program.p]\nsources = ['p.c']\n";

    /// The document lists the keys that the parser takes, and no others.
    #[test]
    fn the_document_has_all_keys() {
        let text = include_str!("../../../../docs/systems.md");
        let table =
            text.split("<!-- keys -->").nth(1).and_then(|it| it.split("\n\n").nth(1)).expect("a table");
        let cells = table.lines().skip(2).filter_map(|line| line.split('|').nth(1));
        let mut told: Vec<String> = Vec::new();
        for name in cells.flat_map(|it| it.split(',')) {
            let name = name.trim().trim_matches(['`', '[', ']']);
            told.push(name.split('.').next().unwrap_or(name).to_owned());
        }
        let sections = [
            "",
            "[program.x]\n",
            "[host.x]\n",
            "[host.x.interface.x]\n",
            "[link.x]\n",
            "[link.x.network]\n",
            "[[process]]\n",
            "[network]\n",
            "[restart]\n",
        ];
        let mut known = Vec::new();
        for section in sections {
            let (what, _) = wrong(&format!("{section}no-such-key = 1\n"));
            let keys: Vec<&str> = what.split("expected ").nth(1).expect("a list").split('`').collect();
            known.extend(keys.iter().skip(1).step_by(2).map(|&it| it.to_owned()));
        }
        known.sort();
        known.dedup();
        told.sort();
        told.dedup();
        assert_eq!(told, known);
    }

    #[test]
    fn a_whole_system() {
        let text = format!(
            "{PROGRAM}[host.'r{{i}}']\ncount = 3\naddresses = ['10.0.0.{{i}}/24']\n\
             [link.air]\nhosts = ['r*']\ntopology = 'line'\n\
             [[process]]\nprogram = 'p'\nhost = 'r{{i}}'\ncount = 3\nargs = ['-n', '{{i}}']\n"
        );
        let read = of_text(&text, Path::new("dir")).unwrap_or_else(|it| panic!("{}", it.what));
        let system = read.beside.system.expect("there is one");
        assert_eq!(system.links, ["air.1", "air.2"]);
        let links: Vec<&[u32]> = system.hosts.iter().map(|it| &it.interfaces[0].links[..]).collect();
        assert_eq!(links, [&[0][..], &[0, 1], &[1]]);
        assert_eq!(system.hosts[2].interfaces[0].addresses, ["10.0.0.3/24"]);
        assert_eq!(system.processes.len(), 3);
        assert_eq!(system.processes[1].arguments, [&b"p"[..], b"-n", b"2"]);
        assert_eq!(read.source.inputs, [Path::new("dir/p.c")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let process = "[[process]]\nprogram = 'p'\n";
        let cases: &[(&str, &str, &str)] = &[
            ("adress = 1", "unknown field `adress`", "adress"),
            ("[program.q]\nsources = ['q.c']\nflag = ['-g']", "unknown field `flag`", "flag"),
            ("[[process]]\nprogram = 'q'", "no [program.q]", "'q'"),
            ("[[process]]\nprogram = 'p'\nhost = 'b'", "no host is called `b`", "'b'"),
            ("[[process]]\nprogram = 'p'\ncount = 1000000", "between 1 and 32", "1000000"),
            ("[[process]]\nprogram = 'p'\ncount = 0", "between 1 and 32", "0"),
            (
                "[host.a]\naddresses = ['10.0.0.300/24']\n[link.l]\nhosts = ['a']",
                "no address",
                "'10.0.0.300/24'",
            ),
            ("[host.a]\naddresses = ['10.0.0.1/33']\n[link.l]\nhosts = ['a']", "no address", "'10.0.0.1/33'"),
            (
                "[host.a]\naddresses = ['10.0.0.1/24']\n[host.b]\naddresses = ['10.0.0.1/24']\n\
                 [link.l]\nhosts = ['a', 'b']",
                "has the address 10.0.0.1 already",
                "'10.0.0.1/24'",
            ),
            ("[host.a]\naddresses = ['10.0.0.1/24']", "on no link", "a"),
            ("[host.a]\n[link.l]\nhosts = ['b']", "no host is called `b`", "'b'"),
            ("[host.'h{i}']\ncount = 1000000", "between 1 and 64", "1000000"),
            ("[host.h]\ncount = 2", "{i}", "h"),
            ("[network]\nloose = 1", "unknown field `loose`", "loose"),
            ("[network]\nlose = -1", "invalid value", "-1"),
            ("clock = 'fast'", "unknown variant `fast`", "'fast'"),
            ("[restart]\nkeeps = 'some'", "unknown variant `some`", "'some'"),
        ];
        for (extra, sentence, place) in cases {
            let text = if extra.starts_with('[') {
                format!("{PROGRAM}{process}{extra}\n")
            } else {
                format!("{extra}\n{PROGRAM}{process}")
            };
            let (what, at) = wrong(&text);
            assert!(what.contains(sentence), "{extra}: {what}");
            assert!(at.contains(place), "{extra}: {what}: at `{at}`");
        }
        assert!(wrong(PROGRAM).0.contains("needs a process"));
    }
}
