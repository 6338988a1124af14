//! Programs that gmc runs for itself: compilers and linkers. They end with it, whatever ends it.

use crate::{interrupt, watchdog};
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long programs have to end by themselves.
const PATIENCE: Duration = Duration::from_millis(200);

/// Runs a program to its end, with what it writes.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.process_group(0).spawn()?;
    let guard = Guard::new(child.id());
    let output = child.wait_with_output();
    drop(guard);
    interrupt::wait_if_over();
    watchdog::wait_if_over();
    output
}

/// Runs a program to its end.
pub(crate) fn status(command: &mut Command) -> io::Result<ExitStatus> {
    let mut child = command.process_group(0).spawn()?;
    let guard = Guard::new(child.id());
    let status = child.wait();
    drop(guard);
    interrupt::wait_if_over();
    watchdog::wait_if_over();
    status
}

/// Ends programs, and what they have started in turn. They are asked first, so that they remove what they have made.
pub(crate) fn end(processes: &[u32]) {
    let groups: Vec<Pid> =
        processes.iter().filter_map(|&it| Pid::from_raw(i32::try_from(it).ok()?)).collect();
    let is_there = |group: &Pid| test_kill_process_group(*group).is_ok();
    for &group in &groups {
        // It may have ended by itself.
        let _ = kill_process_group(group, Signal::TERM);
    }
    let start = Instant::now();
    while groups.iter().any(is_there) && start.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(2));
    }
    for &group in &groups {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A program that is running.
struct Guard(u32);

impl Guard {
    fn new(process: u32) -> Guard {
        interrupt::guard_child(process);
        Guard(process)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        interrupt::release_child(self.0);
    }
}
