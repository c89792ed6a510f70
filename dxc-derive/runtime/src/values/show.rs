//! Converts the spans of a walk to a document.

use alloc::vec::Vec;

use super::node::{Map, Node};
use super::show_context::{Context, is_set};
use super::shown_tables::Tables;
use super::shown_value::{is_text, offset, strings, text, texts};
use crate::read::walk::{Content, Sink, Span};
use crate::shape::{DocumentForm, EnumTable, Layout, LlvmKey, ValueForm, number};
use crate::{Result, Sequence};

/// A selector that is stored outside of the part.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// The enum of the selector.
    pub values: &'static EnumTable,
    pub value: u64,
}

/// A sink that creates a document.
pub struct Show<'a> {
    context: Context<'a>,
    root: Map,
    path: Vec<(&'static DocumentForm, Option<usize>)>,
    lengths: Option<Vec<usize>>,
    /// Whether the first table of strings and the first lists were reported. Documents show these entries where they
    /// are referenced.
    met: (bool, bool),
    /// Whether LLVM has no key for the part; runs without entries are then omitted.
    is_extension: bool,
    /// The key of the part, if LLVM's documents omit a part whose values are 0.
    set_only: Option<&'static str>,
}

impl<'a> Show<'a> {
    /// Creates a sink for the spans of `bytes`.
    pub fn new(bytes: &'a [u8], tables: &'a Tables<'a>, outside: Option<Outside>) -> Self {
        Self {
            context: Context {
                bytes,
                tables,
                outside,
                llvm: None,
            },
            root: Map::default(),
            path: Vec::new(),
            lengths: None,
            met: (false, false),
            is_extension: false,
            set_only: None,
        }
    }

    /// Shows only the keys that documents of an LLVM have. [`Tables::left_out`] contains the others.
    pub fn llvm(mut self, llvm: Option<u32>) -> Self {
        self.context.llvm = llvm;
        self
    }

    /// Shows a part that LLVM does not support. A part without a run is shown like one with an empty run, so that a new
    /// run in the schema does not change documents of older files.
    pub fn extension(self, is_extension: bool) -> Self {
        Self {
            is_extension,
            ..self
        }
    }

    /// Whether a span is a table that is shown at the references to its entries.
    fn is_named(&mut self, content: &Content, shown: &DocumentForm) -> bool {
        let tables = self.context.tables;
        match content {
            Content::Strings if shown.named.is_empty() => {
                !core::mem::replace(&mut self.met.0, true) && tables.names_strings
            }
            Content::Run { .. } if shown.lists => {
                !core::mem::replace(&mut self.met.1, true) && tables.names_lists
            }
            _ => false,
        }
    }

    pub fn into_map(mut self) -> Map {
        if let (Some(key), Some(_)) = (self.set_only, self.context.llvm)
            && self.root.get(key).is_some_and(Node::is_zero)
            && !self.context.tables.left_out.borrow().is_below(key)
        {
            self.root.remove(key);
        }
        self.root
    }
}

/// A part's data as a document, without the key of the part.
///
/// ```
/// use dxc_format::runtime::values::{Node, build, show};
/// use dxc_format::{TableStyle, features::FeatureInfoPart};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let node = show::<FeatureInfoPart>(&[1, 0, 0, 0, 0, 0, 0, 0], ())?;
/// let Node::Map(map) = &node else { panic!() };
/// assert_eq!(map.get("Doubles"), Some(&Node::Truth(true)));
/// assert_eq!(build::<FeatureInfoPart>(&node, (), TableStyle::Dxc)?, [1, 0, 0, 0, 0, 0, 0, 0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The error contains the field, its offset and the expected value.
pub fn show<T: Sequence>(bytes: &[u8], args: T::Args) -> Result<Node> {
    let mut tables = Tables::new(bytes);
    T::walk(bytes, args, &mut tables)?;
    let mut show = Show::new(bytes, &tables, None);
    T::walk(bytes, args, &mut show)?;
    Ok(Node::Map(show.into_map()))
}

/// Adds the fields of a record without its part: all of them, or those that an LLVM has.
pub fn record(layout: &Layout, bytes: &[u8], llvm: Option<u32>, map: &mut Map) {
    let context = Context {
        bytes,
        tables: &Tables::default(),
        outside: None,
        llvm,
    };
    context.fields(layout, bytes, map);
}

impl Sink for Show<'_> {
    fn span(&mut self, span: Span) {
        let Span {
            at,
            size,
            content,
            shown,
            ..
        } = span;
        let (context, lengths) = (self.context, self.lengths.take());
        if self.is_named(&content, shown) && shown.llvm == LlvmKey::Always {
            return;
        }
        let Some(map) = context.descend(&mut self.root, &self.path) else {
            return;
        };
        let omits_empty = self.is_extension
            || shown.llvm == LlvmKey::Never
            || shown.form == ValueForm::Set && context.llvm.is_some();
        let bytes = context.slice(at, size);
        let key = shown.key_for(context.llvm);
        if shown.form == ValueForm::Never {
            return context.add_entries(&content, bytes, shown, map);
        }
        if !context.has_key(shown) {
            if is_set(&content, bytes) && !shown.computed {
                context.leave_out(key);
            }
            return;
        }
        match content {
            Content::Value(shape) => context.value(shape, bytes, shown, map, None),
            Content::Sized { shape, known } => context.sized(shape, known, bytes, shown, map),
            Content::Run {
                shape,
                known,
                stride,
            } => {
                let list: Vec<Node> = context.within(shown, || {
                    let rows = bytes.chunks_exact(stride.max(1));
                    let mut rows = rows.map(|row| context.row(shape, known, row, shown.form));
                    let run = |length| Node::List(rows.by_ref().take(length).collect());
                    match lengths {
                        Some(lengths) => lengths.into_iter().map(run).collect(),
                        None => rows.collect(),
                    }
                });
                if !(list.is_empty() && omits_empty) {
                    map.push(key, Node::List(list));
                }
            }
            // A list of structures without any has no bytes, either.
            Content::Bytes if self.is_extension && bytes.is_empty() => {}
            Content::Bytes if shown.form == ValueForm::Text && is_text(bytes) => {
                map.push(key, text(bytes));
            }
            Content::Bytes => map.push(key, Node::bytes(bytes)),
            Content::Strings if !shown.named.is_empty() => strings(bytes, shown, key, map),
            Content::Text => map.push(key, text(bytes.strip_suffix(&[0]).unwrap_or_default())),
            Content::Offset { null, .. } if null.map(u64::from) == Some(number(bytes)) => {}
            Content::Offset { pool, .. } => {
                let place = number(bytes);
                let index = context.tables.places.pooled(pool, place);
                let index = index.map(|index| Node::from(index as u64));
                map.push(key, index.unwrap_or_else(|| offset(place)));
            }
            Content::Trailing if bytes.is_empty() => {}
            Content::Trailing => context.push_extension(map, key, Node::bytes(bytes)),
            Content::Strings => map.push(key, texts(bytes)),
            Content::Padding { .. } => {}
        }
    }

    fn enter(&mut self, _: &'static str, index: Option<usize>, shown: &'static DocumentForm) {
        let context = &self.context;
        if self.path.is_empty() && index.is_none() && shown.form == ValueForm::Set {
            self.set_only = Some(shown.key_for(context.llvm));
        }
        if !context.has_key(shown) {
            context.leave_out(shown.key);
        }
        context.enter(shown);
        self.path.push((shown, index));
    }

    fn leave(&mut self) {
        if let Some((shown, _)) = self.path.pop() {
            self.context.leave(shown);
        }
    }

    fn absent(&mut self, shown: &'static DocumentForm) {
        let context = self.context;
        let layout = context.llvm.zip(shown.absent);
        let size = layout.map_or(0, |(llvm, layout)| layout.for_llvm(llvm).size);
        if let Some(map) = context.descend(&mut self.root, &self.path) {
            map.push(shown.key_for(context.llvm), Node::from(size as u64));
        }
    }

    fn split(&mut self, lengths: &mut dyn Iterator<Item = usize>) {
        self.lengths = Some(lengths.collect());
    }
}
