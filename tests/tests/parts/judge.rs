//! Compares `dxc_shader::validate` with DXC's validator: for containers in which one field was changed, and for those
//! of compilers.
//!
//! Judge: DXC's validator, by `changed.tsv`. No tool judges our messages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter, Write};
use std::path::Path;

use dxc_document::Document;
use dxc_format::{Container, TableStyle};
use dxc_shader::Finding;
use serde_json::Value;

/// A changed field, and whether DXC's validator refuses the container with only this change.
struct Row<'t> {
    file: &'t str,
    part: &'t str,
    path: &'t str,
    value: &'t str,
    is_refused: bool,
}

impl<'t> Row<'t> {
    fn of(line: &'t str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, part, path, value, verdict] = fields[..] else {
            panic!("{line}");
        };
        Self {
            file,
            part,
            path,
            value,
            is_refused: verdict == "refuses",
        }
    }

    /// The path, with `*` in place of the indices of records.
    fn field(&self) -> String {
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        let names = self.path.split('.');
        let names = names.map(|name| if is_number(name) { "*" } else { name });
        names.collect::<Vec<_>>().join(".")
    }
}

impl Display for Row<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (file, part) = (self.file, self.part);
        write!(f, "{file}, {part} {}: {}", self.path, self.value)
    }
}

/// A row of the table, and our findings for the changed container.
type Judged<'t> = (Row<'t>, Vec<Finding>);

/// Whether the programs have their metadata.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bitcode {
    Kept,
    Removed,
}

/// The rows of `changed.tsv`: a file of the repository, a part, a path in the part's JSON document, the new value, and
/// the messages of DXC's validator for the resulting container.
fn judged(table: &str, bitcode: Bitcode) -> Vec<Judged<'_>> {
    let mut documents: BTreeMap<&str, Value> = BTreeMap::new();
    let rows = table.lines().skip(1).map(Row::of);
    let judged = rows.map(|row| {
        let document = documents.entry(row.file).or_insert_with(|| {
            let container = tests::open(&format!("dxc/{}", row.file));
            serde_json::to_value(Document::of(&container).unwrap()).unwrap()
        });
        let mut changed = document.clone();
        *value(&mut changed, &row) = serde_json::from_str(row.value).unwrap();
        let changed: Document = serde_json::from_value(changed).unwrap();
        let bytes = changed.to_bytes(TableStyle::Dxc).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let findings = match bitcode {
            Bitcode::Kept => dxc_shader::validate(&container).into_iter().collect(),
            Bitcode::Removed => tests::without_bitcode(&container),
        };
        (row, findings)
    });
    judged.collect()
}

/// The value that a row changes.
fn value<'d>(document: &'d mut Value, row: &Row<'_>) -> &'d mut Value {
    let mut parts = document["Parts"].as_array_mut().unwrap().iter_mut();
    let part = parts.find(|part| part["Name"] == row.part).unwrap();
    let path = row.path.replace('.', "/");
    let is_there = part.pointer(&format!("/{path}")).is_some();
    // In documents, LLVM's marker of its flags is a key.
    let is_marker = row.path == "Flags.NextUnusedBit";
    assert!(
        is_there || is_marker,
        "{}: {} has no {}",
        row.file,
        row.part,
        row.path
    );
    let step = |value: &'d mut Value, key: &str| match value {
        Value::Array(list) => &mut list[key.parse::<usize>().unwrap()],
        map => &mut map[key],
    };
    path.split('/').fold(part, step)
}

/// For a part, the number of rows that DXC refuses, and of those that this library finds; the numbers may only grow.
type Count = (&'static str, usize, usize);

/// The numbers with the metadata of the programs.
const FOUND: [Count; 7] = [
    ("HASH", 0, 0),
    ("ISG1", 181, 181),
    ("OSG1", 186, 186),
    ("PSG1", 102, 102),
    ("PSV0", 956, 956),
    ("RTS0", 12, 12),
    ("SFI0", 442, 442),
];

/// The numbers without the metadata.
const FOUND_WITHOUT_BITCODE: [Count; 7] = [
    ("HASH", 0, 0),
    ("ISG1", 181, 173),
    ("OSG1", 186, 181),
    ("PSG1", 102, 98),
    ("PSV0", 956, 807),
    ("RTS0", 12, 12),
    ("SFI0", 442, 348),
];

/// The fields of a part for which some changes are not noticed without the metadata, since only one part stores them.
const UNNOTICED_WITHOUT_BITCODE: &str = "
only the instructions of the program
    SFI0 Flags.AdvancedTextureOps Flags.AtomicInt64OnGroupShared Flags.AtomicInt64OnHeapResource
    SFI0 Flags.AtomicInt64OnTypedResource Flags.DX11_1_ShaderExtensions Flags.Doubles Flags.InnerCoverage
    SFI0 Flags.Int64Ops Flags.MinimumPrecision Flags.NativeLowPrecision Flags.Raytracing_Tier_1_1
    SFI0 Flags.ResourceDescriptorHeapIndexing Flags.SampleCmpWithGradientOrBias
    SFI0 Flags.SamplerDescriptorHeapIndexing Flags.SamplerFeedback Flags.TiledResources
    SFI0 Flags.TypedUAVLoadAdditionalFormats Flags.WaveOps
    ISG1 Signature.Parameters.*.ExclusiveMask
    OSG1 Signature.Parameters.*.ExclusiveMask
    PSG1 Signature.Parameters.*.ExclusiveMask
    PSV0 PSVInfo.Resources.*.Flags.UsedByAtomic64 PSVInfo.SigOutputElements.*.DynamicMask
    PSV0 PSVInfo.SigPatchOrPrimElements.*.DynamicMask
only the metadata of the program: the declarations of the source
    SFI0 Flags.ROVs
    PSV0 PSVInfo.InputControlPointCount PSVInfo.InputPrimitive PSVInfo.MaxOutputPrimitives
    PSV0 PSVInfo.MaxOutputVertices PSVInfo.MaxVertexCount PSVInfo.NumThreadsX PSVInfo.NumThreadsY
    PSV0 PSVInfo.NumThreadsZ PSVInfo.OutputControlPointCount PSVInfo.PayloadSizeInBytes
    PSV0 PSVInfo.Resources.*.Space PSVInfo.Resources.*.UpperBound PSVInfo.TessellatorOutputPrimitive
only the program determines whether a component that exists depends on another one
    PSV0 PSVInfo.InputOutputMap.*.* PSVInfo.InputPatchMap.* PSVInfo.OutputVectorMasks.*.*
    PSV0 PSVInfo.PatchOrPrimMasks.* PSVInfo.PatchOutputMap.*
";

/// Containers that DXC accepts have no findings, and those that it refuses have findings.
#[test]
fn changed_containers() {
    let table = String::from_utf8(tests::read("dxc/changed.tsv")).unwrap();
    let rows = judged(&table, Bitcode::Kept);
    check(&rows, &FOUND, "");
    insta::assert_snapshot!(messages(&rows));
}

/// Without the metadata of the program, only the other parts are compared.
#[test]
fn changed_containers_without_bitcode() {
    let table = String::from_utf8(tests::read("dxc/changed.tsv")).unwrap();
    let rows = judged(&table, Bitcode::Removed);
    check(&rows, &FOUND_WITHOUT_BITCODE, UNNOTICED_WITHOUT_BITCODE);
    insta::assert_snapshot!(messages(&rows));
}

fn check(rows: &[Judged<'_>], found: &[Count], unnoticed: &str) {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut missed = BTreeSet::new();
    for (row, findings) in rows {
        let (refused, found) = counts.entry(row.part).or_default();
        if !row.is_refused {
            assert_eq!(*findings, [], "{row}");
            continue;
        }
        *refused += 1;
        if findings.is_empty() {
            missed.insert((row.part, row.field()));
        } else {
            *found += 1;
        }
    }
    let counts = counts
        .into_iter()
        .map(|(part, (refused, found))| (part, refused, found));
    let counts: Vec<_> = counts.collect();
    assert_eq!(counts, found, "raise the numbers if more is found");
    let fields = unnoticed
        .lines()
        .filter_map(|line| line.strip_prefix("    "));
    let listed = fields.flat_map(|line| {
        let (part, fields) = line.split_once(' ').unwrap();
        let fields = fields.split(' ');
        fields.map(move |field| (part, field.to_owned()))
    });
    assert_eq!(missed, listed.collect());
}

/// The first message of each rule.
fn messages(rows: &[Judged<'_>]) -> String {
    let mut messages = BTreeMap::new();
    for (row, findings) in rows {
        for finding in findings {
            let message = messages.entry(finding.rule.name);
            message.or_insert_with(|| format!("{row}\n  {finding}\n"));
        }
    }
    messages.into_values().collect()
}

/// Containers of compilers have no findings, not even of order. In one, RDEF has a different version than the program.
/// DXC's validator refuses some of Mesa's.
#[test]
fn compiled_containers() {
    let mesa = tests::corpus("mesa").map(|folder| folder.join("verdicts.tsv"));
    let verdicts = mesa.map(|path| std::fs::read_to_string(path).unwrap());
    let verdicts = verdicts.unwrap_or_default();
    let refused: BTreeSet<&str> = verdicts
        .lines()
        .filter_map(|line| line.strip_suffix("\tBAD"))
        .collect();
    for (path, container) in tests::each_container() {
        let name = Path::new(path).file_name().unwrap().to_str().unwrap();
        if refused.contains(name) {
            assert_ne!(*dxc_shader::validate(&container), [], "{path}");
            continue;
        }
        assert_eq!(*dxc_shader::validate(&container), [], "{path}");
        let mut untidy = dxc_shader::lint(&container).into_iter();
        let other = untidy.find(|finding| finding.rule.name != "reflected-target");
        assert_eq!(other, None, "{path}");
    }
}

/// A part that cannot be read is a finding with the location of the error.
#[test]
fn unreadable_containers() {
    let files = [
        "bitcode-offset-out",
        "bitcode-size-out",
        "sfi0-short",
        "sig-name-offset-out",
        "sig-name-unterminated",
    ];
    let mut messages = String::new();
    for file in files {
        let report = dxc_shader::validate(&tests::open(&format!("crafted/{file}.dxil")));
        assert!(report.has_unreadable(), "{file}");
        writeln!(messages, "{file}\n  {}", report[0]).unwrap();
    }
    insta::assert_snapshot!(messages);
}
