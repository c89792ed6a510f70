//! The rules that a container breaks, a line each.

use std::io::{Result, Write};

use dxc_format::Container;

/// Prints what a container violates; returns what is wrong with it as a whole.
pub(crate) fn show(container: &Container<'_>, out: &mut impl Write) -> Result<Vec<String>> {
    let findings = match container.validate() {
        Ok(findings) => findings,
        Err(problem) => return Ok(vec![problem.to_string()]),
    };
    for finding in &findings {
        writeln!(out, "  {finding}")?;
    }
    Ok(match findings.len() {
        0 => Vec::new(),
        1 => vec!["1 rule is broken".to_owned()],
        many => vec![format!("{many} rules are broken")],
    })
}
