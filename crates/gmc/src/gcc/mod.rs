//! The user's GCC: which one it is, what it is asked to do, and the plugin that makes it export.
//!
//! `gmc cc` and the pipeline behind `gmc dump` share all of this, so that a file means the same whether the user's
//! build compiles it or gmc does. Invariant: the user's arguments are never changed or reordered; gmc only adds its
//! own after them.

mod arguments;
mod cache;
mod cxx_models;
mod driver;
mod flags;
mod headers;
mod identity;
mod language;
mod models;
mod plugin;
mod response;
mod scripted;
mod sources;
mod wrapper;

pub(crate) use cxx_models::FILES as CXX_MODELS;
pub(crate) use driver::{Driver, DriverError, FrontEnd, Toolchain};
pub(crate) use headers::directory as header_directory;
pub(crate) use language::Language;
pub(crate) use models::{is_any_modelled, models};
pub(crate) use plugin::PluginError;
pub(crate) use response::split;
pub(crate) use scripted::{Scripted, scripted_command};
pub(crate) use wrapper::export_command;
