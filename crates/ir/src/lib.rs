//! gmc-ir
