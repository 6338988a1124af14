//! The standard three files that a process begins with.

use super::{Thing, flag};
use crate::input::{Chosen, Input};
use crate::state::NotState;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;

/// The number that a name of a standard file stands for.
pub(super) fn number_of(name: &[u8]) -> Option<i32> {
    match name {
        b"/dev/stdin" | b"/dev/fd/0" => Some(0),
        b"/dev/stdout" | b"/dev/fd/1" => Some(1),
        b"/dev/stderr" | b"/dev/fd/2" => Some(2),
        _ => None,
    }
}

/// The standard files of gmc itself.
pub(super) fn own_standard() -> [Option<(Thing, i32)>; 3] {
    let own = |fd: BorrowedFd<'_>, flags| {
        let file = File::from(fd.try_clone_to_owned().ok()?);
        Some((Thing::Host(NotState(Arc::new(file))), flags))
    };
    [
        own(io::stdin().as_fd(), 0),
        own(io::stdout().as_fd(), flag::WRITE),
        own(io::stderr().as_fd(), flag::BOTH),
    ]
}

/// Standard files of which the outputs go nowhere.
pub(super) fn sealed_standard(input: Input) -> [Option<(Thing, i32)>; 3] {
    let input = match input {
        Input::Unknown => Thing::Unknown,
        Input::Given(bytes) => Thing::Given(NotState(bytes)),
        Input::Any { most, open } => Thing::Chosen(Chosen::new(most, open)),
    };
    [(input, 0), (Thing::Output, flag::WRITE), (Thing::Output, flag::BOTH)].map(Some)
}
