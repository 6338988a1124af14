//! `gmc dump`: what it prints.
