//! gmc-mem
