//! Running processes, no more at a time than there are processors, and none for longer than it may.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// No program runs longer than this.
const LIMIT: Duration = Duration::from_secs(60);

/// Nor than this where checks have further options, which may make them slow.
const LONG_LIMIT: Duration = Duration::from_secs(1200);

/// What a program did.
pub(crate) struct Ran {
    /// The exit code; none when a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Further options for all checks, from GMC_CHECK_OPTIONS: then nothing but checks is tested.
pub(crate) fn check_options() -> Option<Vec<String>> {
    let options = std::env::var("GMC_CHECK_OPTIONS").ok()?;
    Some(options.split_whitespace().map(str::to_owned).collect())
}

/// gmc, to be run in a directory: the one that GMC_BINARY names, or that of this build.
pub(crate) fn gmc(directory: &Path) -> Command {
    let binary = std::env::var_os("GMC_BINARY").unwrap_or_else(|| env!("CARGO_BIN_EXE_gmc").into());
    let mut command = Command::new(binary);
    command.current_dir(directory);
    command.env("GMC_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("plugins"));
    command
}

pub(crate) fn run(mut command: Command, stdin: &str) -> Result<Ran, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: io::Error| format!("{name}: {error}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    // A program that does not read its input is no error.
    let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
    let (told, ended) = mpsc::channel();
    let drain = |mut from: Box<dyn io::Read + Send>| {
        let told = told.clone();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = from.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned());
            // The receiver is gone if the process took too long.
            let _ = told.send(());
            read
        })
    };
    let stdout = drain(Box::new(child.stdout.take().expect("piped")));
    let stderr = drain(Box::new(child.stderr.take().expect("piped")));
    let limit = if check_options().is_some() { LONG_LIMIT } else { LIMIT };
    let start = Instant::now();
    let is_late = (0..2).any(|_| ended.recv_timeout(limit.saturating_sub(start.elapsed())).is_err());
    // A process that has closed its outputs is about to exit.
    let status = loop {
        if is_late || start.elapsed() > limit {
            child.kill().map_err(failed)?;
            // Whatever its end was, it is reaped.
            let _ = child.wait();
            return Err(format!("{name}: still running after {limit:?}"));
        }
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        thread::sleep(Duration::from_micros(200));
    };
    Ok(Ran {
        code: status.code(),
        stdout: stdout.join().expect("no panic").map_err(failed)?,
        stderr: stderr.join().expect("no panic").map_err(failed)?,
    })
}

pub(crate) fn parallelism() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The right to run a program: there are as many as processors, whatever the number of areas tested at a time.
pub(crate) struct Slot;

static TAKEN: Mutex<usize> = Mutex::new(0);
static GIVEN_BACK: Condvar = Condvar::new();

impl Slot {
    pub(crate) fn take() -> Slot {
        let taken = TAKEN.lock().expect("no panic");
        let mut taken = GIVEN_BACK.wait_while(taken, |taken| *taken >= parallelism()).expect("no panic");
        *taken += 1;
        Slot
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *TAKEN.lock().expect("no panic") -= 1;
        GIVEN_BACK.notify_one();
    }
}
