//! The vocabulary that machine, explorers and reports share: systems and their choices, what can go wrong, and how it
//! is told.
//!
//! Deliberately absent: anything that executes or prints.

mod approximable;
mod approximation;
mod audit;
mod choices;
mod coverage;
mod event;
mod footprint;
mod function_name;
mod gap;
mod halt;
mod input;
mod kind;
mod labelled;
mod message;
mod outcome;
mod policy;
mod premise;
mod profile;
mod random;
mod reason;
mod scene;
mod script;
mod system;
mod thread;
mod used;
mod violation;

pub use approximable::{Approximable, LimitId};
pub use approximation::Approximation;
pub use audit::{Audited, Claims, ThreadOrder};
pub use choices::Choices;
pub use coverage::{Coverage, FileCoverage};
pub use event::{Effect, Event};
pub use footprint::{Access, Footprints, Gate};
pub use function_name::{names_function, without_parameters};
pub use gap::{ContextBound, Gap};
pub use halt::Halt;
pub use input::{Input, InputType};
pub use kind::{ErrorKind, UnknownKind};
pub use labelled::{Labelled, PropositionId};
pub use message::{Carrier, Message, MessageEvent, Station};
pub use outcome::{Finding, Hindrance, SearchResult, SolverStats, Stats, Stopped, Verdict};
pub use policy::{ErrorPlace, ErrorPolicy, Exemption, ExemptionError, Severity};
pub use premise::{Premise, Premises};
pub use profile::{Matter, Part, Point, Profile};
pub use random::Random;
pub use reason::{ChoiceRange, Reasons, RunEnd};
pub use scene::{Activation, Actor, Block, Scene, Variable};
pub use script::{Act, Answer, End, GivenInput, InputSource, Mark, Script, Serial, Turn};
pub use system::{Choice, HostMemory, Obstacle, Step, System};
pub use thread::ThreadId;
pub use used::Used;
pub use violation::{Call, Location, Note, Violation};
