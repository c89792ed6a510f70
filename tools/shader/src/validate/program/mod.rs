//! Compares the other parts with the metadata of the program.
//!
//! DXC's validator generates each part again from the program's metadata, and refuses a container whose part differs.
//! Of instructions, only those that access signatures are checked: statements of the metadata about the others, such as its
//! flags, are trusted.

mod accesses;
mod debug;
mod dependencies;
mod differences;
mod elements;
mod features;
mod library;
pub(super) mod metadata;
mod pipeline;
mod properties;
mod resources;
mod rules;
mod signature_bytes;

use self::metadata::{Program, unreadable};
use super::shader::Shader;
use crate::report::Report;

/// Compares the other parts with the program. Returns false if no program can be read.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Report) -> bool {
    let Some(program) = &shader.program else {
        return false;
    };
    program.check_debug(&shader.container, findings);
    program.check_features(shader, findings);
    if shader.is_library() {
        program.check_library(shader, findings);
    } else {
        program.check_signatures(shader, findings);
        program.check_pipeline(shader, findings);
        program.check_accesses(findings);
    }
    true
}
