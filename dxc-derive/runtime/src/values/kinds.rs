//! Reads values from the keys of a map, with a method for each kind of field. The tables are those for showing values.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::build_value::Stated;
use super::node::Node;
use super::problem::DocumentError;
use super::record::{canonical, row, tail};
use super::scope::Scope;
use super::shown_value::ENTRY;
use super::source::Source;
use super::value::{each, each_of, len, list, numbers, text, unsigned, wrong};
use crate::read::walk::Content;
use crate::shape::{DocumentForm, Layout, LlvmKey, Shape, ValueForm};
use crate::{BySize, Row, SizedRecord, Strided, StringTable};

type Result<T> = core::result::Result<T, DocumentError>;

/// Structures up to this size are not counted as requested bytes.
const SMALL: usize = 256;

impl Source<'_> {
    /// Reads a single value or record; hidden and omitted fields are those of `new`.
    pub fn row<R: Row>(
        &self,
        shown: &DocumentForm,
        new: R,
        context: R::Context,
        scope: &mut Scope,
    ) -> Result<R> {
        if shown.form == ValueForm::Never {
            return Ok(new);
        }
        let (shape, size) = R::known(context, R::size(context));
        let mut bytes = vec![0; size];
        // A new record can be written in every version.
        let _ = new.write_row(context, &mut bytes);
        self.value(shape, shown, &mut bytes, scope)?;
        record(&bytes, context)
    }

    /// Refuses structures whose size exceeds the limit of a document; `rule` is the schema's expression for their size.
    pub(super) fn check_strides(
        &self,
        shown: &DocumentForm,
        count: usize,
        (stride, rule): (Option<u32>, &str),
        scope: &mut Scope,
    ) -> Result<()> {
        let stride = stride.map_or(usize::MAX, |stride| stride as usize);
        let more = stride.saturating_sub(SMALL);
        if scope.requested.take(count.saturating_mul(more)) {
            return Ok(());
        }
        let what = format!("{stride} bytes each ({rule}) exceed the limit of a document");
        Err(DocumentError::new(what).within(self.key(shown)))
    }

    /// Reads the content of a field of any number of bytes.
    pub(super) fn blob(&self, content: Content, shown: &DocumentForm) -> Result<Vec<u8>> {
        match (content, self.get(self.key(shown))) {
            (Content::Strings, None) => self.named_strings(shown),
            (Content::Text, Some(Node::Text(text))) => Ok(text.as_bytes().to_vec()),
            _ => self.bytes(shown),
        }
    }

    /// Reads bytes.
    fn bytes(&self, shown: &DocumentForm) -> Result<Vec<u8>> {
        let bytes = self.read(self.key(shown), |node| {
            let is_list = matches!(node, Node::List(_) | Node::Bytes(_));
            match shown.form {
                ValueForm::Text if !is_list => text(node).map(String::into_bytes),
                _ => numbers(node),
            }
        });
        Ok(bytes?.unwrap_or_default())
    }

    /// Reads consecutive strings, each with a key.
    fn named_strings(&self, shown: &DocumentForm) -> Result<Vec<u8>> {
        let mut strings = Vec::new();
        let mut len = 0;
        for key in shown.named {
            let string = self.read(key, text)?;
            strings.extend_from_slice(string.as_deref().unwrap_or_default().as_bytes());
            strings.push(0);
            // Keys after the last string must be absent.
            if string.is_some() {
                len = strings.len();
            }
        }
        strings.truncate(len);
        Ok(strings)
    }

    /// Reads strings, each with its NUL: from a text, several texts, or bytes.
    fn texts(&self, shown: &DocumentForm) -> Result<Vec<u8>> {
        let nodes = match self.get(self.key(shown)) {
            Some(Node::List(nodes)) if nodes.iter().all(|node| matches!(node, Node::Text(_))) => {
                nodes
            }
            None | Some(Node::List(_) | Node::Bytes(_)) => return self.bytes(shown),
            Some(node) => core::slice::from_ref(node),
        };
        let texts = each_of(nodes, |node| match node {
            Node::Text(text) => Ok([text.as_bytes(), &[0]].concat()),
            other => wrong("a text", other),
        });
        let texts = texts.map_err(|problem| problem.within(self.key(shown)))?;
        Ok(texts.concat())
    }

    /// Checks the form of a table's strings with their offsets, which are computed from the references.
    pub(super) fn table_entries(&self, shown: &DocumentForm) -> Result<()> {
        if shown.llvm == LlvmKey::Always {
            return Ok(());
        }
        let [name, place] = ENTRY;
        let entry = |node: &Node| {
            Source::whole(node, |source| {
                source.read(name, text)?;
                source.read(place, unsigned::<u32>).map(drop)
            })
        };
        self.read(self.key(shown), |node| each(node, entry))
            .map(drop)
    }

    /// Reads a structure's table of strings, each with its NUL.
    pub(super) fn table_of_strings(
        &self,
        shown: &DocumentForm,
        scope: &mut Scope,
    ) -> Result<StringTable> {
        let texts = self.texts(shown)?;
        let given = self.get(self.key(shown)).map(|_| texts);
        Ok(StringTable(scope.enclosing_strings.read(given)))
    }

    /// Reads a structure's table of lists.
    pub(super) fn table_of_lists(
        &self,
        shown: &DocumentForm,
        scope: &mut Scope,
    ) -> Result<Vec<u32>> {
        let given = self.read(self.key(shown), numbers)?;
        Ok(scope.enclosing_lists.read(given))
    }

    /// Reads the records of a run; if the field has `several` runs, from a list of lists.
    pub(super) fn run<R: Row>(
        &self,
        shown: &DocumentForm,
        context: R::Context,
        several: bool,
        scope: &mut Scope,
    ) -> Result<Vec<R>> {
        if shown.form == ValueForm::Never {
            return Ok(Vec::new());
        }
        let row = |node: &Node, scope: &mut Scope| {
            let (shape, size) = R::known(context, R::size(context));
            let bytes = row(
                node,
                shape,
                canonical::<R>(context, size),
                shown.form,
                scope,
            )?;
            record(&bytes, context)
        };
        let mut run = |nodes: &Node| {
            scope.count_records(len(nodes), R::known(context, R::size(context)))?;
            each(nodes, |node| row(node, &mut *scope))
        };
        let rows = self.read(self.key(shown), |node| {
            if several {
                Ok(each(node, run)?.concat())
            } else {
                run(node)
            }
        });
        Ok(rows?.unwrap_or_default())
    }

    /// Reads records whose stride selects their version: the stated stride, or the one for the part's version.
    pub(super) fn strided<R: Row<Context = ()>>(
        &self,
        shown: &DocumentForm,
        stated: Stated,
        scope: &mut Scope,
    ) -> Result<Strided<R>> {
        let nodes = match self.get(self.key(shown)) {
            Some(node) => list(node).map_err(|problem| problem.within(self.key(shown)))?,
            None => Default::default(),
        };
        let newest = R::size_in((), scope.version.unwrap_or(u32::MAX));
        // An empty run may have any stride that the document states.
        let is_any = nodes.is_empty() && stated.is_given;
        let stride = stated
            .number
            .filter(|stride| is_any || *stride as usize >= R::size(()))
            .map_or(newest, |stride| stride as usize);
        let mut rows = Strided::new(u32::try_from(stride).unwrap_or_default());
        if nodes.is_empty() {
            return Ok(rows);
        }
        let (shape, known) = R::known((), stride);
        let counted = scope.count_records(nodes.len(), (shape, known));
        counted.map_err(|problem| problem.within(self.key(shown)))?;
        let new = canonical::<R>((), known);
        let given = nodes
            .iter()
            .map(|node| tail(node).map_or(0, |tail| tail.len()));
        let given = given.fold(0, usize::saturating_add);
        let all = nodes.len().saturating_mul(stride.saturating_sub(known));
        if !scope.requested.take(all.saturating_sub(given)) {
            let what = format!("{stride} bytes per record exceed the limit of a document");
            return Err(DocumentError::new(what).within(stated.key));
        }
        let read = each_of(&nodes, |node| {
            let tail = tail(node)?;
            let mut bytes = row(node, shape, new.clone(), shown.form, scope)?;
            bytes.resize(stride.min(known + tail.len()), 0);
            rows.push_with_tail(record(&bytes, ())?, &tail);
            Ok(())
        });
        read.map_err(|problem| problem.within(self.key(shown)))?;
        Ok(rows)
    }

    /// Reads a record whose size selects its version. The version has a separate key; the default is the newest one.
    pub(super) fn sized<R: BySize>(
        &self,
        shown: &DocumentForm,
        scope: &mut Scope,
    ) -> Result<SizedRecord<R>> {
        let newest = R::LAYOUTS.last().and_then(|layout| layout.version);
        let newest = newest.unwrap_or_default();
        let known = |node: &Node| match unsigned(node)? {
            version if version <= newest => Ok(version),
            _ => Err(DocumentError::new(format!(
                "the newest version is {newest}"
            ))),
        };
        let version = shown.version.map(|key| self.read(key, known));
        let version = version.transpose()?.flatten();
        // Without its keys, the field has the content of a new value, which may be absent.
        if !shown.flat && version.is_none() && self.get(self.key(shown)).is_none() {
            return Ok(SizedRecord::default());
        }
        let version = version.unwrap_or(u32::MAX);
        scope.version = Some(version);
        self.inner(shown, |source| {
            let size = source.size_in::<R>(version);
            let (shape, _) = R::known((), size);
            let mut bytes = canonical::<R>((), size);
            source.value(shape, &DocumentForm::FLAT, &mut bytes, scope)?;
            let tail = source.read("Tail", numbers)?.unwrap_or_default();
            let record = R::read_row(&bytes, ()).unwrap_or_default();
            Ok(SizedRecord { record, tail })
        })
    }

    /// The size of a record in a version; the larger one, if the document has a key that only the larger record has.
    fn size_in<R: BySize>(&self, version: u32) -> usize {
        let size = R::size_of_version(version);
        let (Shape::Record(Layout { version, .. }), _) = R::known((), size) else {
            return size;
        };
        let mut larger = R::LAYOUTS.iter().filter(|layout| layout.size > size);
        let larger = larger.find(|layout| layout.version == *version);
        let is_larger = |layout: &&&Layout| {
            let last = layout.fields.last();
            last.is_some_and(|field| self.get(self.key(&field.shown)).is_some())
        };
        larger.filter(is_larger).map_or(size, |layout| layout.size)
    }

    /// Reads the data of a part without a type; `None` if its key is absent.
    pub fn opaque(&self) -> Result<Option<Vec<u8>>> {
        let shown = crate::read::walk::OPAQUE;
        self.has(shown).then(|| self.bytes(shown)).transpose()
    }
}

fn record<R: Row>(bytes: &[u8], context: R::Context) -> Result<R> {
    R::read_row(bytes, context).ok_or_else(|| DocumentError::new("the record cannot be read"))
}
