//! Places in the program's code, and how users name its files.

use gmc_vm::CodeId;
/// An operation in a function's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At {
    /// The function's code.
    pub code: CodeId,
    /// The operation's number in it.
    pub pc: u32,
}

/// Whether a user names a file of the program: the shorter path is a suffix of the longer one, component by
/// component.
pub fn is_file(own: &str, named: &str) -> bool {
    let parts = |path: &str| -> Vec<String> {
        path.split('/').filter(|it| !it.is_empty() && *it != ".").map(str::to_owned).collect()
    };
    let (own_parts, named_parts) = (parts(own), parts(named));
    let (short, long) =
        if own_parts.len() < named_parts.len() { (own_parts, named_parts) } else { (named_parts, own_parts) };
    !short.is_empty() && long.ends_with(&short)
}
