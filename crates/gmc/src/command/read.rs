//! Reading files that a user names: what has no end is refused.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;

/// The most that is read from a pipe, which does not say how long it is.
const MOST: u64 = 1 << 30;

/// Fails where a name leads to a device, which may go on for ever.
pub(crate) fn examine(path: &Path) -> io::Result<()> {
    let found = fs::metadata(path)?.file_type();
    if found.is_char_device() && path != Path::new("/dev/null") || found.is_block_device() {
        return Err(io::Error::other("it is a device, not a file"));
    }
    if found.is_socket() {
        return Err(io::Error::other("it is a socket, not a file"));
    }
    Ok(())
}

/// All of a file.
pub(crate) fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    examine(path)?;
    if fs::metadata(path)?.is_file() {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    let read = File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    if read as u64 == MOST { Err(io::Error::other("it has no end")) } else { Ok(bytes) }
}

/// All of a file of text.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(bytes(path)?).map_err(|_| io::Error::other("it is no text in UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::bytes;
    use std::path::Path;

    #[test]
    fn what_has_no_end_is_refused() {
        for name in ["/dev/zero", "/dev/full", "/dev/random"] {
            assert!(bytes(Path::new(name)).is_err(), "{name}");
        }
        assert_eq!(bytes(Path::new("/dev/null")).expect("an empty file"), b"");
        assert!(bytes(Path::new("/")).is_err());
    }
}
