//! An estimate of the size of a value's bytes, without writing it.

use super::fields::{Field, Fields, TableDeclaration, Visitor};
use super::fixed::Fixed;
use super::row::{BySize, Row};
use super::sized::SizedRecord;
use super::strided::Strided;
use super::strings::StringTable;
use super::text::Text;

/// The size of a structure, whose placed fields can only be estimated.
const STRUCTURE: usize = 64;

/// The sizes of the fields that were visited, each with that of a number: many have a count or an offset.
#[derive(Default)]
pub(crate) struct SizeHint(pub(crate) usize);

impl SizeHint {
    fn add(&mut self, size: usize) {
        self.0 += size + u32::SIZE;
    }
}

impl<'v> Visitor<'v> for SizeHint {
    fn value<T: Row<Context = ()>>(&mut self, _: &'static Field, value: &'v T) {
        self.0 += value.own_size(());
    }

    fn sized<T: BySize>(&mut self, _: &'static Field, record: &'v SizedRecord<T>) {
        self.add(record.size());
    }

    fn strided<T: Row<Context = ()>>(&mut self, _: &'static Field, records: &'v Strided<T>) {
        self.add(records.len() * records.stride() as usize);
    }

    fn run<T: Row>(&mut self, _: &'static Field, records: &'v [T], _: Option<T::Context>) {
        self.add(size_of_val(records));
    }

    fn nested<T: Fields>(&mut self, _: &'static Field, _: &'v T, _: Option<T::Args>) {
        self.add(STRUCTURE);
    }

    fn items<T: Fields>(&mut self, _: &'static Field, items: &'v [T], _: Option<T::Args>) {
        self.add(items.len() * STRUCTURE);
    }

    fn link(&mut self, _: &'static Field, _: &'v u32) {
        self.0 += u32::SIZE;
    }

    fn strings(
        &mut self,
        _: &'static Field,
        strings: &'v StringTable,
        _: Option<&'static TableDeclaration>,
    ) {
        self.add(strings.len());
    }

    fn numbers(&mut self, _: &'static Field, numbers: &'v [u32], _: &'static TableDeclaration) {
        self.add(size_of_val(numbers));
    }

    fn text(&mut self, _: &'static Field, text: &'v Text) {
        self.add(text.len());
    }

    fn bytes(&mut self, _: &'static Field, bytes: &'v [u8], _: bool) {
        self.add(bytes.len());
    }
}
