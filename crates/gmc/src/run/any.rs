//! Arguments and files that can be anything, as options and traces write them.

use super::text::Text;
use gmc_world::{AnyArguments, AnyFile};

/// A file or an argument has no more bytes: each is a value of its own.
const LONGEST: u32 = 1 << 16;
/// There are no more arguments.
const MOST: u32 = 64;

/// A file: `NAME:SIZE`.
#[derive(Clone, Debug)]
pub(crate) struct FileAny(pub(crate) AnyFile);

/// Arguments: `LENGTH`, `COUNT:LENGTH` or `LEAST-MOST:LENGTH`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentAny(pub(crate) AnyArguments);

impl FileAny {
    /// Reads a name and a size.
    pub(crate) fn parse(text: &str) -> Result<FileAny, String> {
        let (name, size) =
            text.rsplit_once(':').ok_or("a name and a size are expected, as in input.txt:16")?;
        if name.is_empty() || name.ends_with('/') {
            return Err("the file needs a name, as in input.txt:16".to_owned());
        }
        Ok(FileAny(AnyFile { name: name.to_owned(), size: bytes(size)? }))
    }

    /// What is so, in words.
    pub(crate) fn told(&self) -> String {
        let AnyFile { name, size } = &self.0;
        format!("the file {name} has {size} {}", if *size == 1 { "byte" } else { "bytes" })
    }
}

impl ArgumentAny {
    /// Reads how many there are, and how long.
    pub(crate) fn parse(text: &str) -> Result<ArgumentAny, String> {
        let (count, length) = text.split_once(':').unwrap_or(("1", text));
        let (least, most) = count.split_once('-').unwrap_or((count, count));
        let number = |text: &str| {
            let number = text.parse().ok().filter(|it| *it <= MOST);
            number.ok_or_else(|| format!("`{text}` is no number of arguments: there can be up to {MOST}"))
        };
        let (least, most) = (number(least)?, number(most)?);
        if least > most {
            return Err(format!("{least} arguments are more than {most}"));
        }
        Ok(ArgumentAny(AnyArguments { least, most, length: bytes(length)? }))
    }

    /// What is so, in words.
    pub(crate) fn told(self) -> String {
        let AnyArguments { least, most, length } = self.0;
        let count = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let noun = if (least, most) == (1, 1) { "argument has" } else { "arguments have" };
        format!("{count} {noun} at most {length} {}", if length == 1 { "byte" } else { "bytes" })
    }
}

fn bytes(text: &str) -> Result<u32, String> {
    let size = text.parse().ok().filter(|it| *it <= LONGEST);
    size.ok_or_else(|| format!("`{text}` is no number of bytes up to {LONGEST}"))
}

impl Text for FileAny {
    fn to_text(&self) -> String {
        format!("{}:{}", self.0.name, self.0.size)
    }

    fn from_text(text: String) -> Result<FileAny, String> {
        FileAny::parse(&text)
    }
}

impl Text for ArgumentAny {
    fn to_text(&self) -> String {
        let AnyArguments { least, most, length } = self.0;
        format!("{least}-{most}:{length}")
    }

    fn from_text(text: String) -> Result<ArgumentAny, String> {
        ArgumentAny::parse(&text)
    }
}
