//! Writes drawings of records as separate files, for pages that link to them.

use crate::drawing::drawing;
use dxc_codegen::model::{Form, Schema};
use dxc_codegen::placement::cells;

/// The folder of the drawings.
const FOLDER: &str = "schema/";
/// The start of a link to a drawing in a page.
const LINK: &str = "](schema/";
/// The colors of the reference's pages, and the style of drawings.
pub(crate) const PALETTE: &str = include_str!("palette.css");

/// The header of the reference and of the viewer.
pub(crate) const HEADER: &str = include_str!("header.css");
const STYLE: &str = "text { font: 11px ui-monospace, monospace; fill: var(--text); }
.small { font-size: 9.5px; }
.place { fill: var(--quiet); font-size: 10px; }
rect { stroke: var(--quiet); stroke-width: 0.8; }
.v0 rect { fill: var(--v0); } .v1 rect { fill: var(--v1); } .v2 rect { fill: var(--v2); }
.v3 rect { fill: var(--v3); } .v4 rect { fill: var(--v4); } .v5 rect { fill: var(--v5); }
.reserved rect { fill: var(--raised); stroke-dasharray: 3 2; }
";

/// The drawings that a page shows: their paths and contents.
pub(crate) fn of_page(page: &str, schema: &Schema) -> Result<Vec<(String, String)>, String> {
    let links = page.split(LINK).skip(1);
    let names = links.filter_map(|rest| Some(rest.split_once(".svg)")?.0));
    let names = names.filter(|name| !name.contains(')'));
    let files = names.map(|name| {
        let text = record(schema, name).ok_or_else(|| {
            format!("README.md shows {FOLDER}{name}.svg, and no record is `{name}`")
        })?;
        Ok((format!("{FOLDER}{name}.svg"), text))
    });
    files.collect()
}

/// Draws a record with one version, or with versions by size.
fn record(schema: &Schema, name: &str) -> Option<String> {
    let content = &schema.item(name)?.content;
    let of = content.structure()?;
    if !matches!(of.form, Form::Record | Form::BySize) {
        return None;
    }
    let title = format!("The layout of {name}, four bytes a row");
    let drawing = drawing(&cells(schema, content.fields()), &title);
    let (head, content) = drawing.split_once('>')?;
    // Without a stated width, a page would enlarge the drawing to its own width.
    let mut sizes = head.split('"').nth(3)?.split(' ').skip(2);
    let (width, height) = (sizes.next()?, sizes.next()?);
    let own =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\"");
    let head = head.replacen("<svg", &own, 1);
    Some(format!("{head}><style>{PALETTE}{STYLE}</style>{content}\n"))
}
