//! Builds the HTML page: a single file that makes no requests.

use std::fmt::Write as _;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use dxc_format::runtime::limits::Budget;
use dxc_text::{escape, escape_json};
use serde::Serialize;

use dxobj_report::fields::{self, Fields};
use dxobj_report::salvage;
use dxobj_report::{File, PALETTE};

/// The page without its data.
const TEMPLATE: &str = include_str!("../page/viewer.html");
const STYLE: &str = concat!(
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
    include_str!("../page/syntax.js"),
    include_str!("../page/tables.js"),
    include_str!("../page/overview.js"),
    include_str!("../page/view.js"),
    include_str!("../page/search.js"),
    include_str!("../page/viewer.js"),
    include_str!("../page/print.js"),
);

/// The memory that reading fields may use for each byte of the page.
const MEMORY_OF_TEXT: u64 = 4;

/// A page that shows a file, and needs no WebAssembly.
///
/// ```
/// use dxobj_report::File;
/// use dxobj_viewer::page;
///
/// let file = File::open("root.hlsl", br#"#define RS "CBV(b0), SRV(t0)""#.to_vec());
/// assert!(page::of_file(&file).starts_with("<!DOCTYPE html>"));
/// ```
pub fn of_file(file: &File) -> String {
    let mut page = Page::begin(file.name());
    let begun = page.text.len();
    page.embed("file", file.name(), &STANDARD.encode(file.bytes()));
    page.embed_json("summary", "", &file.summary());
    page.embed("fields", "0", &file.fields(0));
    let stage = fields::stage(file.bytes());
    // Directory entries may reference the same bytes many times.
    let mut limits = dxobj_report::summary::limits(file.bytes().len());
    let mut claims = Budget::new("claims", limits.claims);
    for (index, part) in salvage::parts(file.bytes()).enumerate() {
        let left = limits.output.checked_sub((page.text.len() - begun) as u64);
        let (Some(left), Ok(())) = (left, claims.take(part.data.len())) else {
            break;
        };
        // A field takes more memory than its text.
        limits.memory = limits.memory.min(MEMORY_OF_TEXT * left);
        let fields = Fields::of_part(file, stage, &part, &limits);
        page.embed_json("fields", &(index + 1).to_string(), &fields);
    }
    page.end("")
}

/// Builds the viewer page. It contains the WebAssembly module (compressed with zlib), the script that loads it, and
/// sample files with their names, descriptions and bytes.
pub fn viewer(wasm: &[u8], loader: &str, samples: &[(&str, &str, &[u8])]) -> String {
    let mut page = Page::begin("DXContainer viewer");
    page.embed("wasm", "", &STANDARD.encode(wasm));
    for (name, about, bytes) in samples {
        page.embed("sample", name, &STANDARD.encode(bytes));
        page.embed("about", name, &escaped(about));
    }
    page.end(loader)
}

/// A page that is being written.
struct Page {
    text: String,
    /// The rest of the template, from the position of the data.
    rest: &'static str,
}

impl Page {
    /// The page up to the position of its data.
    fn begin(title: &str) -> Self {
        let (text, rest) = (String::new(), TEMPLATE);
        let mut page = Self { text, rest };
        page.insert("<!-- title -->", &escaped(title));
        page.insert("/* style */", &format!("{PALETTE}{STYLE}"));
        page.insert("<!-- data -->", "");
        page
    }

    /// Adds the template up to a mark, and then a text that replaces the mark. The text is not searched: it may contain
    /// marks.
    fn insert(&mut self, mark: &str, text: &str) {
        if let Some((before, behind)) = self.rest.split_once(mark) {
            self.text.push_str(before);
            self.text.push_str(text);
            self.rest = behind;
        }
    }

    /// Adds base64 or JSON that the page's script finds by its kind.
    fn embed(&mut self, kind: &str, name: &str, text: &str) {
        self.element(kind, name, |data| data.push(text));
    }

    /// Like [`embed`](Self::embed), for JSON that is written in parts.
    fn embed_json(&mut self, kind: &str, name: &str, value: &impl Serialize) {
        // Serializing numbers and texts cannot fail.
        self.element(kind, name, |data| {
            let _ = serde_json::to_writer(data, value);
        });
    }

    fn element(&mut self, kind: &str, name: &str, put: impl FnOnce(&mut Data<'_>)) {
        // Writing into a String cannot fail.
        let _ = write!(
            self.text,
            "<script type=\"text/plain\" data-kind=\"{kind}\" data-name=\"{}\">",
            escaped(name)
        );
        put(&mut Data(&mut self.text));
        self.text.push_str("</script>\n");
    }

    /// Adds the page's script and the script that loads the viewer; returns the page.
    fn end(mut self, loader: &str) -> String {
        self.insert("/* loader */", loader);
        self.insert("/* script */", SCRIPT);
        self.text + self.rest
    }
}

/// A writer for data in a page, which escapes characters that would end the element.
struct Data<'p>(&'p mut String);

impl Data<'_> {
    fn push(&mut self, text: &str) {
        let text = escape_json(text);
        for (number, piece) in text.split('<').enumerate() {
            self.0.push_str(if number > 0 { "\\u003c" } else { "" });
            self.0.push_str(piece);
        }
    }
}

impl Write for Data<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The parts of JSON consist of whole characters.
        self.push(&String::from_utf8_lossy(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn escaped(text: &str) -> String {
    escape(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
