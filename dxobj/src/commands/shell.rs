//! `dxobj completions` and `dxobj man`.

use std::path::Path;

use clap_complete::Shell;

use crate::arguments::Common;
use crate::exit_status;
use crate::files::Problem;
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;

pub(crate) fn completions(shell: Shell, common: &Common) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut exit_status::command(), "dxobj", &mut bytes);
    print(bytes, common)
}

pub(crate) fn man(folder: Option<&Path>, common: &Common) -> Outcome {
    if let Some(folder) = folder {
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(exit_status::command(), folder));
        return match written {
            Ok(()) => Outcome::Done,
            Err(problem) => output::one(Problem::new(folder.display(), problem), common),
        };
    }
    let mut bytes = Vec::new();
    match clap_mangen::Man::new(exit_status::command()).render(&mut bytes) {
        Ok(()) => print(bytes, common),
        Err(problem) => output::one(Problem::new("", problem), common),
    }
}

fn print(bytes: Vec<u8>, common: &Common) -> Outcome {
    output::one(Report::bytes(bytes), common)
}
