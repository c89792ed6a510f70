//! Runs every target over the seeds of the repository: its own, and the sources of generated inputs.
#![allow(clippy::unwrap_used, missing_docs)]

use soak::{Maker, SEEDS, Seeds, TARGETS};

/// Inputs of fixed failures, a folder for each target.
#[test]
fn regressions_stay_fixed() {
    for target in TARGETS {
        let folder = tests::root().join(SEEDS).join(target.name);
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let Ok(input) = std::fs::read(entry.path()) else {
                panic!("{} cannot be read", entry.path().display());
            };
            eprintln!("{}", entry.path().display());
            (target.body)(&input);
        }
    }
}

/// The first inputs that each target makes. `.ci/run` tries many more.
#[test]
fn generated_inputs_keep_all_guarantees() {
    let seeds = Seeds::load();
    for target in TARGETS {
        for seed in 0..60 {
            let input = (target.make)(&mut Maker::new(&seeds, seed));
            eprintln!("{} {seed}", target.name);
            (target.body)(&input);
        }
    }
}

/// For small files, the minimum of the limits hides multiples, so this test uses long ones.
#[test]
fn long_files_are_printed_within_the_limits() {
    let seeds = Seeds::load();
    let [command, page] = ["command", "page"].map(|name| soak::targets::named(name).unwrap());
    for seed in 0..2 {
        let file = Maker::new(&seeds, seed).long_list();
        assert!(file.len() >= 1 << 20, "{}", file.len());
        (page.body)(&file);
        for words in [0, 2, 7, 23] {
            (command.body)(&[&[words], &*file].concat());
        }
    }
}
