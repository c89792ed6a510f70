//! Tests containers in which one byte was changed: `validate` and DXC's validator accept the same ones.
//!
//! Judge: the validator of DXC 1.9, by `mutants/verdicts.tsv`; the ignored test asks it for new mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use dxc_format::header::Header;
use dxc_format::parts::PartView;
use dxc_format::types::Fixed;
use dxc_format::{Container, RawPart};

/// The number of mutants in the table.
const COUNT: usize = 2000;

/// The size of the header of a part: its FourCC and its size.
const PART_HEADER: usize = 8;

/// The bytes of the header before the digest. `validate` does not check digests, and the validator does not, either.
const MAGIC: usize = 4;

/// Mutants that DXC accepts, and `validate` does not, by part.
///
/// RTS0: DXC's validator accepts any border color, and LLVM only those that have a name.
const ALARMS: &[(&str, usize)] = &[("RTS0", 1)];

/// Mutants that DXC refuses, and `validate` does not, by part.
///
/// RDAT: DXC's validator computes the records of node shaders from the metadata, and functions from instructions.
const MISSED: &[(&str, usize)] = &[("RDAT", 5)];

/// A container in which one byte is changed.
#[derive(Clone)]
struct Mutant {
    file: String,
    /// The part, or a name for the location outside of the parts.
    part: String,
    at: usize,
    value: u8,
}

impl Mutant {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = tests::read(&format!("mutants/{}", self.file));
        bytes[self.at] = self.value;
        bytes
    }

    /// Whether `validate` has no finding.
    fn is_accepted(&self) -> bool {
        let bytes = self.bytes();
        Container::parse(&bytes).is_ok_and(|container| dxc_shader::validate(&container).is_empty())
    }
}

fn files() -> Vec<PathBuf> {
    tests::containers(&tests::data().join("mutants"))
}

/// The ranges of a file whose bytes are changed: headers, and parts without their bitcode.
fn places(file: &[u8]) -> Vec<(String, Range<usize>)> {
    let container = Container::parse(file).unwrap();
    let directory = Header::SIZE..Header::SIZE + 4 * container.len();
    let mut places = vec![
        ("magic".into(), 0..MAGIC),
        ("header".into(), 20..Header::SIZE),
        ("directory".into(), directory),
    ];
    for part in container.parts() {
        let start = part.data_offset;
        let header = start - PART_HEADER..start;
        let name = part.fourcc.to_string();
        places.push((format!("{name} header"), header));
        places.push((name, start..start + size(&part)));
    }
    places.retain(|(_, place)| !place.is_empty());
    places
}

/// The size of a part's data without bitcode, since `validate` does not check instructions.
fn size(part: &RawPart<'_>) -> usize {
    match part.view().unwrap() {
        PartView::Program(program) => {
            let start = program.bitcode().as_ptr() as usize;
            start - part.data.as_ptr() as usize
        }
        _ => part.data.len(),
    }
}

/// Generates random numbers: SplitMix64.
struct Random(u64);

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }

    /// Another value for a byte: any value, the next one, or the old one with an inverted bit.
    fn value(&mut self, old: u8) -> u8 {
        match self.below(3) {
            0 => u8::try_from(self.below(256)).unwrap(),
            1 => old.wrapping_add(1),
            _ => old ^ 1 << self.below(8),
        }
    }
}

/// New mutants, each with another byte or another value; files, ranges and bytes are chosen with equal probability.
fn mutants(seed: u64, count: usize) -> Vec<Mutant> {
    let files: Vec<(String, Vec<u8>)> = files()
        .iter()
        .map(|path| (name(path), std::fs::read(path).unwrap()))
        .collect();
    let places: Vec<_> = files.iter().map(|(_, bytes)| places(bytes)).collect();
    let mut random = Random(seed);
    let (mut seen, mut mutants) = (BTreeSet::new(), Vec::new());
    while mutants.len() < count {
        let file = random.below(files.len());
        let (name, bytes) = &files[file];
        let (part, place) = &places[file][random.below(places[file].len())];
        let at = place.start + random.below(place.len());
        let value = random.value(bytes[at]);
        if value != bytes[at] && seen.insert((file, at, value)) {
            mutants.push(Mutant {
                file: name.clone(),
                part: part.clone(),
                at,
                value,
            });
        }
    }
    mutants
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().into()
}

/// Mutants by part.
type ByPart = BTreeMap<String, Vec<String>>;

/// The number of equal verdicts, the mutants that only `validate` refuses, and those that it misses.
#[derive(Default)]
struct Comparison {
    agreeing: usize,
    alarms: ByPart,
    missed: ByPart,
}

impl Comparison {
    fn of<'m>(verdicts: impl Iterator<Item = (&'m Mutant, &'m str)>) -> Self {
        let mut all = Self::default();
        for (mutant, verdict) in verdicts {
            let Mutant {
                file,
                part,
                at,
                value,
            } = mutant;
            let line = format!("{file}\t{part}\t{at:#x}\t{value:#x}");
            match (verdict == "ok", mutant.is_accepted()) {
                (true, false) => all.alarms.entry(part.clone()).or_default().push(line),
                (false, true) => all.missed.entry(part.clone()).or_default().push(line),
                _ => all.agreeing += 1,
            }
        }
        all
    }
}

/// The mutants of the table, with DXC's verdicts.
#[test]
fn verdicts_are_those_of_dxc() {
    let table = String::from_utf8(tests::read("mutants/verdicts.tsv")).unwrap();
    let rows: Vec<(Mutant, &str)> = table.lines().skip(1).map(row).collect();
    assert_eq!(rows.len(), COUNT);
    let compared = Comparison::of(rows.iter().map(|(mutant, verdict)| (mutant, *verdict)));
    assert_eq!(counts(&compared.alarms), ALARMS, "{:#?}", compared.alarms);
    assert_eq!(counts(&compared.missed), MISSED, "{:#?}", compared.missed);
    assert!(compared.agreeing * 100 >= COUNT * 99);
}

fn counts(mutants: &ByPart) -> Vec<(&str, usize)> {
    let counts = mutants.iter();
    counts
        .map(|(part, lines)| (part.as_str(), lines.len()))
        .collect()
}

fn row(line: &str) -> (Mutant, &str) {
    let [file, part, at, value, verdict] = line.split('\t').collect::<Vec<_>>()[..] else {
        panic!("{line}");
    };
    let mutant = Mutant {
        file: file.into(),
        part: part.into(),
        at: at.parse().unwrap(),
        value: value.parse().unwrap(),
    };
    (mutant, verdict)
}

/// The verdicts of DXC's validator about new mutants. `DXC_VALIDATOR` is its command line, and `DXC_SEED` another seed.
#[test]
#[ignore = "it needs DXC's validator"]
fn verdicts_about_new_mutants_are_those_of_dxc() {
    let seed = std::env::var("DXC_SEED").map_or(0, |seed| seed.parse().unwrap());
    let mutants = mutants(seed, COUNT);
    let folder = std::env::temp_dir().join(format!("dxc-mutants-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let paths: Vec<PathBuf> = mutants
        .iter()
        .enumerate()
        .map(|(index, mutant)| {
            let path = folder.join(format!("{index}.dxil"));
            std::fs::write(&path, mutant.bytes()).unwrap();
            path
        })
        .collect();
    let mut verdicts = Vec::new();
    while verdicts.len() < paths.len() {
        verdicts.extend(ask(&paths[verdicts.len()..]));
        // The validator crashed on the next file.
        if verdicts.len() < paths.len() {
            verdicts.push("crash".into());
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    if let Some(table) = std::env::var_os("DXC_TABLE") {
        let mut rows = String::from("file\tpart\toffset\tvalue\tDXC\n");
        for (mutant, verdict) in mutants.iter().zip(&verdicts) {
            let Mutant {
                file,
                part,
                at,
                value,
            } = mutant;
            writeln!(rows, "{file}\t{part}\t{at}\t{value}\t{verdict}").unwrap();
        }
        std::fs::write(table, rows).unwrap();
    }
    let verdicts = verdicts.iter().map(String::as_str);
    let compared = Comparison::of(mutants.iter().zip(verdicts));
    println!("{} of {COUNT} agree", compared.agreeing);
    println!("missed: {:#?}", compared.missed);
    println!("false alarms: {:#?}", compared.alarms);
    assert!(compared.agreeing * 100 >= COUNT * 99);
}

/// The verdicts of one run of the validator, which ends if a file makes it crash.
fn ask(paths: &[PathBuf]) -> Vec<String> {
    let command = std::env::var("DXC_VALIDATOR").expect("DXC_VALIDATOR is the command");
    let mut words = command.split(' ');
    let mut process = Command::new(words.next().unwrap())
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = String::new();
    for path in paths {
        writeln!(lines, "{}", path.display()).unwrap();
    }
    let mut input = process.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()).unwrap_or(()));
    let output = process.wait_with_output().unwrap();
    writer.join().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let verdicts = printed.lines().filter_map(|line| line.split(' ').next());
    let verdicts = verdicts.filter(|word| ["ok", "bad"].contains(word));
    verdicts.map(str::to_owned).collect()
}
