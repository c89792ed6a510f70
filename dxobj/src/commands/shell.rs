//! `dxobj completions` and `dxobj man`.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::{Arguments, Common};
use crate::files::Problem;
use crate::outcome::Outcome;
use crate::output;
use crate::report::Report;

pub(crate) fn completions(shell: Shell, common: &Common) -> Outcome {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "dxobj", &mut bytes);
    print(bytes, common)
}

pub(crate) fn man(folder: Option<&Path>, common: &Common) -> Outcome {
    if let Some(folder) = folder {
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Arguments::command(), folder));
        return match written {
            Ok(()) => Outcome::Done,
            Err(problem) => output::one(Problem::new(folder.display(), problem), common),
        };
    }
    let mut bytes = Vec::new();
    match clap_mangen::Man::new(Arguments::command()).render(&mut bytes) {
        Ok(()) => print(bytes, common),
        Err(problem) => output::one(Problem::new("", problem), common),
    }
}

fn print(bytes: Vec<u8>, common: &Common) -> Outcome {
    output::one(Report::bytes(bytes), common)
}
