//! Tests random schemas: every schema that `cargo xtask gen` accepts compiles, and its code keeps every byte that it
//! reads.

mod compiled;
mod expressions;
mod formatted;
mod maker;
#[path = "../../../random/numbers.rs"]
mod numbers;
mod patterns;
mod rows;
mod text;
mod values;

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use self::compiled::Failures;
use self::maker::Maker;
use crate::xtask::{Run, empty_folder, generate};

/// The results of a run.
struct Found {
    tried: usize,
    accepted: usize,
    failures: Failures,
    said: String,
}

impl Found {
    /// Prints the results, and fails if there are failures.
    fn report(&self, folder: &Path) {
        let (tried, accepted, failed) = (self.tried, self.accepted, self.failures.len());
        println!(
            "{tried} schemas tried, {accepted} accepted, {failed} failed; {}",
            self.said
        );
        for (name, what) in &self.failures {
            println!("\n{}/schemas/{name}/m.toml: {what}", folder.display());
        }
        assert!(
            failed == 0,
            "{failed} schemas failed: {:?}",
            self.failures.keys()
        );
    }
}

/// Names that the macros and the runtime use: items with such names may conflict.
fn words() -> Vec<String> {
    let mut words = BTreeSet::new();
    for path in tests::files_below(&tests::root().join("dxc-derive/src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let found = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let is_name = |word: &&str| {
            word.starts_with(|first: char| first.is_ascii_lowercase()) && word.len() < 14
        };
        words.extend(found.filter(is_name).map(str::to_owned));
    }
    words.into_iter().collect()
}

/// Generates from a schema, which stays next to the generated code.
fn generated(folder: &Path, name: &str, text: &str) -> Run {
    let [from, to] = ["schemas", "src"].map(|kind| folder.join(kind).join(name));
    std::fs::create_dir_all(&from).unwrap();
    std::fs::write(from.join("m.toml"), text).unwrap();
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    // The types of parts are generated, so that their documents are checked, too.
    let runtime = "dxc_format::runtime";
    let arguments = ["--schema", from, "--out", to, "--runtime", runtime];
    generate(folder, &arguments)
}

/// Compiles and tests the generated code: its failures, its differences from rustfmt, and the counts of the checks.
fn judged(folder: &Path, names: &[String], seed: u64, inputs: usize) -> (Failures, String) {
    let mut failures = formatted::differing(folder, names);
    let mut compiling = names.to_vec();
    // Errors of one kind hide those of another, so this is repeated.
    loop {
        compiled::write(folder, &compiling);
        let refused = compiled::compile(folder);
        if refused.is_empty() {
            break;
        }
        compiling.retain(|name| !refused.contains_key(name));
        failures.extend(refused);
    }
    let (failed, said) = compiled::run(folder, seed, inputs);
    failures.extend(failed);
    (failures, said)
}

/// Makes schemas until a number of them is accepted, compiles them and tests their code.
fn run(folder: &Path, seed: u64, accepted: usize, inputs: usize) -> Found {
    let keys = std::fs::read_to_string(tests::root().join("schema/schema.json")).unwrap();
    let keys: Value = text::with_lists(serde_json::from_str(&keys).unwrap());
    let words = words();
    let mut names: Vec<String> = Vec::new();
    let mut tried = 0;
    let mut failures = Failures::new();
    while names.len() < accepted {
        let own = seed.wrapping_mul(1_000_003).wrapping_add(tried);
        tried += 1;
        let mut numbers = numbers::Numbers::new(own ^ 0x5eed);
        let mut schema = Maker::new(&keys, &words, own).schema();
        let name = format!("s{own}");
        for _ in 0..12 {
            let run = generated(folder, &name, &schema.text());
            match run.code {
                Some(0) => {
                    names.push(name);
                    break;
                }
                Some(2) if run.stderr.contains("nothing was written") => {
                    schema.repair(&run.stderr, || numbers.below(1000));
                }
                _ => {
                    failures.insert(name, run.stderr);
                    break;
                }
            }
        }
    }
    let (failed, said) = judged(folder, &names, seed, inputs);
    failures.extend(failed);
    Found {
        tried: usize::try_from(tried).unwrap(),
        accepted: names.len(),
        failures,
        said,
    }
}

fn check(folder: &str, seed: u64, accepted: usize, inputs: usize) {
    let folder = empty_folder(folder);
    run(&folder, seed, accepted, inputs).report(&folder);
}

#[test]
fn accepted_schemas_compile_and_keep_every_byte() {
    check("random", 33, 40, 300);
}

/// `RANDOM_COUNT=1000 RANDOM_SEED=7 cargo test -p tests --test schemas many_more -- --ignored --nocapture`
#[test]
#[ignore = "duration is set by the caller"]
fn many_more() {
    let number = |name: &str, usual: u64| {
        let set = std::env::var(name).ok();
        set.map_or(usual, |text| text.parse().unwrap())
    };
    let (seed, count) = (number("RANDOM_SEED", 2), number("RANDOM_COUNT", 500));
    let count = usize::try_from(count).unwrap();
    check(&format!("random-{seed}"), seed, count, 500);
}

/// Tests the schemas of a folder again, such as failed ones: `RANDOM_FROM=target/tmp/random-7/schemas`.
#[test]
#[ignore = "input is set by the caller"]
fn those_of_a_folder() {
    let from = std::env::var_os("RANDOM_FROM").expect("RANDOM_FROM names a folder of schemas");
    let (folder, mut names, mut tried) = (empty_folder("random-again"), Vec::new(), 0);
    for path in tests::entries(Path::new(&from)) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path.join("m.toml")).unwrap();
        let run = generated(&folder, &name, &text);
        tried += 1;
        match run.code {
            Some(0) => names.push(name),
            _ => println!("{name} is refused:\n{}", run.stderr),
        }
    }
    let (failures, said) = judged(&folder, &names, 1, 500);
    let accepted = names.len();
    let found = Found {
        tried,
        accepted,
        failures,
        said,
    };
    found.report(&folder);
}
