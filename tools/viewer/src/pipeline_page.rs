//! Builds the page of a pipeline: its stages side by side, lines from outputs to inputs, and the messages that creating
//! the pipeline causes.
//!
//! It has no script, and makes no requests.

use std::collections::BTreeSet;

use dxc_format::FourCC;
use dxc_shader::Truncated;
use dxc_shader::linkage::{
    Interface, Link, LinkedElement, Mismatch, Mismatches, Pipeline, Source, title,
};
use dxc_shader::pipelines::PipelineStage;
use dxc_shader::signatures::format_name;
use dxc_text::escape;
use dxobj_report::PALETTE;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = concat!(
    include_str!("../page/header.css"),
    include_str!("../page/pipeline.css")
);

/// The number of elements of a signature that are drawn. Shaders have at most 32 registers of 4 components.
const MOST_ELEMENTS: usize = 160;
/// The maximum number of characters of a name.
const MOST_SHOWN: usize = 64;
/// The height of an element in pixels, as in the style.
const ROW: usize = 44;
/// The width of a drawing in its own units; it is scaled to the space between the two stages.
const WIDTH: usize = 100;

/// The remark on an output without an input.
const NOT_READ: &str = "not read";

/// A pipeline, and the results of the checks.
#[derive(Clone, Copy)]
pub struct PipelinePage<'p> {
    /// The pipeline.
    pub pipeline: &'p Pipeline,
    /// Its mismatches.
    pub found: &'p Mismatches,
    /// The name of the file of a stage.
    pub name: &'p dyn Fn(PipelineStage) -> String,
    /// The checks that were not made.
    pub notes: &'p [String],
}

/// An element of a column.
struct Row<'s> {
    at: LinkedElement<'s>,
    /// The reason why no line leads to the element; empty if one does.
    remark: &'static str,
    /// The positions and numbers of its messages in the list of all messages.
    found: Vec<(usize, u32)>,
}

impl PipelinePage<'_> {
    /// The content of the page with its style, to insert into another page.
    pub fn content(&self) -> String {
        let page = html! {
            style { (PreEscaped(include_str!("../page/pipeline.css"))) }
            (self.main())
        };
        page.into_string()
    }

    /// The stages side by side, and the messages.
    fn main(&self) -> Markup {
        html! {
            (self.verdict())
            div.interfaces {
                @for stage in self.pipeline.stages() {
                    @if let Some(interface) = self.pipeline.interface(stage.stage) { (self.interface(&interface)) }
                }
                (self.targets())
            }
            (self.messages())
        }
    }

    /// The page as HTML.
    pub fn html(&self) -> String {
        let stages = self.pipeline.stages();
        let names: Vec<String> = stages.iter().map(|stage| self.name(stage.stage)).collect();
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy"
                        content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (names.join(", ")) }
                    link rel="icon" href="data:,";
                    style { (PreEscaped(PALETTE)) (PreEscaped(STYLE)) }
                }
                body {
                    a.skip href="#content" { "To the content" }
                    header { h1 { "Pipeline " span { (names.join(" → ")) } } }
                    main id="content" { (self.main()) }
                }
            }
        };
        page.into_string()
    }

    /// The name of the file of a stage, as it is shown.
    fn name(&self, stage: PipelineStage) -> String {
        shown(&(self.name)(stage))
    }

    fn truncated(&self) -> Vec<Truncated> {
        let stages = self.pipeline.stages().iter();
        stages
            .flat_map(|stage| self.found.truncated(stage.stage))
            .collect()
    }

    /// The number of messages, and the checks that were not made.
    fn verdict(&self) -> Markup {
        let more: usize = self
            .truncated()
            .iter()
            .map(|truncated| truncated.count)
            .sum();
        let count = self.found.len() + more;
        html! {
            p.verdict {
                @match count {
                    0 => span.badge.good { "The stages fit" },
                    1 => span.badge.bad { "1 message" },
                    _ => span.badge.bad { (count) " messages" },
                }
            }
            @for note in self.notes { p.note { (escape(note)) } }
        }
    }

    /// Two stages, with a line from each output to the input that reads it.
    fn interface(&self, interface: &Interface<'_>) -> Markup {
        let (before, stage) = (interface.before.stage, interface.stage.stage);
        let read = interface.links.iter().filter_map(|link| match link.source {
            Source::Output(output) => Some(key(output)),
            _ => None,
        });
        let read: BTreeSet<_> = read.collect();
        let outputs = interface.outputs.iter().take(MOST_ELEMENTS);
        let outputs: Vec<Row<'_>> = outputs
            .map(|output| self.output(*output, stage, read.contains(&key(*output))))
            .collect();
        let inputs = interface.links.iter().take(MOST_ELEMENTS);
        let inputs: Vec<Row<'_>> = inputs.map(|link| self.input(link, stage)).collect();
        html! {
            section.interface {
                h2 { (self.name(before)) " → " (self.name(stage)) }
                div.columns {
                    h3 { (title(before)) small { " outputs" } }
                    h3.last { (title(stage)) small { " inputs" } }
                    (column(&outputs, interface.outputs.len()))
                    (drawing(&outputs, &inputs, &interface.links))
                    (column(&inputs, interface.links.len()))
                }
                @if outputs.is_empty() && inputs.is_empty() { p.note { "No values in registers" } }
            }
        }
    }

    fn input<'s>(&self, link: &Link<'s>, stage: PipelineStage) -> Row<'s> {
        let path = link.input.path();
        let remark = match link.source {
            Source::Output(_) => "",
            Source::System => "from the system",
            Source::Missing => "not written",
        };
        let is_about =
            |found: &Mismatch| found.stage == stage && found.place.as_ref() == Some(&path);
        Row {
            at: link.input,
            remark,
            found: self.positions(is_about),
        }
    }

    fn output<'s>(&self, at: LinkedElement<'s>, stage: PipelineStage, is_read: bool) -> Row<'s> {
        let path = at.path();
        let is_about =
            |found: &Mismatch| found.stage == stage && found.against.as_ref() == Some(&path);
        let remark = if is_read { "" } else { NOT_READ };
        Row {
            at,
            remark,
            found: self.positions(is_about),
        }
    }

    /// The positions and numbers of the messages that match.
    fn positions(&self, is_about: impl Fn(&Mismatch) -> bool) -> Vec<(usize, u32)> {
        let found = self.found.iter().enumerate();
        let found = found.filter(|(_, found)| is_about(found));
        found
            .map(|(position, found)| (position, found.message.0))
            .collect()
    }

    /// The render targets that the pixel shader writes, with the types that their formats must have.
    fn targets(&self) -> Markup {
        let mut targets: Vec<_> = self.pipeline.render_targets().take(MOST_ELEMENTS).collect();
        targets.sort_by_key(|target| target.index);
        html! {
            @if !targets.is_empty() {
                section.interface {
                    h2 { (self.name(PipelineStage::Pixel)) " → render targets" }
                    ul.targets { @for target in targets {
                        li { b { "SV_Target" (target.index) } " " small { (target.element.location()) " " (format_name(&target.element.element)) } }
                    } }
                }
            }
        }
    }

    /// All messages, with their numbers, names and texts.
    fn messages(&self) -> Markup {
        html! {
            @if !self.found.is_empty() {
                section.messages {
                    h2 { "Messages of Direct3D's debug layer" }
                    ol { @for (position, found) in self.found.iter().enumerate() { (self.message(position, found)) } }
                    @for truncated in self.truncated() {
                        p.note { (truncated.count) " more of [" (truncated.rule.name) "]" }
                    }
                }
            }
        }
    }

    fn message(&self, position: usize, found: &Mismatch) -> Markup {
        let before = found.before.map(|before| self.name(before) + " → ");
        let subject = found
            .semantic
            .as_ref()
            .map(|semantic| shown(&semantic.to_string()));
        html! {
            li id={ "message-" (position) } {
                p.where {
                    span.badge.bad { "#" (found.message.0) }
                    b { (before.unwrap_or_default()) (self.name(found.stage)) }
                    " " @if let Some(subject) = subject { code { (subject) } " " } (escape(&found.found))
                }
                p { (escape(&found.text)) }
                dl {
                    dt { "D3D12_MESSAGE_ID" } dd { code { (found.message) " = " (found.message.0) } }
                    @if let Some(older) = found.d3d11() { dt { "D3D11_MESSAGE_ID" } dd { code { (older) " = " (older.0) } } }
                    dt { "Rule" } dd { (found.rule.requirement) " [" (found.rule.name) "]" }
                    dt { "Source" } dd { (found.rule.source) }
                }
            }
        }
    }
}

/// The key of an element: its signature and its index.
fn key(at: LinkedElement<'_>) -> (FourCC, usize) {
    (at.part, at.index)
}

/// A column of elements; `all` is the number of all elements, including those that are not drawn.
fn column(rows: &[Row<'_>], all: usize) -> Markup {
    html! {
        ul.column {
            @for row in rows {
                li.bad[!row.found.is_empty()].quiet[row.remark == NOT_READ] title=(row.at.path()) {
                    b { (semantic(row.at)) }
                    small {
                        (row.at.element.location()) " " (format_name(&row.at.element.element))
                        @for (position, number) in &row.found { " " a href={ "#message-" (position) } { "#" (number) } }
                        @if row.found.is_empty() && !row.remark.is_empty() { " " em { (row.remark) } }
                    }
                }
            }
            @if all > rows.len() { li.quiet { b { (all - rows.len()) " more" } } }
        }
    }
}

/// Draws lines from outputs to inputs; a line is red if there is a message about the input. A message about an output
/// that no input reads is a red stub.
fn drawing(outputs: &[Row<'_>], inputs: &[Row<'_>], links: &[Link<'_>]) -> Markup {
    let height = ROW * outputs.len().max(inputs.len());
    let middle = |row: usize| ROW * row + ROW / 2;
    let label = format!(
        "Lines from {} outputs to {} inputs",
        outputs.len(),
        inputs.len()
    );
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (height) } height=(height) preserveAspectRatio="none" role="img" aria-label=(label) {
            @for (row, output) in outputs.iter().enumerate() {
                @if output.remark == NOT_READ && !output.found.is_empty() {
                    path class="bad" d={ "M0 " (middle(row)) "H" (WIDTH / 3) } {}
                }
            }
            @for (row, (input, link)) in inputs.iter().zip(links).enumerate() {
                @let class = match (input.found.is_empty(), link.source) {
                    (false, _) => "bad",
                    (true, Source::System) => "quiet",
                    (true, _) => "good",
                };
                @match link.source {
                    Source::Output(output) => @if let Some(from) = outputs.iter().position(|row| key(row.at) == key(output)) {
                        path class=(class) d={ "M0 " (middle(from)) "C" (WIDTH / 2) " " (middle(from)) " " (WIDTH / 2) " " (middle(row)) " " (WIDTH) " " (middle(row)) } {}
                    }
                    // A stub: no output is connected to the input.
                    _ => path class=(class) d={ "M" (WIDTH * 2 / 3) " " (middle(row)) "H" (WIDTH) } {}
                }
            }
        }
    }
}

/// The semantic of an element, such as `TEXCOORD0`.
fn semantic(at: LinkedElement<'_>) -> String {
    format!("{}{}", shown(&at.element.name), at.element.element.index)
}

/// A text of a file with hidden characters escaped, truncated if it is long.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    escape(&shown).into_owned()
}
