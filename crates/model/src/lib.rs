//! The vocabulary that machine, explorers and reports share: systems and their choices, what can go wrong, and how it is told.
//!
//! Deliberately absent: anything that executes or prints.

mod audit;
mod choices;
mod coverage;
mod event;
mod footprint;
mod halt;
mod kind;
mod outcome;
mod premise;
mod profile;
mod random;
mod scene;
mod script;
mod system;
mod thread;
mod violation;

pub use audit::{Audited, Claims, ThreadOrder};
pub use choices::Choices;
pub use coverage::{Coverage, FileCoverage};
pub use event::{Effect, Event};
pub use footprint::{Access, Footprints, Gate};
pub use halt::Halt;
pub use kind::{ErrorKind, UnknownKind};
pub use outcome::{Finding, Gap, Hindrance, SearchResult, Stats, Stopped, Verdict};
pub use premise::{Premise, Premises};
pub use profile::{Matter, Part, Point, Profile};
pub use random::Random;
pub use scene::{Activation, Actor, Block, Scene, Variable};
pub use script::{Act, Answer, End, Mark, Script, Turn};
pub use system::{Choice, HostMemory, Obstacle, Step, System};
pub use thread::ThreadId;
pub use violation::{Call, Location, Note, Violation};
