//! Searches on toy systems with known answers: every search, every store, with and without reduction.

#![allow(unreachable_pub, reason = "modules of a test")]

mod adding;
mod agreement;
mod auditing;
mod best;
mod checkpoints;
mod dynamic;
mod every;
mod lassos;
mod layers;
mod limits;
mod livelock;
mod minimising;
mod parallel;
mod paths;
mod replaying;
mod stores;
mod temporal;
mod toy;
mod walking;
