//! The format grows by TOML alone: values, fields, a FourCC, a stage, a resource type, flags and fields of static
//! samplers are added in a copy of the tree, and reading, writing, printing and checking support them.

use std::fs::FileTimes;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tests::markdown::Block;
use tests::rows;

use crate::built::{Examples, XTASK};
use crate::xtask::assert_contains;

/// A program that uses the additions.
const PROGRAM: &str = r#"//! Writes a container with the additions.
use dxc_format::constants::D3DSystemValue;
use dxc_format::psv0::{PipelineStateValidation, PipelineStateValidationView, ResourceBinding, RuntimeInfo};
use dxc_format::rdat::BytesRef;
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{Builder, BySize, Container, parts};

fn main() {
    let mut element = SignatureElement::default();
    element.system_value = D3DSystemValue::BrandNew;
    element.wave_hint = 42;
    let mut signature = Signature::default();
    element.name = signature.names.intern("NEW");
    signature.elements.push(element);
    let mut builder = Builder::new();
    builder.set_part(parts::XSG1, signature).unwrap();
    let bytes = builder.to_bytes().unwrap();
    let read = Container::parse(&bytes).unwrap().xsg1().unwrap().unwrap();
    assert_eq!(read.elements().get(0), Some(element));
    assert_eq!(element.system_value.to_string(), "BrandNew");
    let psv = versions(&std::fs::read(std::env::args().nth(2).unwrap()).unwrap());
    builder.set_part(parts::PSV0, psv).unwrap();
    std::fs::write(std::env::args().nth(1).unwrap(), builder.to_bytes().unwrap()).unwrap();
}

/// A version that the size selects: new files have its fields, older ones do not.
fn versions(old: &[u8]) -> PipelineStateValidation {
    let old = Container::parse(old).unwrap().psv0().unwrap().unwrap();
    assert_eq!((old.info().version(), old.info().node_count()), (4, None));
    let mut resource = ResourceBinding::new(NEXT);
    resource.set_slot(3).unwrap();
    let mut psv = PipelineStateValidation::default();
    psv.info.record = RuntimeInfo::new(NEXT);
    psv.info.set_node_count(7).unwrap();
    psv.info.set_node_sizes([8, 9]).unwrap();
    let mut bytes = BytesRef::default();
    bytes.size = 11;
    psv.info.set_node_bytes(bytes).unwrap();
    bytes.size = 12;
    psv.info.set_node_code(bytes).unwrap();
    psv.resources.push(resource);
    let bytes = psv.to_bytes().unwrap();
    let new = PipelineStateValidation::parse(&bytes).unwrap();
    assert_eq!((new.info.version(), new.info.node_count()), (NEXT, Some(7)));
    assert_eq!((new.resources.stride(), new.resources[0].slot()), (stride(NEXT), Some(3)));
    assert!(RuntimeInfo::new(NEXT - 1).set_node_count(7).is_err());
    assert_eq!((RuntimeInfo::since("node_flags"), ResourceBinding::since("slot")), (Some(NEXT), Some(NEXT)));
    // Fields that the previous version lacks are reported; the resources go to the newest version that is not newer.
    let mut psv = new.clone();
    let lost: Vec<String> = psv.set_version(NEXT - 1).iter().map(|lost| lost.to_string()).collect();
    let node = ["info.node_count: 7", "info.node_sizes: [8, 9]"];
    let bytes = ["info.node_bytes: { offset 0, size 11 }", "info.node_code: { offset 0, size 12 }"];
    assert_eq!(lost, [&node[..], &bytes, &["resources[0].slot: 3"]].concat());
    assert_eq!((psv.info.version(), psv.resources.stride()), (NEXT - 1, stride(NEXT - 1)));
    let bytes = psv.to_bytes().unwrap();
    let size = PipelineStateValidationView::parse(&bytes).unwrap().info().size();
    assert_eq!(size, RuntimeInfo::size_of_version(NEXT - 1));
    assert!(size >= old.info().size());
    new
}

fn stride(version: u32) -> u32 {
    u32::try_from(ResourceBinding::size_of_version(version)).unwrap()
}

/// The version that is new.
const NEXT: u32 = "#;

const VALUE: &str = r#" [enum.D3DSystemValue.values]
 # ...
+# Invented by a test.
+BrandNew = 99
"#;

const VERSIONS: &str = r#"
[struct.RuntimeInfo.vNEXT]
# Invented by a test.
node_count = { type = "u32", show = "ours" }
# Invented by a test.
node_flags = { type = "u32", show = "ours" }
# Invented by a test.
node_sizes = { type = "[u16; 2]", show = "ours" }
# Invented by a test.
node_bytes = { type = "BytesRef", show = "ours" }
# Invented by a test.
node_code = { type = "BytesRef", flatten = true, show = "ours" }

[struct.ResourceBinding.vNEXT]
# Invented by a test.
slot = { type = "u32", show = "ours" }
"#;

struct Copy(PathBuf);

impl Copy {
    fn new() -> Self {
        let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("evolve");
        let before = to.with_extension("before");
        let _ = std::fs::remove_dir_all(&before);
        let _ = std::fs::rename(&to, &before);
        for entry in [
            "Cargo.toml",
            "Cargo.lock",
            ".cargo",
            "schema",
            "dxc-derive",
            "dxc-format",
            "dxobj",
            "xtask",
            "tests",
            "README.md",
        ] {
            copy(&tests::root().join(entry), &to.join(entry));
        }
        Self(to)
    }

    /// Makes a change of the schemas.
    fn change(&self, place: &str, change: &str) {
        let block = Block {
            place: place.to_owned(),
            language: "diff".to_owned(),
            text: change.to_owned(),
        };
        tests::change::apply(&self.0.join("schema"), &block);
    }

    fn edit(&self, file: &str, edit: impl FnOnce(&str) -> String) {
        let path = self.0.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, edit(&text)).unwrap();
    }

    /// Runs the generator in this tree.
    fn generate(&self) -> String {
        let package = self.0.join("xtask");
        let mut xtask = Command::new(&*XTASK);
        succeeds(xtask.arg("gen").env("CARGO_MANIFEST_DIR", package))
    }

    /// Generated files without changes keep their time, so that they are not compiled again.
    fn keep_times(&self, folder: &str) {
        let before = self.0.with_extension("before").join(folder);
        for path in tests::entries(&self.0.join(folder)) {
            let old = before.join(path.file_name().unwrap());
            if std::fs::read(&old).ok() == std::fs::read(&path).ok() {
                keep_time(&old, &path);
            }
        }
    }
}

/// The output of a program, which must succeed.
fn succeeds(program: &mut Command) -> String {
    let output = program.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn copy(from: &Path, to: &Path) {
    if !from.is_dir() {
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(from, to).unwrap();
        keep_time(from, to);
        return;
    }
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

/// Sets the time of a file to that of another, by which cargo detects changes.
fn keep_time(from: &Path, to: &Path) {
    let times = FileTimes::new().set_modified(from.metadata().unwrap().modified().unwrap());
    let file = std::fs::File::options().write(true).open(to).unwrap();
    file.set_times(times).unwrap();
}

/// The newest version of PSV0 by the schema.
fn newest(psv0: &str) -> u32 {
    let schema: toml::Table = psv0.parse().unwrap();
    let versions = schema["struct"]["RuntimeInfo"].as_table().unwrap().keys();
    let numbers = versions.filter_map(|key| key.strip_prefix('v')?.parse().ok());
    numbers.max().unwrap()
}

/// A value, a field and a FourCC, and the next version of PSV0's info.
fn evolve(tree: &Copy) {
    tree.change("the value", VALUE);
    tree.edit("schema/signature.toml", |text| {
        let unused = rows::row(text, "struct.SignatureElement.fields", "unused");
        let hint = "# Invented by a test.\nwave_hint = \"u8\"\n";
        let both = format!("{hint}{}", unused.replace("u16", "u8"));
        let new = text.replace(unused, &both);
        // Its sizes are those of before.
        new.replace("fourcc = \"ISG1\"", "fourcc = [\"ISG1\", \"XSG1\"]")
    });

    // The next version of PSV0's info, and of its resources.
    let psv0 = tree.0.join("schema/psv0.toml");
    let text = std::fs::read_to_string(&psv0).unwrap();
    let next = (newest(&text) + 1).to_string();
    let text = text + &VERSIONS.replace("NEXT", &next);
    std::fs::write(&psv0, text).unwrap();
}

/// A tree whose schemas have grown, by TOML alone: one for all tests here, since it is built as a whole.
static TREE: LazyLock<(Copy, Examples)> = LazyLock::new(|| {
    let tree = Copy::new();
    evolve(&tree);
    let rehearsed = tests::root().join("tests/rehearsed");
    for entry in std::fs::read_dir(&rehearsed).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|diff| diff == "diff") {
            let change = std::fs::read_to_string(&path).unwrap();
            tree.change(&path.display().to_string(), &change);
        }
    }
    let written = tree.generate();
    assert_contains(&written, "wrote dxc-format/src/generated/constants.rs");
    assert_eq!(tree.generate(), "", "nothing is left to write");
    let examples = tree.0.join("dxc-format/examples");
    let psv0 = std::fs::read_to_string(tree.0.join("schema/psv0.toml")).unwrap();
    let program = format!("{PROGRAM}{};\n", newest(&psv0));
    std::fs::write(examples.join("evolved.rs"), program).unwrap();
    let program = "rehearsed.rs";
    copy(&rehearsed.join(program), &examples.join(program));
    tree.keep_times("dxc-format/src/generated");
    tree.keep_times("dxc-format/examples");
    let names = ["evolved", "rehearsed", "inspect", "show", "roundtrip"];
    let examples = Examples::of(&tree.0, &names);
    (tree, examples)
});

/// Runs an example there.
fn example(name: &str, arguments: &[&str]) -> String {
    let (tree, examples) = &*TREE;
    succeeds(
        Command::new(examples.program(name))
            .args(arguments)
            .current_dir(&tree.0),
    )
}

#[test]
fn a_value_a_field_and_a_fourcc_by_toml_alone() {
    let container = TREE.0.0.join("evolved.dxil");
    let container = container.to_str().unwrap();
    let old = tests::data().join("dxc/vs_basic.sm60.dxil");
    example("evolved", &[container, old.to_str().unwrap()]);
    let shown = example("inspect", &[container]);
    for new in [
        "XSG1",
        "system_value: BrandNew",
        "elements[0].wave_hint: 42",
    ] {
        assert!(shown.contains(new), "{new}: {shown}");
    }
    let document = example("show", &[container]);
    for new in [
        "WaveHint: 42",
        "SystemValue: BrandNew",
        "NodeCount: 7",
        "Slot: 3",
    ] {
        assert!(document.contains(new), "{new}: {document}");
    }
    // Fields without keys in LLVM are not in its document.
    let (first, rest) = document.split_once("--- !dxcontainer-rest").unwrap();
    for ours in [
        "NodeSizes: [8, 9]\n",
        "NodeBytes:\n      Offset: 0\n      Size: 11\n",
        "    Offset: 0\n    Size: 12\n",
    ] {
        assert!(rest.contains(ours), "{ours}: {document}");
        assert!(!first.contains(ours), "{ours}: {document}");
    }
    assert_eq!(
        example("roundtrip", &[container]),
        "1 ok, 0 differ, 0 refused\n"
    );
}

/// A stage, a resource type, flags of root signatures, fields of a static sampler, and a version of root signatures.
#[test]
fn rehearsed_additions_by_toml_alone() {
    example("rehearsed", &[]);
}
