//! The comparison of the other parts with the program.

use crate::meaning::judgement::Judgement;
use crate::meaning::validate::shader::Shader;

/// Compares the other parts with the program. Returns false if no program can be read.
pub(in crate::meaning::validate) fn check(shader: &Shader<'_>, findings: &mut Judgement) -> bool {
    let Some(program) = &shader.program else {
        return false;
    };
    program.check_features(shader, findings);
    if shader.is_library() {
        program.check_library(shader, findings);
    } else {
        program.check_signatures(shader, findings);
        program.check_pipeline(shader, findings);
    }
    true
}
