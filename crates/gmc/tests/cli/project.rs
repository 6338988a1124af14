//! A project of two directories.
