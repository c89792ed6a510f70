//! Tests values that no compiler writes, in every field of the parts that LLVM 22 reads: all numbers of an enum up to
//! 255, all bits of flags, and the minimum and the maximum of other numbers.
//!
//! Judge: LLVM 22's obj2yaml and yaml2obj. A file has many values: one in each record and in each field.

mod field;
mod judge;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use dxc_format::constants::{RootSignatureVersion, ShaderStage};
use dxc_format::types::Strided;
use dxc_format::{Container, parts};

use self::field::{Field, Put, fields_of};
use self::judge::{Outcome, outcome};

/// The files that get the values, the version that their PSV0 or RTS0 gets, and whether they keep the elements of signatures.
const SEEDS: [(&str, u32, bool); 13] = [
    // The smallest file; it is used for the fields that all stages have.
    ("as_cull.sm65.dxil", 3, true),
    ("vs_basic.psv-v3.dxil", 3, true),
    ("hs_patch.sm61.dxil", 3, false),
    ("hs_patch.sm61.dxil", 3, true),
    ("ds_patch.sm60.dxil", 3, false),
    ("gs_streams.sm60.dxil", 3, false),
    ("ps_textured.sm60.dxil", 3, false),
    ("ms_meshlet.sm65.dxil", 3, false),
    ("vs_basic.psv-v3.dxil", 2, true),
    ("vs_basic.psv-v3.dxil", 1, true),
    ("vs_basic.psv-v3.dxil", 0, true),
    ("rs_only.v1_1.dxil", 2, true),
    ("rs_only.v1_0.dxil", 1, true),
];

/// A file whose fields get values.
struct Seed {
    name: String,
    file: Vec<u8>,
    fields: Vec<Field>,
    /// The fields for which only one value is tried per file, because their values select other fields, or because LLVM
    /// refuses values.
    alone: Mutex<BTreeSet<String>>,
}

impl Seed {
    /// Makes a seed: its fields are those that no earlier file has, and the named values of fields that select others.
    fn new((name, version, has_elements): (&str, u32, bool), seen: &mut BTreeSet<String>) -> Self {
        let file = file(name, version, has_elements);
        let mut fields = fields_of(&file);
        let paths = |file: &[u8]| -> BTreeSet<String> {
            fields_of(file)
                .into_iter()
                .map(|field| field.path)
                .collect()
        };
        let own = paths(&file);
        let mut alone = BTreeSet::new();
        fields.retain_mut(|field| {
            let with = |value: u64| {
                let mut file = file.clone();
                field.put_at(&mut file, field.places[0], value);
                file
            };
            let tried = [field.values.get(1), field.values.last()];
            let selects = tried
                .into_iter()
                .flatten()
                .any(|value| paths(&with(*value)) != own);
            if selects {
                alone.insert(field.path.clone());
            }
            let is_new = seen.insert(field.path.clone());
            // LLVM shows the number, so the bytes can be compared.
            let is_shown =
                |value: &u64| matches!(outcome(&with(*value)), Outcome::Equal { bytes: true });
            if !is_new {
                field.nameless.clear();
            } else if field.nameless.first().is_some_and(is_shown) {
                field.values.append(&mut field.nameless);
            }
            is_new || selects
        });
        Self {
            name: format!("{name} version {version}"),
            file,
            fields,
            alone: Mutex::new(alone),
        }
    }

    /// The values of each file.
    fn rounds(&self) -> Vec<Vec<Put<'_>>> {
        let alone = self.alone.lock().unwrap();
        let (apart, together): (Vec<&Field>, Vec<&Field>) = self
            .fields
            .iter()
            .partition(|field| alone.contains(&field.path));
        let rounds = |values: fn(&Field) -> &[u64]| {
            let round = |round| -> Vec<Put<'_>> {
                let fields = together.iter();
                fields
                    .flat_map(|field| field.round(values(field), round))
                    .collect()
            };
            (0..)
                .map(round)
                .take_while(|puts| !puts.is_empty())
                .collect::<Vec<_>>()
        };
        let mut all = rounds(|field| &field.values);
        all.extend(rounds(|field| &field.nameless));
        for field in apart {
            let values = field.values.iter().chain(&field.nameless);
            all.extend(values.map(|value| vec![(field, field.places[0], *value)]));
        }
        all
    }
}

/// A file with small parts, so that many can be compared.
fn file(name: &str, version: u32, has_elements: bool) -> Vec<u8> {
    let bytes = std::fs::read(tests::data().join("dxc").join(name)).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let mut builder = container.to_builder();
    builder.remove(parts::STAT);
    if !has_elements {
        let signatures = [parts::ISG1, parts::OSG1, parts::PSG1];
        builder.retain(|part| !signatures.contains(&part.fourcc));
    }
    if let Some(view) = container.dxil().unwrap() {
        let mut program = view.to_value();
        program.bitcode.truncate(4);
        builder.set_part(parts::DXIL, program).unwrap();
    }
    if let Some(view) = container.psv0().unwrap() {
        let mut psv = view.to_value();
        psv.set_version(version);
        if !has_elements {
            psv.inputs = Strided::default();
            psv.outputs = Strided::default();
            psv.patches_or_primitives = Strided::default();
        }
        // LLVM has no key for the masks of mesh shaders.
        if psv.info.shader_stage() == Some(ShaderStage::Mesh) {
            psv.info.set_uses_view_id(false.into()).unwrap();
            psv.view_id_outputs = Default::default();
            psv.view_id_patches_or_primitives.clear();
        }
        builder.set_part(parts::PSV0, psv).unwrap();
    }
    if let Some(view) = container.rts0().unwrap() {
        let mut root = view.to_value();
        root.version = RootSignatureVersion(version);
        builder.set_part(parts::RTS0, root).unwrap();
    }
    builder.to_bytes().unwrap()
}

/// The counts and the problems of all files.
#[derive(Default)]
struct Findings {
    /// The number of values that are equal, and of those that LLVM also builds.
    equal: usize,
    built: usize,
    /// The number of values of a field that LLVM refuses.
    refused: BTreeMap<String, usize>,
    /// The file with the value, the field, and the problem.
    problems: Vec<(String, String, String)>,
    files: usize,
}

/// Tries several values in one file. If the outcome is not the same as for a single value, each half is tried, so that
/// a value that LLVM refuses does not hide others.
fn try_values(seed: &Seed, puts: &[Put<'_>], findings: &Mutex<Findings>) {
    let is_alone =
        |put: &Put<'_>| puts.len() > 1 && seed.alone.lock().unwrap().contains(&put.0.path);
    let (alone, together): (Vec<Put<'_>>, Vec<Put<'_>>) = puts.iter().copied().partition(is_alone);
    for put in alone {
        try_values(seed, &[put], findings);
    }
    let Some((field, _, value)) = together.first() else {
        return;
    };
    let mut file = seed.file.clone();
    for (field, place, value) in &together {
        field.put_at(&mut file, *place, *value);
    }
    let outcome = outcome(&file);
    let mut found = findings.lock().unwrap();
    found.files += 1;
    match outcome {
        Outcome::Equal { bytes } => {
            found.equal += together.len();
            found.built += if bytes { together.len() } else { 0 };
        }
        _ if together.len() > 1 => {
            drop(found);
            let (first, second) = together.split_at(together.len() / 2);
            try_values(seed, first, findings);
            try_values(seed, second, findings);
        }
        Outcome::Refused => {
            *found.refused.entry(field.path.clone()).or_default() += 1;
            seed.alone.lock().unwrap().insert(field.path.clone());
        }
        Outcome::Different(problems) => {
            let place = format!("{}: {} = {value}", seed.name, field.path);
            let problem = |problem| (place.clone(), field.path.clone(), problem);
            found.problems.extend(problems.into_iter().map(problem));
            seed.alone.lock().unwrap().insert(field.path.clone());
        }
    }
}

/// Known differences: the field, the start of the problem after the value, and the reason.
const KNOWN: [(&str, &str, &str); 6] = [
    (
        "PSV0.info.input_vectors",
        "only LLVM reads it: PSV0: ",
        BEYOND,
    ),
    (
        "PSV0.info.uses_view_id",
        "only LLVM reads it: PSV0: ",
        BEYOND,
    ),
    (
        "PSV0.info.extra_info.patch_constant_vectors",
        "only LLVM reads it: PSV0: ",
        BEYOND,
    ),
    (
        "PSV0.info.shader_stage",
        "",
        "LLVM reads the tables for the stage of the program, and we for that of the part",
    ),
    ("PSG1.elements[].register", "differs at ", SORTED),
    ("PSG1.elements[].stream", "differs at ", SORTED),
];
const BEYOND: &str =
    "LLVM reads tables that end beyond their part as shorter ones, and we name the place";
const SORTED: &str =
    "LLVM sorts the elements by stream, register and name, and we keep the order of the document";

/// The fields of which LLVM refuses values: it checks those of root signatures.
const REFUSED: [&str; 11] = [
    "RTS0.parameters[].parameter_type",
    "RTS0.parameters[].payload.ranges[].range_type",
    "RTS0.parameters[].visibility",
    "RTS0.samplers[].address_u",
    "RTS0.samplers[].address_v",
    "RTS0.samplers[].address_w",
    "RTS0.samplers[].border_color",
    "RTS0.samplers[].comparison_func",
    "RTS0.samplers[].filter",
    "RTS0.samplers[].visibility",
    "RTS0.version",
];

/// Tries all values of a file, with as many threads as there are processors.
fn try_seed(seed: &Seed, findings: &Mutex<Findings>) {
    let rounds = seed.rounds();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(puts) = rounds.get(next.fetch_add(1, Ordering::Relaxed)) {
                    try_values(seed, puts, findings);
                }
            });
        }
    });
}

#[test]
fn every_value_is_that_of_llvm() {
    let mut seen = BTreeSet::new();
    let findings = Mutex::new(Findings::default());
    for seed in SEEDS {
        try_seed(&Seed::new(seed, &mut seen), &findings);
    }
    let findings = findings.into_inner().unwrap();
    let mut known = [0; KNOWN.len()];
    let mut problems = Vec::new();
    for (place, path, problem) in &findings.problems {
        let mut rows = KNOWN.iter();
        match rows.position(|(field, start, _)| field == path && problem.starts_with(start)) {
            Some(row) => known[row] += 1,
            None => problems.push(format!("{place}: {problem}")),
        }
    }
    let Findings {
        equal,
        built,
        files,
        refused,
        ..
    } = findings;
    let count: usize = refused.values().sum();
    println!(
        "{} fields: {equal} values are equal, {built} of them in bytes; {count} are refused; {files} files",
        seen.len()
    );
    for ((path, _, reason), count) in KNOWN.iter().zip(known) {
        println!("{path}: {count} known differences: {reason}");
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(known.iter().all(|count| *count > 0), "{known:?}");
    assert!(refused.keys().eq(REFUSED), "{refused:?}");
    assert!(seen.len() > 130 && equal > 8000 && built > 3000);
}
