//! Programs that take all the time and memory there is, under limits: each limit is kept, wherever gmc is at the moment.
//!
//! The programs are in `tests/hostile`; none of them holds. A line `// options: …` gives `gmc check` more options. Each program is tried
//! under one of the limits, a short one, and with `GMC_HOSTILE=all` under all of them (`./x conformance limits`), for longer, where
//! nothing else may keep the machine busy.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// A limit that gmc is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    /// `gmc check --time`
    Time,
    /// The same, with a search that keeps states.
    Breadth,
    /// `gmc check --memory`
    Memory,
    /// SIGTERM
    Signal,
    /// `gmc run --time`
    Run,
    /// `gmc run --memory`
    RunMemory,
}

const LIMITS: [Limit; 6] =
    [Limit::Time, Limit::Breadth, Limit::Memory, Limit::Signal, Limit::Run, Limit::RunMemory];

impl Limit {
    /// Whether the program is run, not searched.
    fn runs(self) -> bool {
        matches!(self, Limit::Run | Limit::RunMemory)
    }

    /// Whether memory is limited, too.
    fn bounds_memory(self) -> bool {
        matches!(self, Limit::Memory | Limit::RunMemory)
    }

    /// When gmc is to end.
    fn time(self, strictness: &Strictness) -> Duration {
        if self.bounds_memory() { strictness.long } else { strictness.time }
    }
}

/// How long programs may take.
struct Strictness {
    /// Time that gmc is given, or is left alone for before a signal.
    time: Duration,
    /// The same under a memory limit: most programs that take much memory reach it by then.
    long: Duration,
    /// How much later gmc may end on a machine that does other things at the same time.
    slack: Duration,
}

/// One limit for each program.
const SAMPLE: Strictness = Strictness {
    time: Duration::from_millis(500),
    long: Duration::from_millis(1500),
    slack: Duration::from_secs(4),
};

/// All limits.
const ALL: Strictness =
    Strictness { time: Duration::from_secs(1), long: Duration::from_secs(4), slack: Duration::ZERO };

/// Memory, in MiB.
const MEMORY: u64 = 200;

/// How much later than its limit gmc may end.
const LATE: Duration = Duration::from_secs(1);

struct Program {
    name: String,
    /// What gmc is given: an object file, or the source where the compiler is what takes long.
    input: PathBuf,
    options: Vec<String>,
}

fn gmc(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gmc"));
    command.current_dir(directory);
    command.env("GMC_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugins"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn compile(source: &Path, directory: &Path) -> Program {
    let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(source).expect("a source");
    let options = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
    let options = options.split_whitespace().map(str::to_owned).collect();
    let mut input = source.to_owned();
    if name != "expansion" {
        input = directory.join(format!("{name}.o"));
        let mut command = gmc(directory);
        command.args(["cc", "-w", "-c"]).arg(source).arg("-o").arg(&input);
        let output = command.output().expect("gmc");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Program { name, input, options }
}

fn command(program: &Program, limit: Limit, strictness: &Strictness, directory: &Path) -> Command {
    let mut command = gmc(directory);
    let memory = format!("{MEMORY}M");
    let seconds = limit.time(strictness).as_secs_f64().to_string();
    match limit {
        Limit::Time => command.args(["check", "--time", &seconds]),
        Limit::Breadth => command.args(["check", "--engine", "bfs", "--time", &seconds]),
        Limit::Memory => command.args(["check", "--memory", &memory, "--time", &seconds]),
        Limit::Signal => command.args(["check"]),
        Limit::Run => command.args(["run", "--time", &seconds]),
        Limit::RunMemory => command.args(["run", "--memory", &memory, "--time", &seconds]),
    };
    if limit.runs() {
        let files = format!("overlay={}", directory.join(&program.name).display());
        // Millions of lines are of no interest.
        command.args(["--files", &files]).stdout(Stdio::null());
    } else {
        command.args(&program.options);
        command.arg("--trace").arg(directory.join(format!("{}-{limit:?}.json", program.name)));
    }
    command.arg(&program.input);
    command
}

/// The most memory that a process has had so far, in KiB.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// What came of it: how it ended, when, and with how much memory, in KiB.
struct Ended {
    status: ExitStatus,
    time: Duration,
    memory: u64,
    stdout: String,
    stderr: String,
}

fn drain(from: Option<impl std::io::Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What could not be read is missed in what follows.
        let _ = from.map(|mut it| it.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn watch(mut child: Child, limit: Limit, strictness: &Strictness) -> Ended {
    let start = Instant::now();
    let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
    let (mut memory, mut signalled) = (0, false);
    let longest = strictness.long + LATE + 4 * SAMPLE.slack;
    let status = loop {
        memory = peak(child.id()).unwrap_or(0).max(memory);
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if limit == Limit::Signal && !signalled && start.elapsed() >= strictness.time {
            signalled = true;
            let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
            assert!(sent.is_ok_and(|it| it.success()), "kill");
        }
        if start.elapsed() > longest {
            child.kill().expect("a child that runs");
        }
        thread::sleep(Duration::from_millis(2));
    };
    let time = start.elapsed();
    let text = |it: thread::JoinHandle<String>| it.join().expect("no panic");
    Ended { status, time, memory, stdout: text(stdout), stderr: text(stderr) }
}

/// Whether an answer begins so that is unknown, with a place or without.
fn is_unknown(line: &str) -> bool {
    line.starts_with("unknown: ") || line.contains(": unknown: ")
}

/// What is wrong with how it ended.
fn judge(limit: Limit, ended: &Ended, strictness: &Strictness) -> Option<String> {
    let time = limit.time(strictness) + LATE + strictness.slack;
    if ended.time > time {
        return Some(format!("it took {:.2} s", ended.time.as_secs_f64()));
    }
    if limit.bounds_memory() && ended.memory > MEMORY * 1024 * 11 / 10 {
        return Some(format!("it took {} MiB", ended.memory >> 10));
    }
    match ended.status.code() {
        _ if ended.stderr.contains("panicked") => Some(ended.stderr.clone()),
        None => Some(format!("{}: {}", ended.status, ended.stderr)),
        Some(3) if limit.runs() && ended.stderr.contains("gmc: unknown: ") => None,
        Some(code) if limit.runs() && code != 3 => None,
        Some(1) if ended.stdout.contains("\ntrace: ") => None,
        Some(3) if ended.stdout.lines().next().is_some_and(is_unknown) => None,
        Some(code) => Some(format!("exit code {code}: {}{}", ended.stdout, ended.stderr)),
    }
}

#[test]
fn limits_are_kept() {
    let all = std::env::var_os("GMC_HOSTILE").is_some_and(|it| it == "all");
    let only = std::env::var("GMC_HOSTILE").ok().filter(|it| it != "all");
    let strictness = if all { &ALL } else { &SAMPLE };
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile");
    let mut sources: Vec<PathBuf> =
        fs::read_dir(sources).expect("programs").map(|it| it.expect("readable").path()).collect();
    sources.sort();
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    let mut jobs = VecDeque::new();
    for (at, source) in sources.iter().enumerate() {
        if only.as_ref().is_some_and(|it| !source.to_string_lossy().contains(it)) {
            continue;
        }
        let limits = if all || only.is_some() { LIMITS.to_vec() } else { vec![LIMITS[at % LIMITS.len()]] };
        jobs.push_back((source, limits));
    }
    let (jobs, problems) = (Mutex::new(jobs), Mutex::new(Vec::new()));
    let work = || {
        while let Some((source, limits)) = { jobs.lock().expect("no panic").pop_front() } {
            let program = compile(source, directory);
            for limit in limits {
                let child = command(&program, limit, strictness, directory).spawn().expect("gmc");
                let ended = watch(child, limit, strictness);
                let (code, seconds) = (ended.status.code().unwrap_or(-1), ended.time.as_secs_f64());
                let line = format!("{} {limit:?}: exit code {code}, {seconds:.2} s", program.name);
                println!("{line}, {} MiB", ended.memory >> 10);
                if let Some(problem) = judge(limit, &ended, strictness) {
                    problems.lock().expect("no panic").push(format!("{line}: {problem}"));
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
