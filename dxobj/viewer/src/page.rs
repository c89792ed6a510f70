//! The page: one file, which makes no requests.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use dxc_document::printable::{escape, escape_json};
use dxc_format::runtime::limits::Budget;

use crate::File;
use crate::fields::{self, Fields};
use crate::salvage;

/// The page without its data.
const TEMPLATE: &str = include_str!("../page/viewer.html");
const STYLE: &str = concat!(
    include_str!("../page/palette.css"),
    include_str!("../page/header.css"),
    include_str!("../page/viewer.css")
);
const SCRIPT: &str = concat!(
    include_str!("../page/elements.js"),
    include_str!("../page/model.js"),
    include_str!("../page/rows.js"),
    include_str!("../page/tree.js"),
    include_str!("../page/hex.js"),
    include_str!("../page/editor.js"),
    include_str!("../page/tables.js"),
    include_str!("../page/overview.js"),
    include_str!("../page/view.js"),
    include_str!("../page/search.js"),
    include_str!("../page/viewer.js"),
    include_str!("../page/print.js"),
);

/// The memory that a walk counts for a byte of the page.
const MEMORY_OF_TEXT: u64 = 4;

/// A page that shows a file, and needs no WebAssembly.
///
/// ```
/// use dxobj_viewer::{File, page};
///
/// let file = File::open("root.hlsl", br#"#define RS "CBV(b0), SRV(t0)""#.to_vec());
/// assert!(page::of_file(&file).starts_with("<!DOCTYPE html>"));
/// ```
pub fn of_file(file: &File) -> String {
    let mut data = String::new();
    embed(
        &mut data,
        "file",
        &file.name,
        &STANDARD.encode(file.bytes()),
    );
    embed(&mut data, "summary", "", &file.summary().to_string());
    embed(&mut data, "fields", "0", &file.fields(0));
    let stage = fields::stage(file.bytes());
    // Entries of the directory may lead to the same bytes over and over.
    let mut limits = crate::summary::limits(file.bytes().len());
    let mut claims = Budget::new("claims", limits.claims);
    for (index, part) in salvage::parts(file.bytes()).iter().enumerate() {
        let left = limits.output.checked_sub(data.len() as u64);
        let (Some(left), Ok(())) = (left, claims.take(part.data.len())) else {
            break;
        };
        // A field takes more memory than text.
        limits.memory = limits.memory.min(MEMORY_OF_TEXT * left);
        let fields = Fields::of_part(file, stage, part, &limits).to_json();
        embed(&mut data, "fields", &(index + 1).to_string(), &fields);
    }
    page(&file.name, &data, "")
}

/// The viewer: what makes it read files, compressed with zlib, the script that loads it, and files to begin with.
pub fn viewer(wasm: &[u8], loader: &str, samples: &[(&str, &[u8])]) -> String {
    let mut data = String::new();
    embed(&mut data, "wasm", "", &STANDARD.encode(wasm));
    for (name, bytes) in samples {
        embed(&mut data, "sample", name, &STANDARD.encode(bytes));
    }
    page("DXContainer viewer", &data, loader)
}

fn page(title: &str, data: &str, loader: &str) -> String {
    let title = escaped(title);
    let pieces = [
        ("<!-- title -->", title.as_str()),
        ("/* style */", STYLE),
        ("<!-- data -->", data),
        ("/* loader */", loader),
        ("/* script */", SCRIPT),
    ];
    let (mut page, mut rest) = (String::new(), TEMPLATE);
    // Inserted text is not searched: it may contain marks.
    for (mark, text) in pieces {
        if let Some((before, behind)) = rest.split_once(mark) {
            page.push_str(before);
            page.push_str(text);
            rest = behind;
        }
    }
    page + rest
}

/// Adds data that the page's script finds by its kind: base64, or JSON.
fn embed(data: &mut String, kind: &str, name: &str, text: &str) {
    // JSON that ends no element of the page.
    let text = escape_json(text).replace('<', "\\u003c");
    // Writing into a String cannot fail.
    let _ = writeln!(
        data,
        "<script type=\"text/plain\" data-kind=\"{kind}\" data-name=\"{}\">{text}</script>",
        escaped(name)
    );
}

fn escaped(text: &str) -> String {
    escape(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
