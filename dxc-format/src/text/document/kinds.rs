//! Reads values from the keys of a map, with a method for each kind of field. The tables are those for showing values.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::from_document::FromDocument;
use super::node::Node;
use super::problem::Problem;
use super::record::{row, tail, usual};
use super::scope::Scope;
use super::source::Source;
use super::value::{each, each_of, list, numbers, text, unsigned, wrong};
use crate::runtime::int::Int;
use crate::runtime::shape::{How, Shown};
use crate::runtime::{BySize, Fixed, Row, SizedRecord, Strided, StringTable, Text};

type Result<T> = core::result::Result<T, Problem>;

/// Structures up to this size are not counted as requested bytes.
const SMALL: usize = 256;

impl Source<'_> {
    /// A value of a fixed size; hidden or omitted fields are those of a new value.
    pub fn fixed<T: Fixed + Default>(&self, shown: &Shown, scope: &mut Scope) -> Result<T> {
        self.fixed_or(shown, T::default(), scope)
    }

    /// Like `fixed`, with `new` as the new value.
    pub fn fixed_or<T: Fixed + Default>(
        &self,
        shown: &Shown,
        new: T,
        scope: &mut Scope,
    ) -> Result<T> {
        let mut bytes = vec![0; T::SIZE];
        new.encode(&mut bytes);
        if shown.how != How::Never {
            self.value(T::SHAPE, shown, &mut bytes, scope)?;
        }
        Ok(T::decode(&bytes).unwrap_or_default())
    }

    /// A value of a fixed size, if it is there.
    pub fn optional<T: Fixed + Default>(
        &self,
        shown: &Shown,
        scope: &mut Scope,
    ) -> Result<Option<T>> {
        match self.has(shown) {
            true => self.fixed(shown, scope).map(Some),
            false => Ok(None),
        }
    }

    /// Bytes.
    pub fn bytes(&self, shown: &Shown) -> Result<Vec<u8>> {
        let bytes = self.read(shown.key, |node| {
            let is_list = matches!(node, Node::List(_) | Node::Bytes(_));
            match shown.how {
                How::Text if !is_list => text(node).map(String::into_bytes),
                _ => numbers(node),
            }
        });
        Ok(bytes?.unwrap_or_default())
    }

    /// Strings in sequence with a key each, or the bytes of all of them.
    pub fn strings(&self, shown: &Shown) -> Result<StringTable> {
        if self.get(shown.key).is_some() {
            return self.bytes(shown).map(StringTable);
        }
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
        Ok(StringTable(strings))
    }

    /// Strings, each with its NUL: a text, several, or bytes.
    pub fn texts(&self, shown: &Shown) -> Result<Vec<u8>> {
        let nodes = match self.get(shown.key) {
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
        let texts = texts.map_err(|problem| problem.within(shown.key))?;
        Ok(texts.concat())
    }

    /// Strings of a structure, each with its NUL.
    pub fn table_of_strings(&self, shown: &Shown, scope: &mut Scope) -> Result<StringTable> {
        let texts = self.texts(shown)?;
        let given = self.get(shown.key).map(|_| texts);
        Ok(StringTable(scope.enclosing_strings.read(given)))
    }

    /// Lists of a structure.
    pub fn table_of_lists(&self, shown: &Shown, scope: &mut Scope) -> Result<Vec<u32>> {
        let given = self.read(shown.key, numbers)?;
        Ok(scope.enclosing_lists.read(given))
    }

    /// Records of a run; `several` runs are lists in a list.
    pub fn run<R: Row + Default>(
        &self,
        shown: &Shown,
        context: R::Context,
        several: bool,
        scope: &mut Scope,
    ) -> Result<Vec<R>> {
        if shown.how == How::Never {
            return Ok(Vec::new());
        }
        let row = |node: &Node, scope: &mut Scope| {
            let (shape, size) = R::known(context, R::size(context));
            let bytes = row(node, shape, usual::<R>(context, size), shown.how, scope)?;
            record(&bytes, context)
        };
        let mut run = |list: &Node| each(list, |node| row(node, &mut *scope));
        let rows = self.read(shown.key, |node| match several {
            true => Ok(each(node, run)?.concat()),
            false => run(node),
        });
        Ok(rows?.unwrap_or_default())
    }

    /// Records whose version follows from their stride: the stated one, or that for the version of the whole.
    pub fn strided<R: Row<Context = ()> + Default>(
        &self,
        shown: &Shown,
        stated: Option<u32>,
        key: &str,
        scope: &mut Scope,
    ) -> Result<Strided<R>> {
        let newest = R::size_in((), scope.version.unwrap_or(u32::MAX));
        let stride = stated
            .filter(|stride| *stride as usize >= R::size(()))
            .map_or(newest, |stride| stride as usize);
        let mut rows = Strided::new(u32::try_from(stride).unwrap_or_default());
        let Some(node) = self.get(shown.key) else {
            return Ok(rows);
        };
        let (shape, known) = R::known((), stride);
        let new = usual::<R>((), known);
        let nodes = list(node).map_err(|problem| problem.within(shown.key))?;
        let given = nodes
            .iter()
            .map(|node| tail(node).map_or(0, |tail| tail.len()));
        let given = given.fold(0, usize::saturating_add);
        let all = nodes.len().saturating_mul(stride.saturating_sub(known));
        if !scope.asked.take(all.saturating_sub(given)) {
            let what = format!("{stride} bytes per record exceed the limit of a document");
            return Err(Problem::new(what).within(key));
        }
        let read = each_of(&nodes, |node| {
            let tail = tail(node)?;
            let mut bytes = row(node, shape, new.clone(), shown.how, scope)?;
            bytes.resize(stride.min(known + tail.len()), 0);
            rows.push_with_tail(record(&bytes, ())?, &tail);
            Ok(())
        });
        read.map_err(|problem| problem.within(shown.key))?;
        Ok(rows)
    }

    /// A record whose version follows from its size. The version has a separate key; the default is the newest one.
    pub fn sized<R: BySize + Default>(
        &self,
        shown: &Shown,
        scope: &mut Scope,
    ) -> Result<SizedRecord<R>> {
        let newest = R::LAYOUTS.last().and_then(|layout| layout.version);
        let newest = newest.unwrap_or_default();
        let known = |node: &Node| match unsigned(node)? {
            version if version <= newest => Ok(version),
            _ => Err(Problem::new(format!("the newest version is {newest}"))),
        };
        let version = shown.version.map(|key| self.read(key, known));
        let version = version.transpose()?.flatten();
        // Without keys, the record is that of a new value, which may be absent.
        if !shown.flat && version.is_none() && self.get(shown.key).is_none() {
            return Ok(SizedRecord::default());
        }
        let version = version.unwrap_or(u32::MAX);
        let size = R::size_of_version(version);
        let (shape, _) = R::known((), size);
        scope.version = Some(version);
        let mut bytes = usual::<R>((), size);
        let tail = self.inner(shown, |source| {
            source.value(shape, &Shown::FLAT, &mut bytes, scope)?;
            Ok(source.read("Tail", numbers)?.unwrap_or_default())
        })?;
        let record = R::read_row(&bytes, ()).unwrap_or_default();
        Ok(SizedRecord { record, tail })
    }

    /// A single string: a text, or its bytes.
    pub fn text(&self, shown: &Shown) -> Result<Text> {
        match self.get(shown.key) {
            None => Ok(Text::default()),
            Some(Node::Text(text)) => Ok(Text::from(text.as_ref())),
            Some(_) => self.bytes(shown).map(Text),
        }
    }

    /// Structures of a list.
    pub fn items<T: FromDocument>(
        &self,
        shown: &Shown,
        args: T::Given,
        scope: &mut Scope,
    ) -> Result<Vec<T>> {
        let items = self.read(shown.key, |node| {
            each(node, |node| {
                Source::whole(node, |source| T::build(source, args, scope))
            })
        });
        Ok(items?.unwrap_or_default())
    }

    /// Like `items`, for structures of a size that a rule determines.
    pub fn strided_items<T: FromDocument>(
        &self,
        shown: &Shown,
        (stride, rule): (Int, &str),
        args: T::Given,
        scope: &mut Scope,
    ) -> Result<Vec<T>> {
        let items = self.items::<T>(shown, args, scope)?;
        let stride = stride.narrow().unwrap_or(usize::MAX);
        let more = stride.saturating_sub(SMALL);
        if scope.asked.take(items.len().saturating_mul(more)) {
            return Ok(items);
        }
        let what = format!("{stride} bytes each ({rule}) exceed the limit of a document");
        Err(Problem::new(what).within(shown.key))
    }

    /// The data of a part without a type; nothing if its key is not there.
    pub fn opaque(&self) -> Result<Option<Vec<u8>>> {
        let shown = crate::runtime::walk::OPAQUE;
        self.has(shown).then(|| self.bytes(shown)).transpose()
    }

    /// A single record.
    pub fn record<R: Row + Default>(
        &self,
        shown: &Shown,
        context: R::Context,
        scope: &mut Scope,
    ) -> Result<R> {
        let (shape, size) = R::known(context, R::size(context));
        let mut bytes = usual::<R>(context, size);
        self.value(shape, shown, &mut bytes, scope)?;
        record(&bytes, context)
    }
}

fn record<R: Row>(bytes: &[u8], context: R::Context) -> Result<R> {
    R::read_row(bytes, context).ok_or_else(|| Problem::new("the record cannot be read"))
}
