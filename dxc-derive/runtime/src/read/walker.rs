//! Reads fields of each kind, adds their names to the paths of errors, and reports them to a sink.

use crate::error::Result;
use crate::fields::field::Field;
use crate::fixed::Fixed;
use crate::fixed::int::{Int, ToInt, int};
use crate::read::reader::Reader;
use crate::read::walk::{Content, Sink, Span};
use crate::records::row::Row;
use crate::records::run::Run;
use crate::records::sized::SizedView;
use crate::strings::blob::Blob;
use crate::structures::nested::{Items, Nested};

/// A reader that reports each field to a sink; it has a method for each kind.
#[derive(Debug)]
pub struct Walker<'w, 'a, S: ?Sized> {
    /// The reader of the next field.
    pub reader: &'w mut Reader<'a>,
    /// The sink that receives fields.
    pub sink: &'w mut S,
}

impl<'a, S: Sink + ?Sized> Walker<'_, 'a, S> {
    /// The offset of the next field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self) -> usize {
        self.reader.at()
    }

    /// Moves to the offset of a placed field.
    ///
    /// # Errors
    /// Returns an error if the offset is outside of the part.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn seek(&mut self, field: &'static Field, to: Int) -> Result<()> {
        self.reader.seek(to).map_err(field.path())
    }

    /// Reports a field that begins at `at` to the sink.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tell(&mut self, field: &'static Field, at: usize, content: Content) {
        self.sink.span(Span {
            name: field.name,
            at,
            size: self.reader.at() - at,
            content,
            shown: &field.shown,
        });
    }

    /// A single value.
    ///
    /// # Errors
    /// Returns an error if the bytes end within it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn value<T: Fixed>(&mut self, field: &'static Field) -> Result<T> {
        let at = self.at();
        let value = self.reader.fixed().map_err(field.path())?;
        self.tell(field, at, Content::Value(T::SHAPE));
        Ok(value)
    }

    /// A reference to an entry of a pool.
    ///
    /// # Errors
    /// Returns an error if the bytes end within it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reference(
        &mut self,
        field: &'static Field,
        pool: &'static str,
        null: Option<u32>,
    ) -> Result<u32> {
        let at = self.at();
        let value = self.reader.fixed().map_err(field.path())?;
        self.tell(field, at, Content::Offset { pool, null });
        Ok(value)
    }

    /// A [`Blob`] of `count` bytes; without a count, the content determines its size.
    ///
    /// # Errors
    /// If fewer bytes remain, or overlapping references exceed the size limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn blob<T: Blob>(
        &mut self,
        field: &'static Field,
        count: Option<Int>,
    ) -> Result<T::View<'a>> {
        let at = self.at();
        let view = T::read(self.reader, count).map_err(field.path())?;
        self.tell(field, at, T::CONTENT);
        Ok(view)
    }

    /// The given number of records; without a count, as many as fit. The size of each is the stride, or follows from
    /// the context.
    ///
    /// # Errors
    /// If fewer bytes remain, or the stride is too small for any version.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn run<T: Row>(
        &mut self,
        field: &'static Field,
        count: Option<Int>,
        stride: Option<Int>,
        context: T::Context,
    ) -> Result<Run<'a, T>> {
        let at = self.at();
        let (bytes, stride) = self.rows(field, count, stride, T::size(context))?;
        let (shape, known) = T::known(context, stride as usize);
        let content = Content::Run {
            shape,
            known,
            stride: stride as usize,
        };
        self.tell(field, at, content);
        Ok(Run::new(bytes, stride, context))
    }

    /// The bytes of records with a first version of `size` bytes, and their stride.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rows(
        &mut self,
        field: &'static Field,
        count: Option<Int>,
        stride: Option<Int>,
        size: usize,
    ) -> Result<(&'a [u8], u32)> {
        let count = match (count, stride) {
            (Some(count), _) => count,
            (None, Some(stride)) => self.reader.room_by(stride),
            (None, None) => self.reader.room_for(size),
        };
        let rows = self.reader.rows(count, stride, size);
        rows.map_err(field.path())
    }

    /// The record of a choice.
    ///
    /// # Errors
    /// Returns an error if the bytes end within it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn record<T: Row>(&mut self, context: T::Context) -> Result<T> {
        let at = self.at();
        let bytes = self.reader.bytes(int(T::size(context)))?;
        let (shape, _) = T::known(context, bytes.len());
        self.tell(Field::PADDING, at, Content::Value(shape));
        // The bytes match the record's size.
        Ok(T::read_row(bytes, context).unwrap_or_default())
    }

    /// Reports the number of records in each run of the next field, which contains several runs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn split(&mut self, end: impl ToInt, len: impl Fn(u32) -> Int) {
        let end = int(end).narrow().unwrap_or_default();
        let mut lengths = (0..end).map(|index| len(index).narrow().unwrap_or_default());
        self.sink.split(&mut lengths);
    }

    /// A record of the given size; without a size, of the remaining bytes.
    ///
    /// # Errors
    /// Returns an error if fewer bytes remain, or too few for the first version of the record.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn sized<T: Row<Context = ()>>(
        &mut self,
        field: &'static Field,
        size: Option<Int>,
    ) -> Result<SizedView<'a, T>> {
        let at = self.at();
        let size = size.unwrap_or(self.reader.left());
        let bytes = self.reader.sized::<T>(size).map_err(field.path())?;
        let (shape, known) = T::known((), bytes.len());
        self.tell(field, at, Content::Sized { shape, known });
        Ok(SizedView::read(bytes).unwrap_or_default())
    }

    /// A structure, optionally of a given size.
    ///
    /// # Errors
    /// The error contains the inner field, its offset and the expected value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn nested<T: Nested>(
        &mut self,
        field: &'static Field,
        size: Option<Int>,
        args: T::Args,
    ) -> Result<T::View<'a>> {
        self.sink.enter(field.name, None, &field.shown);
        self.reader.descend().map_err(field.path())?;
        let view = match size {
            Some(size) => {
                let mut bounded = self.reader.within(size).map_err(field.path())?;
                let view = T::read_whole(&mut bounded, args, self.sink);
                self.reader.resume(bounded);
                view
            }
            None => T::read_whole(self.reader, args, self.sink),
        };
        let view = view.map_err(field.path())?;
        self.reader.ascend();
        self.sink.leave();
        Ok(view)
    }

    /// The given number of contiguous structures; without a count, as many as fit.
    ///
    /// # Errors
    /// The error contains the structure, the inner field, its offset and the expected value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn items<T: Nested>(
        &mut self,
        field: &'static Field,
        count: Option<Int>,
        stride: Option<Int>,
        args: T::Args,
    ) -> Result<Items<'a, T>> {
        Items::walk(self.reader, field, count, stride, args, self.sink)
    }

    /// Bytes up to the next multiple of `to` from `start`.
    ///
    /// # Errors
    /// Returns an error if a stated size ends before the multiple.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn padding(&mut self, start: usize, to: usize, fill: u8) -> Result<()> {
        let at = self.at();
        let expected = self.reader.align(start, to, fill)?;
        self.tell(Field::PADDING, at, Content::Padding { expected });
        Ok(())
    }

    /// The bytes after the last field, which begin at `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn trailing(&mut self, field: &'static Field, at: usize) -> &'a [u8] {
        let bytes = self.reader.trailing();
        self.tell(field, at, Content::Trailing);
        bytes
    }

    /// Reports a value that the file does not contain, but documents show.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn absent<T: Default>(&mut self, field: &'static Field) -> T {
        self.sink.absent(&field.shown);
        T::default()
    }
}
