//! The open files as one who looks at a state sees them.

use super::{Files, Open, System, Thing, flag};
use crate::pipe::Pipe;

/// An open file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenFile {
    /// Its number: a file descriptor.
    pub number: i32,
    /// Its name, or what it is.
    pub name: String,
    /// Whether it can be read.
    pub reads: bool,
    /// Whether it can be written.
    pub writes: bool,
    /// How many bytes lie before the place where it is read or written next, if it has one.
    pub position: Option<u64>,
    /// How many bytes there are, in it or to be read from it, if that is known.
    pub size: Option<u64>,
}

impl Files {
    /// All open files, by number.
    pub fn listing(&self) -> Vec<OpenFile> {
        let numbers = (0..).zip(self.numbers.iter());
        let open =
            numbers.filter_map(|(number, at)| Some((number, self.outside.open[(*at)? as usize].as_ref()?)));
        open.map(|(number, open)| self.listed(number, open)).collect()
    }

    fn listed(&self, number: i32, open: &Open) -> OpenFile {
        let access = open.flags & flag::ACCESS;
        let (name, position, size) = match &open.thing {
            Thing::Host(_) => ("a file of the host".to_owned(), None, None),
            Thing::Node(node) => {
                let System::Memory(tree) = self.system() else { unreachable!("nodes are in memory") };
                let name = tree.name(*node).map(|it| String::from_utf8_lossy(&it).into_owned());
                let name = name.unwrap_or_else(|| "a file without a name".to_owned());
                (name, Some(open.at), tree.length(*node))
            }
            Thing::Nameless(_) => ("memory that processes share".to_owned(), None, None),
            Thing::Pipe { from, .. } => {
                let waiting =
                    from.and_then(|it| self.outside.pipes.get(it.0 as usize)?.as_ref().map(Pipe::available));
                ("a pipe".to_owned(), None, waiting.map(|it| it as u64))
            }
            Thing::Socket(id) => {
                let socket = self.outside.network.look(*id);
                (socket.describe(), None, Some(socket.available() as u64))
            }
            Thing::Event(_) => ("an event counter".to_owned(), None, None),
            Thing::Signals(_) => ("a file of signals".to_owned(), None, None),
            Thing::Timer(_) => ("a timer".to_owned(), None, None),
            Thing::Epoll(_) => ("files that are waited for".to_owned(), None, None),
            Thing::Unknown | Thing::Chosen(_) => ("standard input".to_owned(), None, None),
            Thing::Given(bytes) => ("standard input".to_owned(), Some(open.at), Some(bytes.0.len() as u64)),
            Thing::Output => ("output".to_owned(), None, None),
        };
        OpenFile { number, name, reads: access != flag::WRITE, writes: access != 0, position, size }
    }
}
