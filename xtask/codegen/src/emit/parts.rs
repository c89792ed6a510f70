//! Writes the parts: constants, the table of their properties, and the enum of their contents.

use std::collections::BTreeSet;

use heck::ToUpperCamelCase as _;
use proc_macro2::Literal;
use quote::format_ident;

use super::attribute::{Words, expression, string};
use super::{Emitter, OWN_RUNTIME, docs, four_cc, members};
use crate::model::{Content, Magic, Part};
use crate::span::Spanned;

impl Emitter<'_> {
    pub(super) fn parts(&self) -> Vec<String> {
        let mut items = Vec::new();
        let mut entries = Vec::new();
        let mut named: Vec<&str> = Vec::new();
        for part in &self.schema.parts {
            for code in &part.codes {
                if !named.contains(&code.as_str()) {
                    named.push(code);
                    items.push(self.constant(part, code));
                }
                entries.push(self.entry(part, code));
            }
        }
        let several = "A FourCC has several entries if the data of the part selects one of them.";
        let table_docs = docs(
            &[
                "Every part that the schemas describe, in their order.",
                several,
            ],
            0,
        );
        // Each call is on its own line, even if more would fit: rustfmt formats chains by rules of its own.
        let entries = entries.concat();
        items.push(format!(
            "{table_docs}#[rustfmt::skip]\npub const PARTS: &[PartInfo] = &[\n{entries}];\n"
        ));
        items.push(self.part_enum());
        items
    }

    fn constant(&self, part: &Part, code: &str) -> String {
        let namesakes: Vec<&Part> = self.schema.namesakes(part, code).collect();
        let all = || [part].into_iter().chain(namesakes.iter().copied());
        let sources: Vec<&str> = all()
            .map(|part| part.source.trim_end_matches('.'))
            .collect();
        let source = format!("Source: {}.", sources.join("; "));
        let paragraphs: Vec<&str> = all().map(|part| part.doc.as_str()).collect();
        let retired = if all().any(Part::is_written) {
            ""
        } else {
            "No compiler writes it any more."
        };
        let docs = docs(&[&paragraphs[..], &[retired, &source]].concat(), 0);
        docs + &four_cc(&constant(code).to_string(), code)
    }

    /// The table entry of a part: the call that creates it, and a call for each further property.
    fn entry(&self, part: &Part, code: &str) -> String {
        let name = part.name.as_deref().unwrap_or(code);
        let texts = [name, &part.doc, &part.source];
        let texts = texts.map(|text| {
            let literal = string(&format!("{text:?}"), 91).replace('\n', "\n        ");
            format!("        {literal},\n")
        });
        let texts = texts.concat();
        let fourcc = constant(code);
        let facts = self.facts(part, code).into_iter();
        let facts = facts.map(|fact| format!("\n    .{fact}"));
        let facts: String = facts.collect();
        format!("    PartInfo::new(\n        {fourcc},\n{texts}    ){facts},\n")
    }

    /// The properties of a part besides its name and its source, as calls.
    fn facts(&self, part: &Part, code: &str) -> Vec<String> {
        let writers = part.written_by().iter();
        let writers: Vec<_> = writers
            .map(|writer| format!("{:?}", writer.value))
            .collect();
        let writers = (!writers.is_empty()).then(|| format!("writers(&[{}])", writers.join(", ")));
        let models = part.models.as_ref();
        let models = models.map(|models| format!("models({models:?})"));
        let holds = part.item().map(|name| format!("holding({name:?})"));
        let strip = part.strip.iter();
        let strip = strip.map(|kind| format!("Strip::{}", kind.to_upper_camel_case()));
        let strip: Vec<String> = strip.collect();
        let strip = (!strip.is_empty()).then(|| format!("strip(&[{}])", strip.join(", ")));
        let optional = part.optional.then(|| "optional()".to_owned());
        let stages = part.stages.iter();
        let stages: Vec<_> = stages.map(|stage| format!("{:?}", stage.value)).collect();
        let stages = (!stages.is_empty()).then(|| format!("stages(&[{}])", stages.join(", ")));
        let required = part.required.as_ref();
        let required =
            required.map(|when| format!("required(Required::{})", when.to_upper_camel_case()));
        let signature = part.signature.as_ref();
        let signature =
            signature.map(|of| format!("signature(SignatureOf::{})", of.to_upper_camel_case()));
        let repeats = part.repeats.then(|| "repeats()".to_owned());
        let once = part.once.then(|| "once()".to_owned());
        let last = part.last.is_some().then(|| "last()".to_owned());
        let llvm = part.llvm.map(|version| format!("llvm({version})"));
        let is_shared = self.schema.namesakes(part, code).next().is_some();
        let magic = self.schema.magic(part).filter(|_| is_shared);
        let magic = magic
            .map(|Magic { at, bytes }| format!("magic({at}, {})", Literal::byte_string(&bytes)));
        let facts = [
            writers, models, holds, strip, optional, stages, required, signature, repeats, once,
            last, llvm, magic,
        ];
        facts.into_iter().flatten().collect()
    }

    /// The parts as a table for the module's documentation, with a row for each part.
    pub(super) fn part_table(&self) -> Vec<String> {
        let head = "| FourCC | part | written by | shader models | holds | |";
        let mut lines = vec![head.to_owned(), "|---|---|---|---|---|---|".to_owned()];
        let mut links = BTreeSet::new();
        for part in &self.schema.parts {
            let writers: Vec<&str> = part
                .written_by()
                .iter()
                .map(|writer| writer.as_str())
                .collect();
            let item = part.item().and_then(|name| self.schema.item(name));
            let holds = item.map_or_else(String::new, |item| {
                let module = self.schema.module(item);
                links.insert(format!("[`{0}`]: super::{module}::{0}", item.name));
                format!("[`{}`]", item.name)
            });
            let notes = [
                (!part.strip.is_empty()).then(|| kinds_of(part)),
                part.repeats.then(|| "may repeat".to_owned()),
                part.last.as_ref().map(|_| "last".to_owned()),
                (!part.is_written()).then(|| "no longer written".to_owned()),
            ];
            let writers = writers.join(", ");
            let notes: Vec<String> = notes.into_iter().flatten().collect();
            for code in &part.codes {
                let name = part.name.as_deref().unwrap_or(code);
                let models = part.models.as_deref().unwrap_or_default();
                let models = models.replace(" and later", "+");
                let notes = notes.join(", ");
                let cells = [name, &writers, &models, &holds, &notes].join(" | ");
                let constant = constant(code);
                if constant != code.value {
                    links.insert(format!("[`{code}`]: {constant}"));
                }
                lines.push(format!("| [`{code}`] | {} |", cells.trim_end()));
            }
        }
        lines.push(String::new());
        lines.extend(links);
        lines
    }

    /// A variant for each type, in the order in which the schemas first name the types.
    fn part_enum(&self) -> String {
        let mut groups: Vec<(&str, Vec<&Part>)> = Vec::new();
        for part in &self.schema.parts {
            let Some(name) = part.item() else { continue };
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, parts)) => parts.push(part),
                None => groups.push((name, vec![part])),
            }
        }
        let variants = groups.iter().map(|(name, parts)| {
            let doc = self.schema.item(name).map_or("", |item| item.doc.as_str());
            let docs = docs(&[doc], 4);
            let mut by_args: Vec<(String, Vec<String>)> = Vec::new();
            for part in parts {
                let args = part.ty.iter().flat_map(|ty| &ty.args);
                let args = args.filter_map(|text| Some(expression(&text.typed()?.rust())));
                let args = args.collect::<Vec<_>>().join(", ");
                let codes = part.codes.iter().map(|code| format!("{:?}", code.value));
                let codes =
                    codes.filter(|code| by_args.iter().all(|group| !group.1.contains(code)));
                let codes: Vec<String> = codes.collect();
                match by_args.iter_mut().find(|group| group.0 == args) {
                    Some(group) => group.1.extend(codes),
                    None => by_args.push((args, codes)),
                }
            }
            let groups = by_args
                .into_iter()
                .map(|(args, codes)| match args.as_str() {
                    "" => format!("fourcc({})", codes.join(", ")),
                    args => format!("fourcc({}; {args})", codes.join(", ")),
                });
            let is_fixed = self.schema.is_fixed_part(name);
            let words = Words::default()
                .and([format!("view = {name}View")])
                .value("record", is_fixed.then_some(*name))
                .and(groups)
                .and(parts.iter().flat_map(|part| self.magics(part)))
                .dxc(4);
            // Without a box, moving a part would move hundreds of bytes.
            let ty = self.schema.part_struct(name);
            if self.is_large(name) {
                format!("{docs}{words}    {name}(Box<{ty}>),\n")
            } else {
                format!("{docs}{words}    {name}({ty}),\n")
            }
        });
        let item_docs = docs(&["The contents of a part, by its FourCC."], 0);
        let opaque_docs = docs(&["Any other part, as its bytes."], 4);
        // A crate cannot add methods to a type of another crate.
        let accessors = match self.runtime {
            OWN_RUNTIME => "Container",
            _ => "TypedParts",
        };
        let derives = "#[derive(Clone, Debug, PartialEq, Eq, Hash, dxc_runtime::Part)]\n";
        let words = format!("#[dxc(view = PartView, accessors = {accessors})]\n");
        let opaque = format!("{opaque_docs}    #[dxc(opaque)]\n    Opaque(Vec<u8>),\n");
        let variants = members(variants.chain([opaque]));
        let names = groups.iter().map(|(name, _)| (*name, self.is_large(name)));
        let aliases = self.part_aliases(names);
        format!("{item_docs}{derives}{words}#[non_exhaustive]\npub enum Part {variants}{aliases}")
    }

    /// The bytes that distinguish a part from others with its FourCC.
    fn magics(&self, part: &Part) -> Vec<String> {
        let is_shared = |code: &&Spanned<String>| {
            let mut others = self.schema.namesakes(part, code);
            others.any(|other| other.item() != part.item())
        };
        let codes = part.codes.iter().filter(is_shared);
        codes
            .filter_map(|code| {
                let Magic { at, bytes } = self.schema.magic(part)?;
                let bytes = Literal::byte_string(&bytes);
                Some(format!("magic({:?}, {at}, {bytes})", code.value))
            })
            .collect()
    }

    /// Whether an owned sequence is larger than some hundred bytes, as one with many fields is.
    fn is_large(&self, name: &str) -> bool {
        let content = self.schema.content(name);
        let Some(sequence) = content.and_then(Content::sequence) else {
            return false;
        };
        let kept = sequence.fields.iter();
        let kept = kept.filter(|field| field.has_name_and_type() && field.is.is_none());
        let runs = sequence.fields.iter().filter(|field| field.count.is_some());
        // Records with a stride are stored in two vectors.
        let vectors = runs.map(|run| if run.stride.is_some() { 2 } else { 1 });
        // A record whose size is stored in the file is stored with the fields of all versions.
        let has_record = sequence.fields.iter().any(|field| field.size.is_some());
        has_record || vectors.sum::<usize>() > 2 || kept.count() > 5
    }
}

/// The name of a FourCC's constant.
fn constant(code: &str) -> proc_macro2::Ident {
    if code.starts_with(|first: char| first.is_ascii_digit()) {
        format_ident!("PART_{}", code.to_uppercase())
    } else {
        format_ident!("{}", code.to_uppercase())
    }
}

/// The kinds of data in a part, as text.
fn kinds_of(part: &Part) -> String {
    let kinds = part.strip.iter().map(|kind| kind.replace('-', " "));
    kinds.collect::<Vec<_>>().join(", ")
}
