//! The root signatures in `data/hlsl`, which compilers accept or refuse, and those in containers.

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::RootSignature;

/// A root signature as text, for a version.
#[derive(Debug)]
pub struct Case {
    /// How clang's result compares with ours; the first line of the file explains the marks.
    pub mark: char,
    /// The version that it is for.
    pub version: RootSignatureVersion,
    /// The text.
    pub text: String,
}

impl Case {
    /// The text as a string literal, for a compiler.
    pub fn literal(&self) -> String {
        let escaped = self.text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{escaped}\"")
    }
}

const VERSIONS: [(&str, RootSignatureVersion); 3] = [
    ("1.0", RootSignatureVersion::V1_0),
    ("1.1", RootSignatureVersion::V1_1),
    ("1.2", RootSignatureVersion::V1_2),
];

/// The cases of a file: lines of a mark, a version and the text.
///
/// # Panics
/// If the file is not there or holds another version.
pub fn cases(file: &str) -> Vec<Case> {
    let path = crate::data().join("hlsl").join(file);
    let lines = std::fs::read_to_string(&path)
        .unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    let mut cases = Vec::new();
    for line in lines
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let mark = line.chars().next().filter(|mark| "=!?+-".contains(*mark));
        let rest = line
            .trim_start_matches(['=', '!', '?', '+', '-'])
            .trim_start();
        let (version, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let chosen = VERSIONS
            .iter()
            .filter(|known| version == "*" || known.0 == version);
        let before = cases.len();
        cases.extend(chosen.map(|(_, version)| Case {
            mark: mark.unwrap_or(' '),
            version: *version,
            text: text.to_owned(),
        }));
        assert!(cases.len() > before, "{line}");
    }
    cases
}

/// A string that compilers treat differently: an entry of `differences.toml`.
#[derive(Debug)]
pub struct Difference {
    /// The name of the entry.
    pub name: String,
    /// The root signature version of the example.
    pub version: RootSignatureVersion,
    /// A root signature string.
    pub example: String,
    /// The result of clang; `refused` if it refuses the text.
    pub clang: String,
    /// The result of DXC, likewise.
    pub dxc: String,
    /// The result of our dialect of clang, if it differs from clang.
    pub here: Option<String>,
    /// The difference.
    pub what: String,
}

/// The strings that clang and DXC treat differently.
///
/// # Panics
/// If the file is not there or has other keys.
pub fn differences() -> Vec<Difference> {
    let path = crate::data().join("hlsl/differences.toml");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    let document: toml_edit::DocumentMut = text.parse().unwrap_or_else(|wrong| panic!("{wrong}"));
    let entries = document.iter().map(|(name, entry)| {
        let text = |key: &str| Some(entry.get(key)?.as_str()?.to_owned());
        let needed = |key: &str| text(key).unwrap_or_else(|| panic!("{name} has no {key}"));
        let version = text("version").unwrap_or_else(|| "V1_1".to_owned());
        Difference {
            name: name.to_owned(),
            version: RootSignatureVersion::from_name(&version)
                .unwrap_or_else(|| panic!("{name}: {version}")),
            example: needed("example"),
            clang: needed("clang"),
            dxc: needed("dxc"),
            here: text("here"),
            what: needed("what"),
        }
    });
    entries.collect()
}

/// The root signatures of all available containers, as values and as bytes, and whether the larger corpus is among them.
pub fn all_root_signatures() -> (Vec<(String, RootSignature, Vec<u8>)>, bool) {
    let found = crate::each_container().filter_map(|(path, container)| {
        let signature = container.rts0().ok()??;
        let bytes = signature.as_bytes().to_vec();
        Some((path.to_owned(), signature.to_value(), bytes))
    });
    (found.collect(), crate::corpus("real").is_some())
}
