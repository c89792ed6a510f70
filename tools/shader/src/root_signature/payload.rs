//! Accesses the payload of a root parameter as a record, for each kind of parameter.

use alloc::vec;
use alloc::vec::Vec;

use dxc_format::constants::RootSignatureVersion;
use dxc_format::rts0::{RootParameter, RootPayload};
use dxc_format::runtime::fields::{Field, Fields, Visitor};
use dxc_format::runtime::shape::{Layout, Shape};
use dxc_format::types::Row;

/// The fields of the payload in a version; `None` for a descriptor table, whose ranges are separate records.
pub(super) fn layout(
    parameter: &RootParameter,
    version: RootSignatureVersion,
) -> Option<&'static Layout> {
    let mut found = Found::default();
    visit(&mut own(parameter)?, parameter, version, &mut found);
    found.layout
}

/// The bytes of the payload in a version that has all of its fields.
pub(super) fn bytes(
    parameter: &RootParameter,
    version: RootSignatureVersion,
) -> Option<(&'static Layout, Vec<u8>)> {
    let mut found = Found::default();
    visit(&mut own(parameter)?, parameter, version, &mut found);
    Some((found.layout?, found.bytes?))
}

/// Replaces the payload with the record in these bytes.
pub(super) fn replace(parameter: &mut RootParameter, version: RootSignatureVersion, bytes: &[u8]) {
    if let Some(mut payload) = own(parameter) {
        visit(&mut payload, parameter, version, &mut Replaced(bytes));
        parameter.payload = payload;
    }
}

/// The parameter with a default payload of the same kind.
pub(super) fn renewed(parameter: &RootParameter) -> RootParameter {
    let mut renewed = RootParameter::default();
    renewed.parameter_type = parameter.parameter_type;
    if let Some(mut payload) = own(parameter) {
        let version = RootSignatureVersion::default();
        visit(&mut payload, parameter, version, &mut Renewed);
        renewed.payload = payload;
    }
    renewed
}

/// A copy of the payload, unless it is a descriptor table.
fn own(parameter: &RootParameter) -> Option<RootPayload> {
    match &parameter.payload {
        RootPayload::DescriptorTable(_) => None,
        record => Some(record.clone()),
    }
}

fn visit<'v>(
    payload: &'v mut RootPayload,
    parameter: &RootParameter,
    version: RootSignatureVersion,
    visitor: &mut impl Visitor<'v>,
) {
    payload.visit(Some((parameter.parameter_type, version)), visitor);
}

/// The layout of a record, and its bytes if it can be written.
#[derive(Default)]
struct Found {
    layout: Option<&'static Layout>,
    bytes: Option<Vec<u8>>,
}

impl<'v> Visitor<'v> for Found {
    fn record<T: Row>(&mut self, _: &'static Field, record: &'v mut T, of: Option<T::Context>) {
        let Some(context) = of else { return };
        let size = T::size(context);
        if let (Shape::Record(layout), _) = T::known(context, size) {
            self.layout = Some(layout);
        }
        let mut bytes = vec![0; size];
        let written = record.write_row(context, &mut bytes);
        self.bytes = written.ok().map(|()| bytes);
    }
}

struct Replaced<'b>(&'b [u8]);

impl<'v> Visitor<'v> for Replaced<'_> {
    fn record<T: Row>(&mut self, _: &'static Field, record: &'v mut T, of: Option<T::Context>) {
        if let Some(changed) = of.and_then(|context| T::read_row(self.0, context)) {
            *record = changed;
        }
    }
}

struct Renewed;

impl<'v> Visitor<'v> for Renewed {
    fn record<T: Row>(&mut self, _: &'static Field, record: &'v mut T, _: Option<T::Context>) {
        *record = T::default();
    }
}
