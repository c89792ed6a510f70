//! Tests the limits that SECURITY.md states for included files and printed root signatures, like [`crate::limits`].
//!
//! Judge: SECURITY.md. No tool judges the messages.

use dxc_format::Limits;
use dxc_root_signature::hlsl::file::{self, Include, IncludedFile, Options};
use dxc_root_signature::hlsl::{self, Dialect};
use dxc_root_signature::metadata;

/// Reads files each of which includes the next one; returns the error of the last one, if it is refused.
fn include_chain(files: usize, text: &str) -> Result<(), String> {
    let mut open = |include: &Include<'_>| {
        let number: usize = include.name.parse().unwrap();
        let next = format!("#include \"{}\"\n{text}", number + 1);
        let text = if number < files { &next } else { text };
        Some(IncludedFile::new(include.name, text))
    };
    let first = "#include \"1\"\n#define RS \"CBV(b0)\"\n";
    let found = file::find_with_includes(first, &Options::default(), &mut open);
    let outcome = found.map(|file| assert!(file.named("RS").is_ok()));
    outcome.map_err(|wrong| wrong[0].message().to_owned())
}

#[test]
fn files_include_one_another_64_deep() {
    assert_eq!(include_chain(64, ""), Ok(()));
    let refused = include_chain(65, "").unwrap_err();
    assert_eq!(refused, "files include one another more than 64 deep");
}

/// Reads a file that includes this many other files of this size.
fn includes(files: usize, len: usize) -> Result<(), String> {
    let first = "#include <a>\n".repeat(files);
    let text = " ".repeat(len);
    let mut open = |_: &Include<'_>| Some(IncludedFile::new("a", text.as_str()));
    let found = file::find_with_includes(&first, &Options::default(), &mut open);
    found
        .map(drop)
        .map_err(|wrong| wrong[0].message().to_owned())
}

#[test]
fn a_thousand_and_24_files_are_included() {
    assert_eq!(includes(1024, 1), Ok(()));
    let refused = includes(1025, 1).unwrap_err();
    assert_eq!(refused, "more than 1024 files are included");
}

#[test]
fn included_files_have_16_mebibytes() {
    assert_eq!(includes(16, 1 << 20), Ok(()));
    let refused = includes(16, (1 << 20) + 1).unwrap_err();
    assert_eq!(refused, "the included files have more than 16 MiB together");
}

/// One is reported for each conditional.
#[test]
fn twenty_skipped_root_signatures_are_reported() {
    let skipped = |count: usize| {
        let text: String = (0..count)
            .map(|number| format!("#ifdef M{number}\n#define RS \"CBV(b0)\"\n#endif\n"))
            .collect();
        file::find(&text, &Options::default())
            .unwrap()
            .skipped()
            .len()
    };
    assert_eq!([19, 20, 21, 1000].map(skipped), [19, 20, 20, 20]);
}

/// A root signature whose clauses are all the same node.
fn clauses(count: usize) -> String {
    let list = vec!["!2"; count].join(",");
    format!(
        "!dx.rootsignatures = !{{!0}}\n!0 = !{{null, !1, i32 2}}\n!1 = !{{{list}}}\n\
         !2 = !{{!\"RootCBV\", i32 0, i32 1, i32 0, i32 4}}\n"
    )
}

/// Each reference from a list counts the node of the list again.
#[test]
fn a_printed_root_signature_has_a_limited_length() {
    let entries = metadata::read(&clauses(300)).unwrap();
    let print = |output| {
        let mut limits = Limits::NONE;
        limits.output = output;
        let signature = &entries[0].signature;
        hlsl::print_commented(signature, hlsl::Form::Short, Dialect::Clang, &limits).0
    };
    let whole = print(u64::MAX).unwrap();
    let length = whole.len() as u64;
    assert_eq!(print(length), Some(whole));
    assert_eq!(print(length - 1), None);
    assert!(length > 2 * clauses(300).len() as u64);
}
