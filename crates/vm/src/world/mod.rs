//! The world outside of the program: arguments, environment, files, streams, clock.
//!
//! Everything that a run can see of the host comes through here, so that a run is a function of the program, the
//! [`Config`] and the contents of the files that it reads. Invariant: nothing here asks the host for the time, for
//! randomness or for numbers of processes.
//!
//! Deliberately absent: other processes and the network.

mod clock;
pub mod errno;
mod files;
mod place;
mod stream;

pub use clock::Clock;
pub use files::{Files, Stat};
pub use place::FileAccess;
pub use stream::{Buffering, Mode, Stream, StreamId};

use errno::Errno;

/// What the program gets to see.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The program's name and arguments.
    pub arguments: Vec<Vec<u8>>,
    /// The environment, as `NAME=VALUE`.
    pub environment: Vec<Vec<u8>>,
    /// What it may do to files.
    pub files: FileAccess,
    /// What it writes goes nowhere, and time stands still: a search runs it many times, back and forth.
    pub sealed: bool,
}

/// What the program can see and change outside of itself.
#[derive(Debug)]
pub struct World {
    /// The program's name and arguments.
    pub arguments: Vec<Vec<u8>>,
    /// The environment, as `NAME=VALUE`.
    pub environment: Vec<Vec<u8>>,
    /// Open files.
    pub files: Files,
    /// The time.
    pub clock: Clock,
    streams: Vec<Option<Stream>>,
}

impl World {
    /// The world at the start of a run: the three standard streams are open.
    pub fn new(config: Config) -> World {
        let files = Files::new(config.files, config.sealed);
        let mut world = World {
            arguments: config.arguments,
            environment: config.environment,
            files,
            clock: Clock::new(config.sealed),
            streams: Vec::new(),
        };
        let read = Mode { read: true, write: false, append: false };
        let write = Mode { read: false, write: true, append: false };
        world.open_stream(0, read);
        let output = world.open_stream(1, write);
        if world.files.is_terminal(1) {
            world.stream(output).expect("just opened").buffering = Buffering::Line;
        }
        let errors = world.open_stream(2, write);
        world.stream(errors).expect("just opened").buffering = Buffering::None;
        if config.sealed {
            world.stream(output).expect("just opened").buffering = Buffering::None;
        }
        world
    }

    /// Makes a stream of an open file.
    pub fn open_stream(&mut self, file: i32, mode: Mode) -> StreamId {
        let at = self.streams.iter().position(Option::is_none).unwrap_or(self.streams.len());
        if at == self.streams.len() {
            self.streams.push(None);
        }
        self.streams[at] = Some(Stream::new(file, mode));
        StreamId(at)
    }

    /// A stream.
    pub fn stream(&mut self, id: StreamId) -> Option<&mut Stream> {
        self.streams.get_mut(id.0)?.as_mut()
    }

    /// A stream, and the files that it works on.
    pub fn stream_and_files(&mut self, id: StreamId) -> Result<(&mut Stream, &mut Files), Errno> {
        let stream = self.streams.get_mut(id.0).and_then(Option::as_mut).ok_or(errno::EBADF)?;
        Ok((stream, &mut self.files))
    }

    /// Writes what is buffered, drops what was read ahead, and closes the file.
    pub fn close_stream(&mut self, id: StreamId) -> Result<(), Errno> {
        let (stream, files) = self.stream_and_files(id)?;
        let settled = stream.settle(files);
        let closed = files.close(stream.file);
        self.streams[id.0] = None;
        settled.and(closed)
    }

    /// Writes what any stream has buffered, as `fflush(NULL)` and the end of the program do.
    pub fn flush(&mut self) -> Result<(), Errno> {
        let mut outcome = Ok(());
        for stream in self.streams.iter_mut().flatten() {
            outcome = outcome.and(stream.flush(&mut self.files));
        }
        outcome
    }

    /// Writes what streams to terminals have buffered: somebody is about to be asked for input.
    pub fn flush_lines(&mut self) {
        for stream in self.streams.iter_mut().flatten().filter(|it| it.buffering == Buffering::Line) {
            // The stream remembers that it failed.
            let _ = stream.flush(&mut self.files);
        }
    }
}

impl Default for World {
    fn default() -> World {
        World::new(Config::default())
    }
}
