//! `dxobj completions`, `dxobj man` and `dxobj schema`: print shell completions, manual pages and JSON Schemas.

use std::path::Path;

use clap_complete::Shell;

use super::manual;
use crate::arguments::Common;
use crate::exit_status;
use crate::files::Problem;
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;
use crate::schema;
use crate::text::Text;

pub(crate) fn completions(shell: Shell, common: &Common) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut exit_status::command(), "dxobj", &mut bytes);
    print(bytes, common)
}

pub(crate) fn schema(command: &str, common: &Common) -> Outcome {
    let text = Text::pretty_json(&schema::to_json(command));
    output::one(Report::text(text), common)
}

pub(crate) fn man(folder: Option<&Path>, common: &Common) -> Outcome {
    if let Some(folder) = folder {
        return match manual::write_pages(exit_status::command(), folder) {
            Ok(()) => Outcome::Done,
            Err(problem) => output::one(Problem::new(folder.display(), problem), common),
        };
    }
    let mut bytes = Vec::new();
    match manual::write_page(&exit_status::command(), &mut bytes) {
        Ok(()) => print(bytes, common),
        Err(problem) => output::one(Problem::new("", problem), common),
    }
}

fn print(bytes: Vec<u8>, common: &Common) -> Outcome {
    output::one(Report::bytes(bytes), common)
}
