//! All additions to the format are TOML only: from schemas without them to the current ones, a change at a time, with
//! the
//! bindings of both ends in one program that reads real files.

use std::path::{Path, PathBuf};

use dxc_format::constants::{RootSignatureVersion, StaticSamplerFlags};
use dxc_format::rts0::{RootSignature, StaticSampler};
use dxc_format::{Builder, parts};
use tests::rows;

use crate::xtask::{
    empty_folder, entries, generate, generated_elsewhere, generated_text, run as xtask,
};

/// Reads a file with each of the bindings. DXC's own dump has the values that the first must find.
const PROGRAM: &str = r#"
#[allow(dead_code)]
mod before;
#[allow(dead_code)]
mod now;

use dxc_format::{Container, FourCC};

fn main() {
    let file = |at| std::fs::read(std::env::args().nth(at).unwrap()).unwrap();
    let (real, sampler, named, library) = (file(1), file(2), file(3), file(4));
    let data = |file: &[u8], name: &[u8; 4]| {
        let container = Container::parse(file).unwrap();
        container.parts().find(|part| part.fourcc == FourCC(*name)).unwrap().data.to_vec()
    };

    // The older reader kept the unrecognized bytes.
    let psv0 = data(&real, b"PSV0");
    let psv = before::psv0::PipelineStateValidationView::parse(&psv0).unwrap();
    assert_eq!(psv.info().version(), 2);
    assert_eq!(psv.to_value().to_bytes().unwrap(), psv0);
    let sfi0 = data(&real, b"SFI0");
    let features = before::features::FeatureInfoView::parse(&sfi0).unwrap();
    assert!(!features.flags().to_string().contains("AtomicInt64OnTypedResource"));
    assert_eq!(features.to_value().to_bytes().unwrap(), sfi0);
    let rts0 = data(&sampler, b"RTS0");
    let signature = before::rts0::RootSignatureView::parse(&rts0).unwrap();
    assert_eq!(signature.to_value().to_bytes().unwrap(), rts0);

    let psv = now::psv0::PipelineStateValidationView::parse(&psv0).unwrap();
    assert_eq!(psv.info().version(), 4);
    assert_eq!(psv.strings().get(psv.info().entry_name().unwrap()), Some("main"));
    assert_eq!(psv.info().group_shared_bytes(), Some(8));
    let features = now::features::FeatureInfoView::parse(&sfi0).unwrap();
    assert!(features.flags().to_string().contains("AtomicInt64OnTypedResource"));
    let signature = now::rts0::RootSignatureView::parse(&rts0).unwrap();
    assert_eq!(signature.samplers().get(0).unwrap().flags.to_string(), "UintBorderColor");

    // Parts that were carried by their bytes.
    let (ildn, vers) = (data(&named, b"ILDN"), data(&library, b"VERS"));
    for (name, bytes) in [(b"ILDN", &ildn), (b"VERS", &vers)] {
        let part = before::parts::Part::parse(FourCC(*name), bytes).unwrap();
        assert!(matches!(part, before::parts::Part::Opaque(kept) if kept == *bytes));
    }
    let name = now::debug::DebugNameView::parse(&ildn).unwrap();
    assert!(name.name().ends_with(b".pdb"));
    let compiler = now::compiler_version::CompilerVersionView::parse(&vers).unwrap();
    assert_eq!(compiler.strings().get(0).map(str::len), Some(8));
}
"#;

/// A folder with the schemas of today.
struct Schemas(PathBuf);

/// A text that is not in a file for now.
struct Cut {
    file: String,
    whole: String,
    without: String,
}

impl Schemas {
    fn new() -> Self {
        let folder = empty_folder("past");
        copy(&tests::root().join("schema"), &folder.join("schema"));
        Self(folder)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.join("schema").join(file)
    }

    /// Takes a text out of a file.
    fn cut(&self, file: &str, text: impl Fn(&str) -> &str) -> Cut {
        let whole = std::fs::read_to_string(self.path(file)).unwrap();
        let text = text(&whole);
        let start = text.as_ptr().addr() - whole.as_ptr().addr();
        let without = [&whole[..start], &whole[start + text.len()..]].concat();
        std::fs::write(self.path(file), &without).unwrap();
        Cut {
            file: file.to_owned(),
            whole,
            without,
        }
    }

    fn cut_row(&self, file: &str, list: &str, name: &str) -> Cut {
        self.cut(file, |text| rows::row(text, list, name))
    }

    /// Takes out an item, a part or a version, which begins so.
    fn cut_table(&self, file: &str, beginning: &str) -> Cut {
        self.cut(file, |text| rows::table(text, beginning))
    }

    /// Takes out a version, which begins so, and all that follow it.
    fn cut_versions(&self, file: &str, beginning: &str) -> Cut {
        self.cut(file, |text| rows::versions_from(text, beginning))
    }

    /// Removes everything that depends on removed lines, such as later versions: the lines with mistakes.
    fn without(&self, mut cuts: Vec<Cut>) -> Vec<Cut> {
        loop {
            let run = generate(&self.0, &["--schema", "schema", "--out", "without"]);
            if run.code == Some(0) {
                return cuts;
            }
            let places = run
                .stderr
                .lines()
                .filter_map(|line| line.trim().strip_prefix("--> schema/"));
            let first = places
                .map(|place| place.split(':').collect::<Vec<_>>())
                .next();
            let [file, line, _] = first.as_deref().unwrap() else {
                panic!("{}", run.stderr)
            };
            let line = line.parse().unwrap();
            cuts.push(self.cut(file, |text| rows::row_at(text, line)));
        }
    }

    /// Restores the last cut.
    fn paste(&self, cut: &Cut) {
        assert_eq!(
            std::fs::read_to_string(self.path(&cut.file)).unwrap(),
            cut.without
        );
        std::fs::write(self.path(&cut.file), &cut.whole).unwrap();
    }

    fn generate(&self, out: &str) {
        let run = generate(&self.0, &["--schema", "schema", "--out", out]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in entries(from) {
        std::fs::copy(&entry, to.join(entry.file_name().unwrap())).unwrap();
    }
}

/// A root signature 1.2 whose sampler has flags; `sampler_flags_by_llvm_are_read` has one by LLVM.
fn sampler_with_flags() -> Vec<u8> {
    let mut signature = RootSignature::default();
    signature.version = RootSignatureVersion::V1_2;
    let mut sampler = StaticSampler::default();
    sampler.flags = StaticSamplerFlags::UintBorderColor;
    signature.samplers.push(sampler);
    let mut builder = Builder::new();
    builder.set_part(parts::RTS0, signature).unwrap();
    builder.to_bytes().unwrap()
}

#[test]
fn all_additions_are_toml_only() {
    let schemas = Schemas::new();
    let part = |fourcc: &str| format!("[[part]]\nfourcc = \"{fourcc}\"");
    // The state before; the current schemas have each change, and only they.
    let changes = [
        (
            schemas.without(vec![schemas.cut_row(
                "constants.toml",
                "flags.FeatureFlags.values",
                "AtomicInt64OnTypedResource",
            )]),
            "ENUM_VALUE_ADDED: FeatureFlags::AtomicInt64OnTypedResource: 1 << 22",
        ),
        (
            schemas.without(vec![
                schemas.cut_versions("psv0.toml", "[struct.RuntimeInfo.v4] # 56 bytes"),
            ]),
            "FIELD_ADDED_IN_NEW_VERSION: RuntimeInfo.group_shared_bytes: u32",
        ),
        (
            schemas.without(vec![
                schemas.cut_versions("psv0.toml", "[struct.RuntimeInfo.v3] # 52 bytes"),
            ]),
            "FIELD_ADDED_IN_NEW_VERSION: RuntimeInfo.entry_name: string(strings, last)",
        ),
        (
            schemas.without(vec![
                schemas.cut_table("debug.toml", &part("ILDN")),
                schemas.cut_table("debug.toml", "[struct.DebugName]"),
            ]),
            "PART_ADDED: part ILDN: DebugName",
        ),
        (
            schemas.without(vec![
                schemas.cut_table("compiler_version.toml", &part("VERS")),
                schemas.cut_table("compiler_version.toml", "[struct.CompilerVersion]"),
                schemas.cut_table("compiler_version.toml", "[flags.CompilerFlags]"),
            ]),
            "PART_ADDED: part VERS: CompilerVersion",
        ),
    ];
    schemas.generate("src/before");
    // And forward again.
    for (cuts, said) in changes.iter().rev() {
        copy(&schemas.0.join("schema"), &schemas.0.join("earlier"));
        cuts.iter().rev().for_each(|cut| schemas.paste(cut));
        schemas.generate("src/now");
        let diff = xtask(&schemas.0, "diff", &["earlier", "schema"]).stdout;
        assert!(
            diff.starts_with("additive:\n") && diff.contains(said),
            "{said}: {diff}"
        );
    }
    for file in entries(&tests::root().join("dxc-format/src/generated")) {
        let made = schemas.0.join("src/now").join(file.file_name().unwrap());
        assert!(
            generated_elsewhere(&made) == generated_text(&file),
            "{}: today's is another",
            file.display()
        );
    }
    let file = |name: &str| tests::data().join("dxc").join(name).canonicalize().unwrap();
    let real = file("cs_atomic64.sm66.dxil");
    let named = file("vs_basic.debug-name-source.dxil");
    let library = file("lib_raytracing.sm66.dxil");
    let sampler = schemas.0.join("sampler.dxil");
    std::fs::write(&sampler, sampler_with_flags()).unwrap();
    crate::program::run(&schemas.0, PROGRAM, &[&real, &sampler, &named, &library]);
}
